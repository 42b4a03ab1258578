/**
 * Buying boosters by card. The order is placed in one transaction and paid by modules/checkout like any
 * other. Anything that would prevent the increase is refused before money moves, and checked again after the
 * payment (handlers.ts). Path of a booster: this file, `checkout/paying/by-card.ts`, `canBeGiven` and
 * `raiseLimit` in `server/settlement.ts`.
 */
import type * as contract from '#contract/boosters.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { add, type Cents, zero } from '#kernel/money.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import * as users from '#modules/accounts/people/store.ts';
import { assertCardChoice, payFor, type CardChoice } from '#modules/checkout/paying/by-card.ts';
import { paymentRequest, type Placed, requestKey, resume } from '#modules/checkout/placing/place-order.ts';
import { actorOf, hash } from '#modules/checkout/placing/running.ts';
import * as requests from '#modules/checkout/placing/purchase-request-store.ts';
import { assertMayBoost } from '#modules/credit/ledger/boosts.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type BoosterRequest, boosterRequestText, toItem } from './rules.ts';
import * as store from './store.ts';

type Answer = Handled<typeof contract.purchaseBooster>;

/**
 * Throws `booster_not_found`, `booster_needs_credit`, `booster_frozen`, `credit_limit_highest`,
 * `total_changed`, `idempotency_mismatch`, and the errors of a card purchase: `phone_invalid`,
 * `card_not_found`, `card_expired`, `card_declined`, `payment_in_progress`, `payment_unavailable`.
 */
export async function purchaseBooster(
  deps: Deps,
  { userId }: Person,
  { headers, body }: Pick<Received<typeof contract.purchaseBooster>, 'headers' | 'body'>,
): Promise<Answer> {
  const { boosterIds, billingDetails, paymentMethodId: cardRef = null, expectedTotal } = body;
  const choice: CardChoice = {
    userId,
    cardRef,
    saveCard: false,
    returnPath: `/booster-checkout?boosterId=${boosterIds[0] ?? ''}`,
  };
  await assertCardChoice(deps, choice);
  const billing = { ...billingDetails, phone: storedPhone(billingDetails.phone, billingDetails.country) };
  const attempt = {
    userId,
    key: headers['idempotency-key'] ?? null,
    shownTotal: expectedTotal,
    request: { boosterIds, billing },
  };
  return payFor(deps, choice, () =>
    retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => placeIn(tx, deps, attempt))),
  );
}

type Attempt = { userId: string; key: string | null; shownTotal: Cents | undefined; request: BoosterRequest };

/**
 * Locks the person, so that concurrent requests run one after the other. Each person has at most one waiting
 * booster order.
 */
async function placeIn(tx: Tx, deps: Deps, attempt: Attempt): Promise<Placed> {
  const { userId, key, shownTotal, request } = attempt;
  const now = deps.clock.now();
  await users.lock(tx, userId);
  const fingerprint = hash(boosterRequestText(request));
  const payer = { actor: actorOf(userId), key: key ?? requestKey(fingerprint) };
  const earlier = await requests.claim(tx, { ...payer, now });
  if (earlier !== null && earlier.fingerprint !== fingerprint) throw new DomainError('idempotency_mismatch');
  const resumed = earlier === null ? null : await resume(tx, earlier.orderId, now, key === null);
  // A paid order stays paid, even if the account has changed since.
  const placed =
    resumed?.next === 'done' || resumed?.next === 'wait'
      ? resumed
      : await placeUnpaid(tx, deps, attempt, fingerprint);
  if (placed.next === 'supersede' || placed.next === 'ask') return placed;
  if (placed.next === 'pay') orderRules.assertShown(placed.order.total, shownTotal);
  await requests.record(tx, { ...payer, fingerprint, orderId: placed.order.id, now });
  return placed;
}

/** Resumes the waiting order if it is for the same boosters; otherwise replaces it. */
async function placeUnpaid(
  tx: Tx,
  deps: Deps,
  { userId, shownTotal, request }: Attempt,
  fingerprint: string,
): Promise<Placed> {
  const now = deps.clock.now();
  const boosters = await store.findActive(tx, request.boosterIds);
  if (boosters.length !== request.boosterIds.length) throw new DomainError('booster_not_found');
  const items = boosters.map(toItem);
  await assertMayBoost(
    tx,
    deps,
    userId,
    add(...boosters.map(({ creditLimitIncrease }) => creditLimitIncrease)),
  );
  const { total } = orderRules.totals(
    items.map((item) => item.total),
    () => zero,
  );
  const waitingId = await store.findWaiting(tx, userId);
  const waiting = waitingId === null ? null : await orders.lock(tx, waitingId);
  if (waiting?.status === 'awaiting_payment') {
    const isSame =
      waiting.fingerprint === fingerprint && (shownTotal === undefined || shownTotal === waiting.total);
    const resumed = isSame ? await resume(tx, waiting.id, now, false) : null;
    return resumed ?? { next: 'supersede', orderId: waiting.id };
  }
  orderRules.assertShown(total, shownTotal);
  const id = freshId('ord');
  const sums = { subtotal: total, discount: zero, total };
  const { billing } = request;
  const number = await orders.insert(tx, {
    id,
    kind: 'booster',
    userId,
    cartId: null,
    billing,
    fingerprint,
    items,
    now,
    ...sums,
  });
  deps.log.info(
    { orderId: id, orderNumber: orderRules.orderNumber(number), totalCents: total },
    'an order of boosters was placed',
  );
  const payment = paymentRequest({
    id,
    number,
    total,
    items,
    payerId: userId,
    saveCard: false,
    shopId: deps.shopId,
  });
  return { next: 'pay', order: { id, total }, payment: await payments.insertWithDraft(tx, payment, now) };
}
