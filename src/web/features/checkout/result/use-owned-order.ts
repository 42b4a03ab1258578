/** What a paid order holds, for its owner who comes from another device or another day. Everybody else gets nothing. */
import { useEffect, useState } from 'react';
import { fromDollars } from '#kernel/money.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import { useSession } from '#web/session/use-session.ts';

/** Most people who come to the page have just paid, and need none of this. */
async function readAsOwner(id: string) {
  const [{ call }, { readOrder }] = await Promise.all([import('#web/session/call.ts'), import('#contract/orders.ts')]);
  return call(readOrder, { params: { id } });
}

type OwnedOrder = { items: TempProduct[]; paidAtMs: number | null };

const nothing: OwnedOrder = { items: [], paidAtMs: null };

export function useOwnedOrder(orderId: string | null, isWanted: boolean): OwnedOrder {
  const isPerson = useSession().kind === 'person';
  const [owned, setOwned] = useState(nothing);
  useEffect(() => {
    if (orderId === null || !isWanted || !isPerson) return;
    let isCurrent = true;
    readAsOwner(orderId).then(
      ({ orderItems, receipts }) => {
        const paidAt = receipts.find(({ type }) => type === 'payment')?.date;
        const items = orderItems.map(({ product, total, renewal }) => ({
          name: product.name,
          priceCents: fromDollars(total),
          period: renewal?.period ?? null,
          renewalCents: renewal === null ? null : fromDollars(renewal.amount),
        }));
        if (isCurrent) setOwned({ items, paidAtMs: paidAt === undefined ? null : Date.parse(paidAt) });
      },
      // Not theirs, or no answer: the total is there without it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [orderId, isWanted, isPerson]);
  return owned;
}
