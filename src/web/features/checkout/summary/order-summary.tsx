/**
 * The order summary. On phones it shows the item count and the total and expands to the details; on wide
 * screens it shows everything.
 */
import { useLanguage, withNodes } from '#web/language.tsx';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';
import { OrderHeading } from '#web/features/checkout/checkout-frame.tsx';
import { OrderItems, type OrderItemsProps, OrderTotals } from './order-items.tsx';
import type { Totals } from './totals.ts';

type Props = OrderItemsProps & {
  totals: Totals;
  code: string | null;
  /** Below the heading. */
  note?: ReactNode;
  /** Between the items and the totals. */
  discount?: ReactNode;
};

export function OrderSummary({ totals, code, note, discount, ...items }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { say, sayWith } = useLanguage();
  const id = useId();
  const { length: count } = items.products;
  const whenOpen = isOpen ? '' : 'max-lg:hidden';
  return (
    <>
      <OrderHeading>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-items ${id}-totals`}
          className="inline-flex min-h-11 items-center gap-2 hover:text-accent lg:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            {withNodes(
              sayWith('{items}, {total}', {
                items: <>{say('{count, plural, one {# item} other {# items}}', { count })}</>,
                total: <Money amount={totals.totalCents} className="font-semibold" />,
              }),
            )}
          </span>
          <Icon
            name="chevron"
            className={`size-5 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </OrderHeading>
      {note}
      <div id={`${id}-items`} className={whenOpen}>
        <OrderItems {...items} />
      </div>
      {discount}
      <div id={`${id}-totals`} className={whenOpen}>
        <OrderTotals totals={totals} code={code} />
      </div>
    </>
  );
}
