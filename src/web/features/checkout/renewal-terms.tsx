/** What renews, for how much, until when and how to end it: said before the money is taken, and again with the receipt. */
import type { Cents } from '#kernel/money.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Renewing = { name: string; period: 'month' | 'year'; renewalCents: Cents };

export const renewingAmong = (products: TempProduct[]): Renewing[] =>
  products.flatMap(({ name, period, renewalCents }) => (period !== null && renewalCents !== null ? [{ name, period, renewalCents }] : []));

export function RenewalTerms({ products, hasDiscount }: { products: TempProduct[]; hasDiscount: boolean }) {
  const renewing = renewingAmong(products);
  if (renewing.length === 0) return null;
  return (
    <Notice title="This renews until you cancel">
      <ul className="mt-1 grid gap-1">
        {renewing.map(({ name, period, renewalCents }) => (
          <li key={name}>
            <span className="font-medium">{name}</span>: then <Money amount={renewalCents} /> every {period}, charged to the same card.
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Renewals are charged at the current rate. We tell you of a new price by email, 14 to 30 days before the first renewal at that price.
      </p>
      {hasDiscount && <p className="mt-2">The discount is for today’s payment only.</p>}
      <p className="mt-2">
        To cancel, write to <MailLink />. It takes effect at the end of the billing cycle, and nothing is charged after that.
      </p>
    </Notice>
  );
}
