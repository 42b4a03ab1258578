/**
 * Revokes and restores the increase of a booster whose money went back. A partial refund revokes the same
 * share. A lost dispute revokes all that is left; it can be won on appeal, and lost again. The caller holds
 * the lock on the order.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, cents, subtract } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { type BoosterOrder, readBooster } from './booster-store.ts';
import * as ledger from './service.ts';
import { approvedOf, boosterShare } from './rules.ts';
import * as store from './store.ts';

const regrantKey = (orderId: string): string => `booster-again:${orderId}`;
const firstLossKey = (orderId: string): string => `booster-back:${orderId}`;
const secondLossKey = (orderId: string): string => `booster-back:${orderId}:2`;
const refundedBy = (orderId: string, refundId: string): string => `booster-back:${orderId}:${refundId}`;

/** The increase left after refunds. */
const leftOf = ({ increase, total, refunded }: BoosterOrder): Cents =>
  subtract(increase, boosterShare(increase, total, refunded));

/**
 * Returns the order's booster with the account locked, and the decrease of the limit until only `left` of the
 * increase counts.
 */
async function fallTo(tx: Tx, orderId: string, left: (booster: BoosterOrder) => Cents) {
  const account = await store.lockBehind(tx, { orderId });
  const booster = account === null ? null : await readBooster(tx, orderId);
  if (account === null || booster === null) return null;
  const amount = cents(Math.max(0, Math.min(booster.remaining - left(booster), approvedOf(account))));
  return { account, booster, amount };
}

/**
 * How much the limit falls for the refunds of an order; 0 for an order without boosters. The account stays
 * locked until the transaction ends.
 */
export const decreaseForRefund = async (tx: Tx, orderId: string): Promise<Cents> =>
  (await fallTo(tx, orderId, leftOf))?.amount ?? cents(0);

/** Does nothing for an order without boosters or a closed account. Idempotent. */
export async function takeBoosterBack(
  tx: Tx,
  deps: CreditDeps,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<void> {
  const fall = await fallTo(tx, orderId, leftOf);
  if (fall === null || fall.amount === 0 || (await store.hasMovement(tx, refundedBy(orderId, refundId))))
    return;
  const { account, booster, amount } = fall;
  const isPart = leftOf(booster) > 0;
  await ledger.post(tx, deps, account, {
    ...{ key: refundedBy(orderId, refundId), kind: 'booster_back', amount, orderId },
    reason: isPart ? 'booster_refunded_in_part' : 'booster_refunded',
    inputs: {
      amountCents: amount,
      increaseCents: booster.increase,
      refundedCents: booster.refunded,
      totalCents: booster.total,
    },
  });
}

/** Revokes the whole increase after a lost dispute; after a second loss, what was granted again. */
export async function takeBoosterBackForDispute(
  tx: Tx,
  deps: CreditDeps,
  { orderId }: { orderId: string },
): Promise<void> {
  const key = (await store.hasMovement(tx, regrantKey(orderId)))
    ? secondLossKey(orderId)
    : firstLossKey(orderId);
  const fall = await fallTo(tx, orderId, () => cents(0));
  if (fall === null || fall.amount === 0 || (await store.hasMovement(tx, key))) return;
  const { account, amount } = fall;
  const kind = key === secondLossKey(orderId) ? 'lowered' : 'booster_back';
  await ledger.post(tx, deps, account, {
    key,
    kind,
    amount,
    reason: 'booster_dispute_lost',
    orderId,
    inputs: { amountCents: amount },
  });
}

/**
 * After a lost dispute is won, grants again what it revoked, up to the highest limit. A closed account gets
 * nothing.
 */
export async function regrantBooster(
  tx: Tx,
  deps: CreditDeps,
  { orderId }: { orderId: string },
): Promise<void> {
  const account = await store.lockBehind(tx, { orderId });
  if (account === null || account.status !== 'open') return;
  const booster = await readBooster(tx, orderId);
  if (booster === null || (await store.hasMovement(tx, regrantKey(orderId)))) return;
  const missing = leftOf(booster) - booster.remaining;
  const amount = cents(
    Math.min(booster.takenForDispute, missing, creditTerms.highestLimit - approvedOf(account)),
  );
  if (amount <= 0) return;
  await ledger.post(tx, deps, account, {
    ...{ key: regrantKey(orderId), kind: 'raised', amount, reason: 'booster_dispute_won', orderId },
    inputs: { amountCents: amount, approvedCents: approvedOf(account) },
  });
}
