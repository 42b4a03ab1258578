/** One dispute: its deadline, a link to respond, and the available evidence. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import { Link, useParams } from 'react-router';
import { brandName } from '#content/card-brands.ts';
import { formatLocalTime } from '#kernel/dates.ts';
import { CopyButton } from '#web/features/admin/detail/copy-button.tsx';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import { type Dispute, useStaffDisputeQuery } from './calls.ts';
import { DisputeMark } from './money-parts.tsx';

const area = { path: 'money/disputes', title: 'Disputes' };

export function DisputePage() {
  const { id = '' } = useParams();
  const query = useStaffDisputeQuery(id);
  return (
    <Loaded what="The dispute" query={query} isPage skeleton={<RecordSkeleton />}>
      {(dispute) => <Record key={dispute.id} dispute={dispute} />}
    </Loaded>
  );
}

const linkStyle = 'rounded-sm font-medium underline underline-offset-4 hover:text-accent';

const Record = ({ dispute }: { dispute: Dispute }) => (
  <RecordPage
    area={area}
    id={dispute.id}
    title={`Dispute of ${dispute.order.number}`}
    mark={<DisputeMark {...dispute} />}
    below={
      <p className="text-muted wrap-anywhere">
        {dispute.name} · {dispute.email}
      </p>
    }
    primary={{
      label: dispute.needsAnswer ? 'Respond in Stripe' : 'Open in Stripe',
      keys: 'a',
      run: () => void window.open(dispute.answerUrl, '_blank', 'noopener'),
    }}
    facts={<DisputeFacts dispute={dispute} />}
  >
    <DisputeStatus dispute={dispute} />
    <Evidence dispute={dispute} />
  </RecordPage>
);

function statusOf({ needsAnswer, answerBy, isClosed, isWithdrawn, status }: Dispute): {
  tone: NoticeTone;
  title: string;
  body: string;
} {
  if (status === 'won')
    return { tone: 'ok', title: 'Won', body: 'The bank decided in your favor. The money was returned.' };
  if (status === 'lost')
    return {
      tone: 'danger',
      title: 'Lost',
      body: 'The bank decided in the customer’s favor. The money is not returned.',
    };
  if (isClosed)
    return { tone: 'info', title: sentence(status), body: 'The dispute is closed. No action is needed.' };
  const money = isWithdrawn
    ? 'The bank is holding the money until it decides.'
    : 'The bank has not taken the money.';
  if (!needsAnswer)
    return {
      tone: 'info',
      title: 'Evidence submitted',
      body: `${money} The bank usually decides within two to three months.`,
    };
  const until =
    answerBy === null ? 'Deadline not known yet' : `Submit evidence by ${formatLocalTime(answerBy)}`;
  return {
    tone: 'warn',
    title: until,
    body: `${money} Without a response, the dispute is lost. You can respond once.`,
  };
}

function DisputeStatus({ dispute }: { dispute: Dispute }) {
  const { tone, title, body } = statusOf(dispute);
  return (
    <Notice tone={tone} title={title}>
      <p>{body}</p>
      <p className="mt-2">
        <NewTabLink to={dispute.answerUrl}>
          {dispute.needsAnswer ? 'Respond in Stripe' : 'View in Stripe'}
        </NewTabLink>
      </p>
    </Notice>
  );
}

const Evidence = ({ dispute }: { dispute: Dispute }) => (
  <section aria-labelledby="evidence" className="grid gap-3">
    <h2 id="evidence" className="font-sans text-sm font-semibold">
      Supporting evidence
    </h2>
    <ul className="grid max-w-line list-disc gap-2 ps-5">
      <li>
        The order with its items and emails:{' '}
        <Link to={`/admin/orders/${dispute.order.id}`} className={linkStyle}>
          {dispute.order.number}
        </Link>
        .
      </li>
      <li>
        {dispute.completedAt === null
          ? 'The work is not complete.'
          : `The work was completed on ${formatLocalTime(dispute.completedAt)}.`}
      </li>
      <li>
        {dispute.refunded > 0 ? (
          <>
            <Dollars amount={dispute.refunded} /> of the payment was refunded earlier. Include the date and
            the credit note.
          </>
        ) : (
          'No part of the payment was refunded.'
        )}
      </li>
    </ul>
  </section>
);

const DisputeFacts = ({ dispute }: { dispute: Dispute }) => (
  <>
    <Facts title="Dispute" action={<CopyButton text={dispute.id} what="the processor’s id" />}>
      <FactList>
        <Fact term="Amount">
          <Dollars amount={dispute.amount} />
        </Fact>
        <Fact term="Reason">{sentence(dispute.reason)}</Fact>
        <Fact term="Opened">
          <Moment at={dispute.openedAt} full />
        </Fact>
        {dispute.answerBy && (
          <Fact term="Respond by">
            <Moment at={dispute.answerBy} isDeadline />
          </Fact>
        )}
      </FactList>
    </Facts>
    <Facts title="Order">
      <FactList>
        <Fact term={dispute.items.join(', ')}>
          <Dollars amount={dispute.orderTotal} />
        </Fact>
        <Fact term="Placed">
          <Moment at={dispute.placedAt} full />
        </Fact>
        {dispute.paidAt && (
          <Fact term="Paid">
            <Moment at={dispute.paidAt} full />
          </Fact>
        )}
        {dispute.card && (
          <Fact term="Card">
            {brandName(dispute.card.brand)} {dispute.card.last4}
          </Fact>
        )}
        {dispute.customerId && (
          <Fact term="Customer">
            <Link to={`/admin/customers/${dispute.customerId}`} className={linkStyle}>
              {dispute.name}
            </Link>
          </Fact>
        )}
      </FactList>
    </Facts>
  </>
);
