/** What is being bought and its price. Amounts have two decimals and are aligned. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { subtract, zero } from '#kernel/money.ts';
import type { CartProduct } from '#web/features/cart/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Totals } from './totals.ts';

export type OrderItemsProps = {
  products: (Omit<CartProduct, 'type' | 'image'> & { image: string | null })[];
  /** Omitted for an existing order, whose items are fixed. */
  onRemove?: (productId: string) => void;
};

export function OrderItems({ products, onRemove }: OrderItemsProps) {
  const { say, sayWith, translate } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number | null>(null);
  // The clicked button is removed with its product, so the next one takes the focus. The heading of an empty
  // cart handles its own focus.
  useEffect(() => {
    if (removedAt.current === null) return;
    list.current?.querySelectorAll('button')[Math.min(removedAt.current, products.length - 1)]?.focus();
    removedAt.current = null;
  }, [products]);
  return (
    <ul ref={list} className="divide-y divide-line border-y border-line">
      {products.map(({ id, name, priceCents, period, image }, index) => (
        <li key={id} className="flex items-center gap-4 py-4">
          {image !== null && (
            <img
              src={image}
              alt=""
              width={72}
              height={56}
              className="dim-in-dark h-14 w-18 shrink-0 self-start rounded-sm bg-sunk object-cover"
            />
          )}
          <div className="min-w-0 grow">
            <p className="font-medium text-balance">
              <StoredText>{name}</StoredText>
            </p>
            {period && (
              <p className="text-sm text-muted">
                {period === 'month' ? say('Renews every month') : say('Renews every year')}
              </p>
            )}
            {onRemove && (
              <Button
                variant="text"
                size="small"
                onClick={() => {
                  removedAt.current = index;
                  onRemove(id);
                }}
              >
                {withNodes(
                  sayWith('Remove {what}', {
                    what: (
                      <span className="sr-only">{say('{name} from cart', { name: translate(name) })}</span>
                    ),
                  }),
                )}
              </Button>
            )}
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
  const { say } = useLanguage();
  return (
    <dl className="grid gap-2">
      <Row term={say('Subtotal')}>
        <Money amount={totals.subtotalCents} />
      </Row>
      {totals.discountCents > 0 && (
        <Row term={code === null ? say('Discount') : say('Discount ({code})', { code })}>
          <Money amount={subtract(zero, totals.discountCents)} className="text-ok" />
        </Row>
      )}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
        <dt>{say('Total')}</dt>
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
