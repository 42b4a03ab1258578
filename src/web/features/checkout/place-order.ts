/**
 * The purchase call, repeated under one key while the connection fails: the server finds the same order each time.
 * Nothing is charged by this call (a free order excepted), so giving up here is safe.
 */
import { CallError, type Client } from '#contract/client.ts';
import { createAndPurchase } from '#contract/checkout.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { toDollars } from '#kernel/money.ts';
import type { BillingDraft, CartState } from '#web/features/cart/slice.ts';
import { totalsOf } from './totals.ts';

export type PurchaseContent = Sent<typeof createAndPurchase>['body'];
export type PurchaseAnswer = Answer<typeof createAndPurchase>;

const retryAfterMs = [800, 2_500];

export function contentOf(cart: Pick<CartState, 'cartProducts' | 'discount' | 'cartId'>, billing: BillingDraft): PurchaseContent {
  return {
    productIds: cart.cartProducts.map(({ id }) => id),
    discountCode: cart.discount?.code ?? null,
    billingDetails: {
      firstName: billing.firstName,
      lastName: billing.lastName,
      email: billing.email,
      country: billing.country,
      phone: billing.phoneNumber,
      addressLine1: billing.address,
    },
    cartId: cart.cartId,
    expectedTotal: toDollars(totalsOf(cart.cartProducts, cart.discount).totalCents),
  };
}

/** No answer, or an accident on the server: the same request may be sent again. A refusal is an answer. */
export const mayRepeat = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || (error.status >= 500 && error.code !== 'payment_unavailable'));

/** Throws `CallError` with the server's refusal, or with `network` when no try reached it. Once `timeUp` is aborted no try follows. */
export async function placeOrder(
  call: Client,
  key: string,
  body: PurchaseContent,
  pause: (durationMs: number) => Promise<void>,
  timeUp: AbortSignal,
): Promise<PurchaseAnswer> {
  for (const durationMs of retryAfterMs) {
    try {
      return await call(createAndPurchase, { headers: { 'idempotency-key': key }, body });
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      await pause(durationMs);
      if (timeUp.aborted) throw error;
    }
  }
  return call(createAndPurchase, { headers: { 'idempotency-key': key }, body });
}
