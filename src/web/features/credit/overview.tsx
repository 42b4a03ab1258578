/** The four figures of the account: available credit, and how the rest of the limit is used. */
import type { Cents } from '#kernel/money.ts';
import { fromDollars } from '#kernel/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Account } from './credit-api.ts';

export function Overview({
  account: { availableCredit, approvedCredit, held, owed, frozen, status },
}: {
  account: Account;
}) {
  const mayBuy = status === 'open' && frozen === null && availableCredit > 0;
  return (
    <section
      aria-label="Your credit"
      className="grid gap-6 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-muted">Available credit</p>
          <p className="font-display text-3xl font-semibold">
            <Money amount={fromDollars(availableCredit)} />
          </p>
        </div>
        {mayBuy && <ButtonLink to="/products">Buy on credit</ButtonLink>}
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-3">
        <Figure term="Limit" amount={fromDollars(approvedCredit)} hint="Granted to you" />
        <Figure term="Owed" amount={fromDollars(owed)} hint="Invoiced, not paid" />
        <Figure term="Held" amount={fromDollars(held)} hint="Not invoiced yet" />
      </dl>
    </section>
  );
}

const Figure = ({ term, amount, hint }: { term: string; amount: Cents; hint: string }) => (
  <div className="flex items-baseline justify-between gap-4 sm:block">
    <dt>
      <span className="block font-medium">{term}</span>
      <span className="block text-sm text-muted">{hint}</span>
    </dt>
    <dd className="text-lg font-semibold">
      <Money amount={amount} />
    </dd>
  </div>
);
