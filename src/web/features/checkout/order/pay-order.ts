/** Paying an order that was placed before. What it holds and costs was frozen then; all that is new is the card. */
import type { Client } from '#contract/client.ts';
import { purchaseOrder } from '#contract/checkout.ts';
import { renewalTermsVersion } from '#kernel/renewal-terms.ts';
import type { readOrder } from '#contract/orders.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { readItem, type BrowserStorage, writeItem } from '#web/local-storage.ts';
import { inTime, tooLate } from '#web/features/checkout/purchase/buy.ts';
import { checkFields, finishPayment, type Stage } from '#web/features/checkout/purchase/finish-payment.ts';
import { asSent, type PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import { type Outcome, outcomeOfRefusal, outcomeOfSavedCard } from '#web/features/checkout/purchase/outcome.ts';
import { wait } from '#web/features/checkout/purchase/payment-status.ts';
import { placeOrder } from '#web/features/checkout/purchase/place-order.ts';
import { freshKey } from '#web/fresh-key.ts';

export type ShownOrder = Answer<typeof readOrder>;

const keyItem = 'stateside.orderKey';

/**
 * The key under which this browser pays an order, over reloads and in all its tabs: by it the server tells this holder of the link from
 * others. A guest without storage is another one after each reload.
 */
export function keyOfOrder(storage: BrowserStorage | null, orderId: string): string {
  const [knownId, known] = (readItem(storage, keyItem) ?? '').split(' ');
  if (knownId === orderId && known !== undefined && /^[\w-]{16,64}$/.test(known)) return known;
  const key = freshKey();
  writeItem(storage, keyItem, `${orderId} ${key}`);
  return key;
}

type Paying = {
  call: Client;
  order: ShownOrder;
  key: string;
  paymentMethod: PaymentMethodChoice;
  billing: BillingDraft;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
};

const placeForMs = 55_000;

export async function payOrder({ call, order, key, paymentMethod, billing, signal, onStage }: Paying): Promise<Outcome> {
  const wrongFields = await checkFields(paymentMethod);
  if (wrongFields !== null) return wrongFields;
  const body = {
    orderId: order.id,
    expectedTotal: order.total,
    billingDetails: {
      firstName: billing.firstName,
      lastName: billing.lastName,
      email: billing.email,
      country: billing.country,
      phone: billing.phoneNumber,
      addressLine1: billing.address,
    },
    ...asSent(paymentMethod),
    ...(order.orderItems.some(({ renewal }) => renewal !== null) ? { renewalTermsVersion } : {}),
  };
  const send = () => call(purchaseOrder, { headers: { 'idempotency-key': key }, body });
  const isSavedCard = paymentMethod.cardId !== null;
  onStage(isSavedCard ? 'paying' : 'placing');
  const placed = await inTime((timeUp) => placeOrder(send, wait, timeUp), placeForMs).catch(
    isSavedCard ? outcomeOfSavedCard : outcomeOfRefusal,
  );
  if (!('kind' in placed))
    return finishPayment({ call, paymentMethod, payer: billing, signal, onStage, successPage: '/payment/success' }, placed);
  return isSavedCard && placed.kind === 'refused' && placed.message === tooLate ? { kind: 'unclear', message: tooLate } : placed;
}
