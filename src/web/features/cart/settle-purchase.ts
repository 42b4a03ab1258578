/**
 * Checks a purchase with an unknown outcome on the next page, so paid items do not stay in the cart. The
 * buyer may have left early or lost the connection. Loaded only if there is such a purchase.
 */
import { readPaymentStatus } from '#contract/payment-status.ts';
import { call } from '#web/session/call.ts';
import type { CartStore } from './cart-store.ts';
import { finishPurchase } from './cart.ts';

/** Never throws: without a response the next page checks again. */
export async function settlePurchase(store: CartStore, ask: typeof call = call): Promise<void> {
  const orderId = undecidedOrder(store);
  if (orderId === null) return;
  const answer = await ask(readPaymentStatus, { params: { id: orderId } }).catch(() => null);
  // Meanwhile the shopper may have started another purchase, or another tab may have received the result.
  if (answer?.status === 'paid' && undecidedOrder(store) === orderId) store.update(finishPurchase(orderId));
}

export function undecidedOrder(store: CartStore): string | null {
  const { purchase } = store.read();
  return purchase === null || purchase.isPaid ? null : purchase.orderId;
}
