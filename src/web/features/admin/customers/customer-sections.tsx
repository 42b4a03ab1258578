/** The sections of a customer's page. Each is a separate request. */
import { Link } from 'react-router';
import { fromDollars } from '#kernel/money.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { NoteBox } from '#web/features/admin/form/note-box.tsx';
import { MessageMark } from '#web/features/admin/records/message-mark.tsx';
import { useStaffMessagesQuery } from '#web/features/admin/records/messages.ts';
import { useStaffOrdersQuery } from '#web/features/admin/records/orders.ts';
import { OrderMark } from '#web/features/admin/records/order-mark.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  useStaffCustomerCreditQuery,
  useStaffCustomerNoteMutation,
  useStaffCustomerNotesQuery,
} from './calls.ts';
import { Ein } from '#web/features/admin/records/ein.tsx';
import { Lines, lineStyle, linkStyle, Section } from '#web/features/admin/detail/section.tsx';

export function Orders({ id }: { id: string }) {
  const query = useStaffOrdersQuery({ customer: id });
  return (
    <Section title="Orders">
      <Loaded what="Orders" query={query} skeleton={<Skeleton className="h-24" />}>
        {({ rows, older }) =>
          rows.length === 0 ? (
            <p className="text-muted">No orders yet.</p>
          ) : (
            <ul className="grid gap-2">
              {rows.map(({ id: orderId, number, status, total, placedAt }) => (
                <li key={orderId} className={lineStyle}>
                  <span className="inline-flex items-baseline gap-3">
                    <Link to={`/admin/orders/${orderId}`} className={linkStyle}>
                      {number}
                    </Link>
                    <OrderMark status={status} />
                  </span>
                  <span className="text-muted">
                    placed <Moment at={placedAt} /> · <Money amount={fromDollars(total)} />
                  </span>
                </li>
              ))}
              {older !== null && <li className="text-muted">Showing the latest 50.</li>}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

/**
 * Contact form messages that give the customer's email address. They are verified as the customer's only if
 * the address is confirmed.
 */
export function Messages({ id, isConfirmed }: { id: string; isConfirmed: boolean }) {
  const query = useStaffMessagesQuery({ view: 'all', customer: id });
  return (
    <Section title="Contact messages">
      <Loaded what="Contact messages" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ rows, older }) => (
          <Lines
            rows={rows}
            before={
              isConfirmed ? undefined : 'This email address is not confirmed. The sender may be someone else.'
            }
            none="No messages."
            keyOf={(row) => row.id}
            more={older === null ? undefined : 'Showing the latest 50.'}
          >
            {(row) => (
              <>
                <span className="inline-flex min-w-0 items-baseline gap-3">
                  <Link
                    to={`/admin/messages/${row.id}`}
                    className={`${linkStyle} line-clamp-1 wrap-anywhere`}
                  >
                    {row.beginning}
                  </Link>
                  <MessageMark state={row.state} />
                </span>
                <span className="text-muted">
                  <Moment at={row.receivedAt} />
                </span>
              </>
            )}
          </Lines>
        )}
      </Loaded>
    </Section>
  );
}

export function CreditSection({ id }: { id: string }) {
  const query = useStaffCustomerCreditQuery(id);
  return (
    <Section title="Credit">
      <Loaded what="Credit" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ account, company, application }) => (
          <div className="grid gap-2">
            {account === null && application === null && (
              <p className="text-muted">No account or application.</p>
            )}
            {company !== null && (
              <p className={lineStyle}>
                <span className="wrap-anywhere">{company.legalName}</span>
                <span className="inline-flex items-baseline gap-2">
                  <span className="text-muted">EIN</span> <Ein customerId={id} last4={company.einLast4} />
                </span>
              </p>
            )}
            {account !== null && (
              <p className={lineStyle}>
                <Link to={`/admin/credit/accounts/${account.id}`} className={linkStyle}>
                  {account.status === 'open' ? 'Open account' : 'Closed account'}
                </Link>
                <span className="text-muted">
                  limit <Money amount={fromDollars(account.approvedCredit)} /> · owed{' '}
                  <Money amount={fromDollars(account.owed)} />
                </span>
              </p>
            )}
            {application !== null && (
              <p>
                <Link to={`/admin/credit/${application.id}`} className={linkStyle}>
                  Application
                </Link>{' '}
                <span className="text-muted">{application.state.replaceAll('_', ' ')}</span>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

export function Notes({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const [write] = useStaffCustomerNoteMutation();
  const query = useStaffCustomerNotesQuery(id);
  return (
    <Section title="Notes">
      {mayWrite && <NoteBox onWrite={(text) => write({ id, body: { text } })} />}
      <Loaded what="Notes" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="text-muted">No notes yet.</p>
          ) : (
            <ul className="grid gap-3">
              {notes.map(({ id: noteId, text, at, by }) => (
                <li key={noteId}>
                  <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                  <p className="text-xs text-muted">
                    {by} · <Moment at={at} full />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
