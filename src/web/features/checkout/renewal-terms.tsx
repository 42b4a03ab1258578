/** What a subscription covers and until when, and that it does not renew: said before the money is taken, and again with the receipt. */
import { coveredBy, notRenewed, type Period, toldFirst } from '#kernel/one-period.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import { Notice } from '#web/ui/notice.tsx';

type OnePeriod = { name: string; period: Period };

const subscriptionsAmong = (products: TempProduct[]): OnePeriod[] =>
  products.flatMap(({ name, period }) => (period === null ? [] : [{ name, period }]));

export function RenewalTerms({ products, paidOn }: { products: TempProduct[]; paidOn: Date }) {
  const subscriptions = subscriptionsAmong(products);
  if (subscriptions.length === 0) return null;
  return (
    <Notice title="One period, no renewal">
      <ul className="mt-1 grid gap-1">
        {subscriptions.map(({ name, period }) => (
          <li key={name}>
            <span className="font-medium">{name}</span>: {coveredBy(period, paidOn)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {notRenewed} {toldFirst}
      </p>
    </Notice>
  );
}
