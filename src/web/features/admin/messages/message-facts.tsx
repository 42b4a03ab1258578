/** Details of a message and its sender. */
import { Link } from 'react-router';
import { countryName } from '#kernel/countries.ts';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { heldBackWords } from './message-parts.tsx';
import type { Message } from './calls.ts';

const linkStyle = 'rounded-sm underline underline-offset-4 hover:text-accent';

export const MessageFacts = ({ message }: { message: Message }) => (
  <>
    <Sender message={message} />
    <Facts title="Message">
      <FactList>
        <Fact term="Received">
          <Moment at={message.receivedAt} full />
        </Fact>
        <Fact term="Assigned to">{message.assignedTo?.name ?? 'Unassigned'}</Fact>
        <Fact term="Language">{message.language === 'en' ? 'English' : message.language}</Fact>
        <Fact term="Terms and privacy">
          {message.consents.includes('terms_and_privacy') ? 'Agreed' : 'Not recorded'}
        </Fact>
        <Fact term="Text messages">{message.smsConsent ? 'Agreed' : 'Did not agree'}</Fact>
      </FactList>
    </Facts>
    {message.heldBackBecause !== null && (
      <Facts title={message.releasedAt === null ? 'Held back' : 'Released'}>
        <p className="text-muted">{heldBackWords[message.heldBackBecause]}</p>
        {message.releasedAt !== null && (
          <p className="mt-1 text-muted">
            Forwarded <Moment at={message.releasedAt} full />
          </p>
        )}
      </Facts>
    )}
  </>
);

function Sender({ message: { email, contact, country, customer, others } }: { message: Message }) {
  const mayReadCustomers = useMay('customers.read');
  return (
    <Facts title="Sender">
      <address className="grid gap-0.5 not-italic wrap-anywhere">
        <a href={`mailto:${email}`} className={`${linkStyle} w-fit`}>
          {email}
        </a>
        <span className="text-muted">{contact}</span>
        <span className="text-muted">{countryName(country)}</span>
      </address>
      <p className="mt-2">
        {customer === null ? (
          <span className="text-muted">No customer account has confirmed this address.</span>
        ) : mayReadCustomers ? (
          <Link to={`/admin/customers/${customer.id}`} className={linkStyle}>
            Customer: {customer.name || email}
          </Link>
        ) : (
          <span>Customer: {customer.name || email}</span>
        )}
      </p>
      {others > 0 && (
        <p className="mt-1">
          <Link to={`/admin/messages?${new URLSearchParams({ view: 'all', email })}`} className={linkStyle}>
            {others === 1 ? '1 other message' : `${others} other messages`} from this address
          </Link>
        </p>
      )}
    </Facts>
  );
}
