/** What is charged, and for a subscription which time it covers. A missing price is said in words, never shown as zero. */
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import { fromDollars } from '#kernel/money.ts';
import { Money } from '#web/ui/money.tsx';

export function ProductPrice({ product }: { product: Product }) {
  const today = asCartProduct(product)?.priceCents ?? null;
  if (today === null) return <p className="mt-1.5 text-lg text-muted">Price after evaluation</p>;
  const { type, subscriptionPeriod: period, subscriptionPrice } = product;
  if (type === 'simple' || period === null)
    return (
      <p className="mt-1.5 text-lg font-semibold">
        <Money amount={today} />
      </p>
    );
  const renewal = subscriptionPrice === null ? today : fromDollars(subscriptionPrice);
  return (
    <p className="mt-1.5 text-lg font-semibold">
      <Money amount={today} />{' '}
      <span className="font-normal text-muted">
        {renewal === today ? 'every' : 'for the first'} {period}
      </span>
      <span className="block text-base font-normal text-muted">
        {renewal !== today && (
          <>
            Then <Money amount={renewal} /> every {period}.{' '}
          </>
        )}
        Renews until you cancel
      </span>
    </p>
  );
}
