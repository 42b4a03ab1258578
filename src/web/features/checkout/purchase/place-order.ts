/**
 * The purchase call, repeated under one key while the connection fails: the server finds the same order each time.
 * With a new card nothing is charged by this call, so giving up here is safe. A saved card is charged by it, once under its key.
 */
import { CallError, type Client } from '#contract/client.ts';
import { createAndPurchase, purchase } from '#contract/checkout.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { toDollars } from '#kernel/money.ts';
import { renewalTermsVersion } from '#kernel/renewal-terms.ts';
import type { BillingDraft, CartState } from '#web/features/cart/slice.ts';
import { asSent, type PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import { codeFor, isRenewing, totalsOf, withRenewals } from '#web/features/checkout/summary/totals.ts';

export type PurchaseContent = Sent<typeof createAndPurchase>['body'];
export type PurchaseAnswer = Answer<typeof createAndPurchase>;

const retryAfterMs = [800, 2_500];

export function contentOf(cart: Pick<CartState, 'cartProducts' | 'discount' | 'cartId'>, billing: BillingDraft): PurchaseContent {
  return {
    productIds: cart.cartProducts.map(({ id }) => id),
    discountCode: codeFor(cart.cartProducts, cart.discount)?.code ?? null,
    billingDetails: {
      firstName: billing.firstName,
      lastName: billing.lastName,
      email: billing.email,
      country: billing.country,
      phone: billing.phoneNumber,
      addressLine1: billing.address,
      ...(billing.company ? { company: billing.company } : {}),
      ...(billing.taxNumber ? { taxNumber: billing.taxNumber } : {}),
    },
    cartId: cart.cartId,
    // The form is complete only once its buyer has agreed.
    ...(withRenewals(cart.cartProducts, cart.discount).some(isRenewing) ? { renewalTermsVersion } : {}),
    expectedTotal: toDollars(totalsOf(cart.cartProducts, cart.discount).totalCents),
  };
}

/** No answer, or an accident on the server: the same request may be sent again. A refusal is an answer. */
export const mayRepeat = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || (error.status >= 500 && error.code !== 'payment_unavailable'));

/** Sends one purchase call. Throws `CallError` with the server's refusal, or with `network` when no try reached it. Once `timeUp` is aborted no try follows. */
export async function placeOrder(
  send: () => Promise<PurchaseAnswer>,
  pause: (durationMs: number) => Promise<void>,
  timeUp: AbortSignal,
): Promise<PurchaseAnswer> {
  for (const durationMs of retryAfterMs) {
    try {
      return await send();
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      await pause(durationMs);
      if (timeUp.aborted) throw error;
    }
  }
  return send();
}

/** Whoever is logged in buys under their own name, with one of their cards or a new one; everybody else as a guest. */
export const purchaseCall =
  (call: Client, { isPerson, ...card }: Omit<PaymentMethodChoice, 'fields'> & { isPerson: boolean }, key: string, body: PurchaseContent) =>
  (): Promise<PurchaseAnswer> => {
    const headers = { 'idempotency-key': key };
    if (!isPerson) return call(createAndPurchase, { headers, body });
    return call(purchase, { headers, body: { ...body, ...asSent(card) } });
  };
