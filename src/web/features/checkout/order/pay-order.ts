/** Pays an existing order. Its items and price are fixed; only the card is new. */
import { purchaseOrder } from '#contract/checkout.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { readOrder } from '#contract/orders.ts';
import { renewalTermsVersion } from '#kernel/renewal-terms.ts';
import { toRequestFields } from '#web/features/checkout/payment/payment-method-choice.ts';
import { billingDetailsOf } from '#web/features/checkout/purchase/content.ts';
import type { Outcome } from '#web/features/checkout/purchase/outcome.ts';
import { pay, type Paying, repeated } from '#web/features/checkout/purchase/pay.ts';
import { freshKey } from '#web/fresh-key.ts';
import { readItem, type BrowserStorage, writeItem } from '#web/local-storage.ts';

export type ShownOrder = Answer<typeof readOrder>;

const keyItem = 'stateside.orderKey';

/**
 * The key under which this browser pays an order, across reloads and tabs. The server uses it to tell link
 * holders apart. A guest without storage gets a new key after each reload.
 */
export function keyOfOrder(storage: BrowserStorage | null, orderId: string): string {
  const [knownId, storedKey] = (readItem(storage, keyItem) ?? '').split(' ');
  if (knownId === orderId && storedKey !== undefined && /^[\w-]{16,64}$/.test(storedKey)) return storedKey;
  const key = freshKey();
  writeItem(storage, keyItem, `${orderId} ${key}`);
  return key;
}

type PayingOrder = Pick<Paying, 'call' | 'paymentMethod' | 'billing' | 'signal' | 'onStage'> & {
  order: ShownOrder;
  key: string;
};

export const payOrder = ({ order, key, ...paying }: PayingOrder): Promise<Outcome> => {
  const body = {
    orderId: order.id,
    expectedTotal: order.total,
    billingDetails: billingDetailsOf(paying.billing),
    ...toRequestFields(paying.paymentMethod),
    ...(order.orderItems.some(({ renewal }) => renewal !== null) ? { renewalTermsVersion } : {}),
  };
  return pay({
    ...paying,
    successPage: '/payment/success',
    place: (timeUp) =>
      repeated(() => paying.call(purchaseOrder, { headers: { 'idempotency-key': key }, body }), timeUp),
  });
};
