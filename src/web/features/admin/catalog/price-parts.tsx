/** A product's price history, and new prices for existing subscribers with the email that announces them. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { useDeferredValue, useState } from 'react';
import { formatDate } from '#kernel/dates.ts';
import { cents, formatMoney, toDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type PriceChange,
  type Product,
  useStaffPriceChangesQuery,
  useStaffPriceDecisionMutation,
  useStaffPriceNoticeQuery,
} from './calls.ts';
import { Section, Typed } from '#web/features/admin/form/editor-frame.tsx';

export const PriceHistory = ({ prices }: Pick<Product, 'prices'>) => (
  <div className="rounded-lg border border-line bg-surface p-4 text-sm">
    <Facts title="Price history">
      <ol className="grid gap-2">
        {prices.map(({ price, subscriptionPrice, since, by }) => (
          <li key={since} className="flex items-baseline justify-between gap-4">
            <span className="text-muted">
              <Moment at={since} full />
              {by && `, ${by}`}
            </span>
            <span className="text-end">
              {price === null && subscriptionPrice === null && 'By quote'}
              {price !== null && <Dollars amount={price} />}
              {subscriptionPrice !== null && (
                <span className="block text-xs text-muted">
                  renews at <Dollars amount={subscriptionPrice} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Facts>
  </div>
);

export function SubscriberPrice({ product }: { product: Product }) {
  const mayWrite = useMay('catalog.write');
  const changes = useStaffPriceChangesQuery(product.id);
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Price for subscribers"
      hint={`${product.subscribers === 1 ? '1 person subscribes' : `${product.subscribers} people subscribe`}. A new price applies from a renewal that each subscriber is notified of by email 14 to 30 days before.`}
    >
      <Loaded what="Prices for subscribers" query={changes} skeleton={<Skeleton className="h-12" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-sm text-muted">No price changes yet.</p>
          ) : (
            <Changes changes={all} />
          )
        }
      </Loaded>
      {mayWrite && (
        <Button size="small" variant="secondary" className="w-fit" onClick={() => setOpen(true)}>
          Change price for subscribers
        </Button>
      )}
      <DecideDialog product={product} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Section>
  );
}

const Changes = ({ changes }: { changes: PriceChange[] }) => (
  <ul className="grid gap-2 text-sm">
    {changes.map(({ id, price, startsOn, madeAt, by, told, waiting }) => (
      <li key={id} className="flex items-baseline justify-between gap-4">
        <span>
          <Dollars amount={price} />
          {startsOn && ` for renewals from ${formatDate(startsOn)}`}
          <span className="block text-xs text-muted">
            <Moment at={madeAt} full />
            {by && `, ${by}`}
          </span>
        </span>
        <span className="shrink-0 text-end text-muted">
          {told} notified{waiting > 0 && `, ${waiting} pending`}
        </span>
      </li>
    ))}
  </ul>
);

/** The minimum card charge. */
const smallestCharge = cents(50);

const DecideDialog = remountOnOpen(function DecideDialog({
  product,
  isOpen,
  onClose,
}: {
  product: Product;
  isOpen: boolean;
  onClose: () => void;
}) {
  const act = useAct();
  const [decide] = useStaffPriceDecisionMutation();
  const [price, setPrice] = useState('');
  const [startsOn, setStartsOn] = useState('');
  const [error, setError] = useState('');
  const typed = parseAmount(price);
  const amount = typed.kind === 'amount' && typed.amount >= smallestCharge ? typed.amount : null;
  const confirm = async () => {
    if (amount === null)
      return setError(
        typed.kind === 'amount' || typed.kind === 'zero' ? 'Enter $0.50 or more' : amountProblems[typed.kind],
      );
    const body = { price: toDollars(amount), ...(startsOn === '' ? {} : { startsOn }) };
    const outcome = await act.run(body, () => decide({ id: product.id, body }));
    if (outcome?.kind !== 'done') return;
    toasts.success('Price for subscribers changed');
    onClose();
  };
  return (
    <ActDialog
      title="Change price for subscribers"
      action={amount === null ? 'Change price' : `Change price to ${formatMoney(amount)}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <AmountField
          label="Price per renewal"
          hint="In US dollars."
          error={error || undefined}
          value={price}
          onChange={(text) => {
            setPrice(text);
            setError('');
          }}
        />
        <Typed
          label="Earliest date"
          hint="Leave empty for the earliest possible date."
          error={undefined}
          type="date"
          value={startsOn}
          onChange={setStartsOn}
        />
      </div>
      {amount !== null && <Notice id={product.id} price={toDollars(amount).toFixed(2)} startsOn={startsOn} />}
    </ActDialog>
  );
});

/** The number of affected subscribers and the email that they receive. */
function Notice(props: { id: string; price: string; startsOn: string }) {
  const { id, price, startsOn } = useDeferredValue(props);
  const query = useStaffPriceNoticeQuery({
    id,
    query: { price, ...(startsOn === '' ? {} : { startsOn }) },
  });
  return (
    <Loaded what="Email to subscribers" query={query} skeleton={<Skeleton className="h-40" />}>
      {({ subscribers, firstRenewal, lastRenewal, subject, text }) => (
        <div className="grid gap-2">
          <p>
            {subscribers === 0
              ? 'No subscribers pay a different price.'
              : `Affects ${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}.`}
            {firstRenewal && ` The first renewal at the new price is on ${formatDate(firstRenewal)}`}
            {firstRenewal &&
              (lastRenewal === firstRenewal || lastRenewal === null
                ? '.'
                : `, the last on ${formatDate(lastRenewal)}.`)}
          </p>
          <details className="rounded-md border border-line p-3" open>
            <summary className="font-medium">{subject}</summary>
            <p className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
          </details>
        </div>
      )}
    </Loaded>
  );
}
