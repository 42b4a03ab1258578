/** What is charged, and for a subscription which time it covers. A missing price is said in words, never shown as zero. */
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import { Money } from '#web/ui/money.tsx';

export function ProductPrice({ product }: { product: Product }) {
  const today = asCartProduct(product)?.priceCents ?? null;
  if (today === null) return <p className="mt-1.5 text-lg text-muted">Price after evaluation</p>;
  const { type, subscriptionPeriod } = product;
  if (type === 'simple' || subscriptionPeriod === null)
    return (
      <p className="mt-1.5 text-lg font-semibold">
        <Money amount={today} />
      </p>
    );
  return (
    <p className="mt-1.5 text-lg font-semibold">
      <Money amount={today} /> <span className="font-normal text-muted">for one {subscriptionPeriod}</span>
      <span className="block text-base font-normal text-muted">Does not renew</span>
    </p>
  );
}
