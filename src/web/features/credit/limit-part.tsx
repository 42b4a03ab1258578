/** The reasons for the limit: the ledger's movements in plain language, and the effect of paying on time. */
import { useState } from 'react';
import { creditTerms } from '#kernel/credit-terms.ts';
import { limitKinds, movementSentence } from '#content/credit-words.ts';
import { formatDate, formatDueDay } from '#kernel/dates.ts';
import { add, type Cents, cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSettings } from '#web/use-settings.ts';
import { type Account, type Movement, useMovementsQuery } from './credit-api.ts';
import { Part } from './credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';

export function LimitPart({ account }: { account: Account }) {
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, isFetching, refetch } = useMovementsQuery(cursor);
  return (
    <Part id="limit" title="How your limit is set">
      {account.status === 'open' && <Simulator account={account} />}
      {data === undefined && error === undefined && <Skeleton className="h-40" />}
      {data === undefined && error !== undefined && (
        <NotLoaded what="The history of your limit" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {data !== undefined && (
        <Story movements={showsAll ? data.data : data.data.filter(({ kind }) => limitKinds.has(kind))} />
      )}
      <div className="flex flex-wrap gap-3" data-print="no">
        <Button
          size="small"
          variant="secondary"
          aria-pressed={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show limit changes only' : 'Show all activity'}
        </Button>
        {data !== undefined && data.nextCursor !== null && (
          <Button
            size="small"
            variant="text"
            isBusy={isFetching}
            onClick={() => setCursor(data.nextCursor ?? undefined)}
          >
            Older
          </Button>
        )}
        {cursor !== undefined && (
          <Button size="small" variant="text" onClick={() => setCursor(undefined)}>
            Newest
          </Button>
        )}
      </div>
    </Part>
  );
}

const Story = ({ movements }: { movements: Movement[] }) =>
  movements.length === 0 ? (
    <p className="text-muted">No limit changes on this page.</p>
  ) : (
    <ol className="grid gap-0 border-s-2 border-line">
      {movements.map((movement) => (
        <li
          key={`${movement.at} ${movement.kind} ${movement.invoice?.id ?? movement.order?.id ?? ''}`}
          className="grid gap-0.5 py-3 ps-4"
        >
          <p className="text-sm text-muted">{formatDate(new Date(movement.at))}</p>
          <p>
            <span className="font-medium">{movementSentence(movement)}</span>
            {movement.order !== null && <Behind order={movement.order} invoice={movement.invoice} />}
          </p>
          <p className="text-muted">
            {amountOf(movement)}. Limit <Money amount={fromDollars(movement.approvedCredit)} />, available{' '}
            <Money amount={fromDollars(movement.availableCredit)} />.
          </p>
        </li>
      ))}
    </ol>
  );

const Behind = ({
  order,
  invoice,
}: {
  order: NonNullable<Movement['order']>;
  invoice: Movement['invoice'];
}) => (
  <>
    {' '}
    <SiteLink to={`/profile?order=${order.id}`} className="underline underline-offset-4 hover:text-accent">
      Order {order.number}
    </SiteLink>
    {invoice !== null && (
      <>
        {', '}
        <SiteLink to={`/invoices/${invoice.id}`} className="underline underline-offset-4 hover:text-accent">
          {invoice.number}
        </SiteLink>
      </>
    )}
  </>
);

/** The ledger records an increase of the limit as a negative entry. */
function amountOf({ kind, entries: { limit, available, hold, owed } }: Movement): string {
  const largest = fromDollars(Math.max(Math.abs(limit), Math.abs(available), Math.abs(hold), Math.abs(owed)));
  if (!limitKinds.has(kind)) return formatMoney(largest);
  return `${limit < 0 ? '+' : '−'}${formatMoney(largest)}`;
}

/** The limit if all orders are paid on time: one bonus per order. Null if there are fewer than two. */
function limitAfterAll(limit: Cents, invoices: Account['invoices']): Cents | null {
  const bonuses = new Map(
    invoices.flatMap(({ orderId, bonus }) =>
      bonus === null || bonus === 0 ? [] : [[orderId, fromDollars(bonus)]],
    ),
  );
  return bonuses.size < 2 ? null : cents(Math.min(add(limit, ...bonuses.values()), creditTerms.highestLimit));
}

/**
 * On-time payment raises the limit once the whole order is completed and paid. The server sends the amount,
 * and whether a raise is still possible.
 */
function Simulator({ account }: { account: Account }) {
  const { credit } = useSettings();
  const limit = fromDollars(account.approvedCredit);
  const rest = account.invoices.filter(({ daysLate }) => daysLate === 0);
  const fullLimit = limitAfterAll(limit, rest);
  if (account.invoices.length === 0)
    return (
      <p>
        Buy on credit and pay both invoices of an order on time: your limit rises by{' '}
        {credit.bonusBasisPoints / 100}% of the order, up to {formatMoney(creditTerms.highestLimit)}.
      </p>
    );
  return (
    <ul className="grid gap-2 rounded-lg bg-credit-soft p-4 sm:p-5" aria-label="What paying on time does">
      {rest.map(({ id, number, dueOn, owed, bonus }) => (
        <li key={id}>
          Pay {number} by {formatDueDay(dueOn)}: {formatMoney(fromDollars(owed))} is available again at once
          {bonus !== null && bonus > 0 && (
            <>
              , and the limit becomes{' '}
              <strong className="money">{formatMoney(add(limit, fromDollars(bonus)))}</strong> when the whole
              order is done and paid on time
            </>
          )}
          .
        </li>
      ))}
      {fullLimit !== null && (
        <li>
          Pay all of them on time, and the limit becomes{' '}
          <strong className="money">{formatMoney(fullLimit)}</strong>.
        </li>
      )}
      {rest.length < account.invoices.length && (
        <li>
          An order with a late invoice earns no bonus. Paying everything that is past due makes your credit
          available again.
        </li>
      )}
    </ul>
  );
}
