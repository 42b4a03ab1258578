/**
 * Paying an order that was placed before: by its owner, or by whoever holds its link while it can be paid. It was frozen when it was
 * placed, so nothing that is sent changes what it holds, what it costs, or whose it is.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as cartStore from '#modules/carts/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller } from '#platform/mount.ts';
import { roundsAtMost } from './by-card.ts';
import { assertOwnCard, charge } from './charge.ts';
import { actorOf, hash, paymentRequest, type Placed } from './place-order.ts';
import { isHolder } from './service.ts';
import * as requests from './store.ts';

type Answer = Handled<typeof contract.purchaseOrder>;

/**
 * Refusals: `order_not_found` (also for somebody else's), `order_already_paid`, `order_not_payable`, `total_changed`, and those of a
 * purchase that are about cards.
 */
export async function purchaseOrder(
  deps: Deps,
  caller: Caller,
  { headers, body }: Pick<Received<typeof contract.purchaseOrder>, 'headers' | 'body'>,
): Promise<Answer> {
  if (body.creditPurchase) throw new DomainError('credit_unavailable');
  const userId = caller.kind === 'person' ? caller.userId : null;
  const { orderId, paymentMethodId: cardRef = null } = body;
  const key = headers['idempotency-key'] ?? null;
  await assertOwnCard(deps, userId, cardRef);
  for (let round = 0; round < roundsAtMost; round += 1) {
    const placed = await deps.db.transaction().execute((tx) => find(tx, deps, { orderId, userId, key, shownTotal: body.expectedTotal }));
    if (placed.next === 'done') return { orderId, status: 'paid', total: placed.order.total };
    if (placed.next === 'wait') return { orderId, status: 'processing', total: placed.order.total };
    const answer = await charge(deps, placed, { userId, cardRef, returnPath: '/payment/success' });
    if (answer !== null) return answer;
  }
  throw new DomainError('payment_in_progress');
}

type Wish = { orderId: string; userId: string | null; key: string | null; shownTotal: Cents | undefined };

async function find(tx: Tx, deps: Deps, { orderId, userId, key, shownTotal }: Wish): Promise<Exclude<Placed, { next: 'supersede' }>> {
  const now = deps.clock.now();
  const actor = actorOf(userId);
  const fingerprint = hash(`order ${orderId}`);
  const known = await orders.find(tx, orderId);
  // Cart before order, as everywhere: a settlement takes them in the same order.
  if (known !== null && known.cartId !== null) await cartStore.lock(tx, known.cartId);
  const earlier = key === null ? null : await requests.claim(tx, { actor, key, now });
  if (earlier !== null && earlier.fingerprint !== fingerprint) throw new DomainError('idempotency_mismatch');
  const order = await orders.lock(tx, orderId);
  if (order === null || !(await isHolder(tx, order, userId))) throw new DomainError('order_not_found');
  if (orderRules.isPaid(order.status)) {
    if (earlier === null) throw new DomainError('order_already_paid');
    return { next: 'done', order };
  }
  if (order.status === 'canceled') throw new DomainError('order_not_payable');
  orderRules.assertShown(order.total, shownTotal);
  if (key !== null) await requests.record(tx, { actor, key, fingerprint, orderId, now });
  const open = await payments.findOpenOfOrder(tx, orderId);
  if (open !== null) return { next: 'pay', order, payment: open };
  if (await payments.hasMoneyInReview(tx, orderId)) return { next: 'wait', order };
  const request = paymentRequest({
    id: order.id,
    number: order.number,
    payerId: userId,
    total: order.total,
    items: await orders.items(tx, orderId),
  });
  return { next: 'pay', order, payment: await payments.insert(tx, request, now) };
}
