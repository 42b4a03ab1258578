/**
 * Buying with a new card, top to bottom: place the order (one transaction), open the payment at the processor, hand the browser its secret.
 * The processor is never called inside a transaction; whatever is lost in between, the same request, the webhook or the sweep repairs.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { isPaid } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyTruth } from '#modules/payments/apply-intent.ts';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import { cancelOrder } from './cancel-order.ts';
import { type Attempt, place, type Placed } from './place-order.ts';
import { settlement } from './settle.ts';

type Purchase = Pick<Received<typeof contract.createAndPurchase>, 'headers' | 'body'>;
type Answer = Handled<typeof contract.createAndPurchase>;

/** A second round replaces an order whose cart has changed; a third one means that two tabs are fighting over the cart. */
const roundsAtMost = 3;

/**
 * Guest checkout. Refusals: those of `quote` and of the coupon, `total_changed`, `cart_not_found`, `order_already_paid`,
 * `idempotency_mismatch`, `payment_in_progress`, `payment_unavailable` (nothing was charged; the same request continues).
 */
export async function createAndPurchase(deps: Deps, { headers, body }: Purchase): Promise<Answer> {
  const attempt: Attempt = {
    actor: 'guest',
    key: headers['idempotency-key'] ?? null,
    shownTotal: body.expectedTotal,
    wish: {
      productIds: body.productIds,
      discountCode: body.discountCode ?? null,
      billing: body.billingDetails,
      cartId: body.cartId ?? null,
    },
  };
  for (let round = 0; round < roundsAtMost; round += 1) {
    const placed = await place(deps, attempt);
    if (placed.next === 'done') return { orderId: placed.order.id, status: 'paid', total: placed.order.total };
    if (placed.next === 'wait') return { orderId: placed.order.id, status: 'processing', total: placed.order.total };
    if (placed.next === 'supersede') {
      await giveWay(deps, placed.orderId);
      continue;
    }
    const answer = await pay(deps, placed);
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

/** Null when the payment turns out to be cancelled at the processor, so that the order needs a new one. */
async function pay(deps: Deps, { order, payment }: Extract<Placed, { next: 'pay' }>): Promise<Answer | null> {
  const opened = await payments.openAtProcessor(deps, payment).catch(sayUnavailable(deps));
  const answer = { orderId: order.id, total: order.total };
  if (opened.state === 'needs_card') return { ...answer, status: 'requires_confirmation', client_secret: opened.clientSecret };
  const status = await applyTruth(deps, settlement(deps), opened);
  if (opened.state === 'needs_action') return { ...answer, status: 'requires_action', client_secret: opened.clientSecret };
  if (opened.state === 'canceled') return null;
  return { ...answer, status: status === 'succeeded' ? 'paid' : 'processing' };
}

/** A new card is charged only after the browser confirms, so an unreachable processor here means: nothing was charged. */
const sayUnavailable =
  (deps: Deps) =>
  (error: unknown): never => {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
    deps.log.error({ err: error }, 'the processor did not open a payment');
    throw new DomainError('payment_unavailable');
  };
