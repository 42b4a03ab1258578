/**
 * A purchase whose end this browser has not heard, because its buyer left at once or the line was lost: asked for on the next page, so that
 * what is paid does not stay in the cart. Loaded only where there is one.
 */
import { readPaymentStatus } from '#contract/payment-status.ts';
import { call } from '#web/session/call.ts';
import type { Store } from '#web/store.ts';
import { finishPurchase } from './slice.ts';

/** Never throws: without an answer the next page asks again. */
export async function settlePurchase(store: Store, ask: typeof call = call): Promise<void> {
  const orderId = undecidedOrder(store);
  if (orderId === null) return;
  const answer = await ask(readPaymentStatus, { params: { id: orderId } }).catch(() => null);
  // Meanwhile the shopper may have begun another purchase, or another tab may have heard first.
  if (answer?.status === 'paid' && undecidedOrder(store) === orderId) store.dispatch(finishPurchase(orderId));
}

export function undecidedOrder(store: Store): string | null {
  const { purchase } = store.getState().cart;
  return purchase === null || purchase.isPaid ? null : purchase.orderId;
}
