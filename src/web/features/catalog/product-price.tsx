/** What is charged today, and for a subscription what is charged later. A missing price is said in words, never shown as zero. */
import { fromDollars } from '#kernel/money.ts';
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import { Money } from '#web/ui/money.tsx';

export function ProductPrice({ product }: { product: Product }) {
  const today = asCartProduct(product)?.priceCents ?? null;
  if (today === null) return <p className="mt-1.5 text-lg text-muted">Price after evaluation</p>;
  const { type, subscriptionPrice, subscriptionPeriod } = product;
  if (type === 'simple' || subscriptionPrice === null)
    return (
      <p className="mt-1.5 text-lg font-semibold">
        <Money amount={today} />
      </p>
    );
  const renewal = fromDollars(subscriptionPrice);
  const differsToday = today !== renewal;
  return (
    <p className="mt-1.5 text-lg font-semibold">
      {differsToday ? (
        <>
          <Money amount={today} /> today, <span className="font-normal">then</span> <Money amount={renewal} /> every {subscriptionPeriod}
        </>
      ) : (
        <>
          <Money amount={renewal} /> <span className="font-normal text-muted">/ {subscriptionPeriod}</span>
        </>
      )}
      <span className="block text-base font-normal text-muted">
        {differsToday ? (
          'Renews at the current rate until you cancel'
        ) : (
          <>
            Renews each {subscriptionPeriod} at the current rate, now <Money amount={renewal} />, until you cancel
          </>
        )}
      </span>
    </p>
  );
}
