/**
 * The rise of a booster whose money went back, and which may come back: a dispute that was lost can be won on appeal, and lost or refunded after
 * that. Each of the three happens once for an order. The caller holds the order.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { raisedBy } from './bonus-store.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as ledger from './service.ts';
import { approvedOf } from './rules.ts';
import * as store from './store.ts';

const [givenAgain, backAgain] = [(orderId: string) => `booster-again:${orderId}`, (orderId: string) => `booster-back:${orderId}:2`];

/** Also what was given again. An order without boosters is no fact of the ledger. */
export async function takeBoosterBack(
  tx: Tx,
  deps: CreditDeps,
  { orderId, why }: { orderId: string; why: 'refunded' | 'dispute_lost' },
): Promise<void> {
  const given = await raisedBy(tx, givenAgain(orderId));
  if (given === null) return ledger.limitTakenBack(tx, deps, { orderId, why });
  const account = await store.lockBehind(tx, { orderId });
  const amount = account === null ? cents(0) : cents(Math.min(given, approvedOf(account)));
  if (account === null || amount === 0 || (await store.hasMovement(tx, backAgain(orderId)))) return;
  await ledger.post(tx, deps, account, {
    ...{
      key: backAgain(orderId),
      kind: 'lowered',
      amount,
      reason: why === 'refunded' ? 'booster_refunded' : 'booster_dispute_lost',
      orderId,
    },
    inputs: { amountCents: amount },
  });
}

/** A dispute that was lost is won: what was taken back for it is granted again, up to the end of the gauge. A closed account is granted nothing. */
export async function giveBoosterAgain(tx: Tx, deps: CreditDeps, { orderId }: { orderId: string }): Promise<void> {
  const account = await store.lockBehind(tx, { orderId });
  if (account === null || account.status !== 'open') return;
  const taken = (await store.orderInBook(tx, orderId)).find(({ kind }) => kind === 'booster_back');
  const amount = cents(Math.min(taken?.total ?? 0, creditTerms.highestLimit - approvedOf(account)));
  if (amount <= 0 || (await store.hasMovement(tx, givenAgain(orderId)))) return;
  if (!(await wasLostInDispute(tx, orderId))) return;
  await ledger.post(tx, deps, account, {
    ...{ key: givenAgain(orderId), kind: 'raised', amount, reason: 'booster_dispute_won', orderId },
    inputs: { amountCents: amount, approvedCents: approvedOf(account) },
  });
}

/** A booster was taken back for a dispute, and not for a refund, which nothing undoes. */
const wasLostInDispute = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom('credit_movement')
    .select('id')
    .where('order_id', '=', orderId)
    .where('reason', '=', 'booster_dispute_lost')
    .executeTakeFirst()) !== undefined;
