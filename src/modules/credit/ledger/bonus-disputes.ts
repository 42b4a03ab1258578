/**
 * The bonus of an order whose payment was lost in a dispute and won on appeal. It is granted again, and
 * revoked if the payment goes back after all; each happens once per order. The caller holds the lock on the
 * order.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import * as bonuses from './bonus-store.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as ledger from './service.ts';
import { approvedOf } from './rules.ts';
import * as store from './store.ts';

const [regrantKey, secondRevokeKey] = [
  (orderId: string) => `bonus-again:${orderId}`,
  (orderId: string) => `bonus-back:${orderId}:2`,
];

/**
 * After a won dispute, grants again what was revoked only for disputes, up to the highest limit, once nothing
 * of the order is owed.
 */
export async function regrantBonus(
  tx: Tx,
  deps: CreditDeps,
  { orderId }: { orderId: string },
): Promise<void> {
  const account = await store.lockBehind(tx, { orderId });
  if (account === null || account.status !== 'open') return;
  const taken = await bonuses.takenForDispute(tx, orderId);
  if (
    taken === null ||
    (await bonuses.isLost(tx, orderId)) ||
    (await store.hasMovement(tx, regrantKey(orderId)))
  )
    return;
  const amount = cents(Math.min(taken, creditTerms.highestLimit - approvedOf(account)));
  if (amount <= 0) return;
  await ledger.post(tx, deps, account, {
    ...{ key: regrantKey(orderId), kind: 'raised', amount, reason: 'bonus_dispute_won', orderId },
    inputs: { amountCents: amount, approvedCents: approvedOf(account) },
  });
}

/** Revokes the bonus when a payment goes back once more. Does nothing if the bonus was not granted again. */
export async function revokeRegrantedBonus(
  tx: Tx,
  deps: CreditDeps,
  { orderId, why }: { orderId: string; why: 'refunded' | 'dispute_lost' },
): Promise<void> {
  const account = await store.lockBehind(tx, { orderId });
  const bonus = await bonuses.raisedBy(tx, regrantKey(orderId));
  if (account === null || bonus === null || (await store.hasMovement(tx, secondRevokeKey(orderId)))) return;
  const amount = cents(Math.min(bonus, approvedOf(account)));
  if (amount === 0) return;
  await ledger.post(tx, deps, account, {
    ...{
      key: secondRevokeKey(orderId),
      kind: 'lowered',
      amount,
      reason: why === 'refunded' ? 'bonus_refunded' : 'bonus_dispute_lost',
      orderId,
    },
    inputs: { amountCents: amount },
  });
}
