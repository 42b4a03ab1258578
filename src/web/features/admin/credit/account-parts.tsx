/** Details of a Net 30 account: amounts, reasons for a hold, unpaid invoices, and the ledger. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffMovementSentence } from '#content/credit-words.ts';
import { formatDate } from '#kernel/dates.ts';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Account, type Book as BookPage, useStaffCreditBookQuery } from './calls.ts';

const linkStyle = 'underline underline-offset-4 hover:text-accent';
const freezeNames = {
  past_due: 'Past-due invoices',
  staff: 'By staff',
  changed_company: 'Changed company',
} as const;

export const AccountFacts = ({ record: { account, freezes, inReviewId } }: { record: Account }) => (
  <>
    <Facts title="Credit">
      <FactList>
        <Fact term="Limit">
          <strong className="font-semibold">
            <Dollars amount={account.approvedCredit} />
          </strong>
        </Fact>
        <Fact term="Available">
          <Dollars amount={account.availableCredit} />
        </Fact>
        <Fact term="Held for orders">
          <Dollars amount={account.held} />
        </Fact>
        <Fact term="Owed">
          <Dollars amount={account.owed} />
        </Fact>
        <Fact term="Past due">
          <Dollars amount={account.pastDue} />
        </Fact>
        {account.openedAt && (
          <Fact term="Opened">
            <Moment at={account.openedAt} full />
          </Fact>
        )}
        {account.isWrittenOff && <Fact term="Closed">Written off</Fact>}
      </FactList>
    </Facts>
    {freezes.length > 0 && (
      <Facts title="On hold">
        <FactList>
          {freezes.map(({ kind, reason, since }) => (
            <Fact
              key={kind}
              term={
                <span className="wrap-anywhere text-ink">
                  {freezeNames[kind]}
                  {kind === 'staff' && <span className="block text-xs text-muted">{reason}</span>}
                </span>
              }
            >
              <Moment at={since} />
            </Fact>
          ))}
        </FactList>
      </Facts>
    )}
    {inReviewId !== null && (
      <Facts title="In review">
        <Link to={`/admin/credit/${inReviewId}`} className={linkStyle}>
          View application
        </Link>
      </Facts>
    )}
  </>
);

export const Invoices = ({ account: { invoices } }: Pick<Account, 'account'>) => (
  <section aria-label="Unpaid invoices" className="grid gap-3">
    <h2 className="font-sans text-sm font-semibold">Unpaid invoices</h2>
    {invoices.length === 0 && <p className="text-muted">No unpaid invoices.</p>}
    <ul className="grid gap-2">
      {invoices.map(({ id, number, orderId, dueOn, owed, daysLate }) => (
        <li key={id} className="flex items-baseline justify-between gap-4">
          <span>
            <Link to={`/admin/orders/${orderId}`} className={linkStyle}>
              {number}
            </Link>{' '}
            <span className={daysLate > 0 ? 'font-medium text-danger' : 'text-muted'}>
              {daysLate > 0
                ? `${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`
                : `due ${formatDate(dueOn)}`}
            </span>
          </span>
          <Dollars amount={owed} />
        </li>
      ))}
    </ul>
  </section>
);

export function Book({ id }: { id: string }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <section aria-label="Ledger" className="grid gap-3">
      <h2 className="font-sans text-sm font-semibold">Ledger</h2>
      {cursors.map((cursor, place) => (
        <BookPart
          key={cursor ?? ''}
          id={id}
          cursor={cursor}
          onOlder={place === cursors.length - 1 ? (older) => setCursors([...cursors, older]) : null}
        />
      ))}
    </section>
  );
}

type BookPartProps = { id: string; cursor: string | undefined; onOlder: ((cursor: string) => void) | null };

function BookPart({ id, cursor, onOlder }: BookPartProps) {
  const query = useStaffCreditBookQuery({ id, query: cursor === undefined ? {} : { cursor } });
  return (
    <Loaded what="Ledger" query={query} skeleton={<Skeleton className="h-40" />}>
      {({ data, nextCursor }) => (
        <div className="grid justify-items-start gap-3">
          <ol className="grid w-full gap-2">
            {data.map((movement) => (
              <Movement
                key={`${movement.at} ${movement.kind} ${movement.invoice?.id ?? movement.order?.id ?? ''}`}
                movement={movement}
              />
            ))}
          </ol>
          {nextCursor !== null && onOlder !== null && (
            <Button size="small" variant="secondary" onClick={() => onOlder(nextCursor)}>
              Older
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}

const by = { you: 'The customer', staff: 'Staff', shop: 'System' } as const;

function Movement({ movement }: { movement: BookPage['data'][number] }) {
  const { limit, available, hold, owed } = movement.entries;
  const amount = Math.max(Math.abs(limit), Math.abs(available), Math.abs(hold), Math.abs(owed));
  return (
    <li className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">{staffMovementSentence(movement)}</p>
        <p className="text-xs text-muted">
          {by[movement.by]} · <Moment at={movement.at} full /> · limit{' '}
          <Dollars amount={movement.approvedCredit} />
        </p>
      </div>
      <Dollars amount={amount} />
    </li>
  );
}
