/** The items of a paid order, for its owner on another device or another day. Nothing for other users. */
import { useEffect, useState } from 'react';
import { fromDollars } from '#kernel/money.ts';
import { renewalFieldsFrom } from '#web/features/cart/stored-fields.ts';
import type { TempProduct } from '#web/features/cart/cart.ts';
import { useSession } from '#web/session/use-session.ts';

/** Most visitors have just paid and do not need this. */
async function readAsOwner(id: string) {
  const [{ call }, { readOrder }] = await Promise.all([
    import('#web/session/call.ts'),
    import('#contract/orders.ts'),
  ]);
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
          ...renewalFieldsFrom(renewal),
        }));
        if (isCurrent) setOwned({ items, paidAtMs: paidAt === undefined ? null : Date.parse(paidAt) });
      },
      // Not the owner, or no response: the total is shown without the items.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [orderId, isWanted, isPerson]);
  return owned;
}
