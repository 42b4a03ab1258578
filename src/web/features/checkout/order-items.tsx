/** What is being bought and what it costs. Amounts have two decimals and stand under each other. */
import type { ReactNode } from 'react';
import { subtract, zero } from '#kernel/money.ts';
import type { CartProduct } from '#web/features/cart/slice.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Totals } from './totals.ts';

export function OrderItems({ products, onRemove }: { products: CartProduct[]; onRemove: (productId: string) => void }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {products.map(({ id, name, priceCents, period, renewalCents, image }) => (
        <li key={id} className="flex items-center gap-4 py-4">
          <img src={image} alt="" width={72} height={56} className="h-14 w-18 shrink-0 self-start rounded-sm bg-sunk object-cover" />
          <div className="min-w-0 grow">
            <p className="font-medium text-balance">{name}</p>
            {period && renewalCents !== null && (
              <p className="text-sm text-muted">
                First {period}. Then <Money amount={renewalCents} /> every {period} until you cancel.
              </p>
            )}
            <Button variant="text" size="small" onClick={() => onRemove(id)}>
              Remove<span className="sr-only"> {name} from cart</span>
            </Button>
          </div>
          <p className="self-start pt-0.5">
            <Money amount={priceCents} />
          </p>
        </li>
      ))}
    </ul>
  );
}

export function OrderTotals({ totals, code }: { totals: Totals; code: string | null }) {
  return (
    <dl className="grid gap-2">
      <Row term="Subtotal">
        <Money amount={totals.subtotalCents} />
      </Row>
      {totals.discountCents > 0 && (
        <Row term={code === null ? 'Discount' : `Discount (${code})`}>
          <Money amount={subtract(zero, totals.discountCents)} className="text-ok" />
        </Row>
      )}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
        <dt>Total</dt>
        <dd aria-live="polite">
          <Money amount={totals.totalCents} />
        </dd>
      </div>
    </dl>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="min-w-0 text-muted wrap-anywhere">{term}</dt>
    <dd>{children}</dd>
  </div>
);
