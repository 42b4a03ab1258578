/**
 * Buying by card, top to bottom: place the order (one transaction), open the payment at the processor, then hand the browser its secret or
 * charge a saved card. The processor is never called inside a transaction; whatever is lost in between, the same request, the webhook or
 * the sweep repairs.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { isPaid } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { cancelOrder } from './cancel-order.ts';
import { assertOwnCard, charge, type Payer, sayUnavailable } from './charge.ts';
import { type Attempt, place } from './place-order.ts';

type GuestPurchase = Pick<Received<typeof contract.createAndPurchase>, 'headers' | 'body'>;
type Purchase = Pick<Received<typeof contract.purchase>, 'headers' | 'body'>;
type Answer = Handled<typeof contract.createAndPurchase>;

/** A second round replaces an order whose cart has changed; a third one means that two tabs are fighting over the cart. */
export const roundsAtMost = 3;

/**
 * Guest checkout. Refusals: those of `quote` and of the coupon, `total_changed`, `cart_not_found`, `order_already_paid`,
 * `idempotency_mismatch`, `payment_in_progress`, `payment_unavailable` (nothing was charged; the same request continues).
 */
export const createAndPurchase = (deps: Deps, caller: Caller, received: GuestPurchase): Promise<Answer> => {
  // A browser whose session came back meanwhile still sends what it began as a guest: the order is then that person's.
  const userId = caller.kind === 'person' ? caller.userId : null;
  const attempt = attemptOf(userId, received);
  return buy(deps, attempt, { userId, cardRef: null, returnPath: '/payment-successful' });
};

/** Checkout of somebody who is logged in. Refusals as for a guest, and `card_not_found`, `card_expired`, `card_declined`. */
export async function purchase(deps: Deps, { userId }: Person, received: Purchase): Promise<Answer> {
  const { creditPurchase, paymentMethodId: cardRef = null } = received.body;
  if (creditPurchase) throw new DomainError('credit_unavailable');
  await assertOwnCard(deps, userId, cardRef);
  const attempt = attemptOf(userId, received);
  return buy(deps, attempt, { userId, cardRef, returnPath: '/payment-successful' });
}

const attemptOf = (userId: string | null, { headers, body }: GuestPurchase | Purchase): Attempt => ({
  userId,
  key: headers['idempotency-key'] ?? null,
  shownTotal: body.expectedTotal,
  wish: {
    productIds: body.productIds,
    discountCode: body.discountCode ?? null,
    billing: body.billingDetails,
    cartId: body.cartId ?? null,
  },
});

async function buy(deps: Deps, attempt: Attempt, payer: Payer): Promise<Answer> {
  for (let round = 0; round < roundsAtMost; round += 1) {
    const placed = await place(deps, attempt);
    if (placed.next === 'done') return { orderId: placed.order.id, status: 'paid', total: placed.order.total };
    if (placed.next === 'wait') return { orderId: placed.order.id, status: 'processing', total: placed.order.total };
    if (placed.next === 'supersede') {
      await giveWay(deps, placed.orderId);
      continue;
    }
    const answer = await charge(deps, placed, payer);
    if (answer !== null) return answer;
  }
  throw new DomainError('payment_in_progress');
}

/** Makes room for a new order of the same cart. Throws when the old one was paid after all, or its payment is being decided. */
async function giveWay(deps: Deps, orderId: string): Promise<void> {
  if (await cancelOrder(deps, orderId, 'superseded').catch(sayUnavailable(deps))) return;
  const order = await orders.find(deps.db, orderId);
  throw new DomainError(order !== null && isPaid(order.status) ? 'order_already_paid' : 'payment_in_progress');
}
