/** Checks whether boosters may raise a limit: before money is taken, and again after the payment. */
import { potentialLimit } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { isFrozen } from './freezes.ts';
import { approvedOf, boosterRefusal } from './rules.ts';
import * as store from './store.ts';

/**
 * Throws `booster_needs_credit`, `booster_frozen` or `credit_limit_highest`. Takes no lock: the settlement
 * makes the final check.
 */
export async function assertMayBoost(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: string,
  increase: Cents,
): Promise<void> {
  const account = await store.findOf(tx, userId);
  const refusal = boosterRefusal(
    account === null
      ? null
      : {
          isOpen: account.status === 'open',
          isFrozen: await isFrozen(tx, deps, account.id),
          approved: approvedOf(account),
        },
    increase,
  );
  if (refusal !== null) throw new DomainError(refusal);
}

/**
 * Locks the account, so that `limitRaised` in the same transaction does not throw. A freeze is ignored here:
 * the payment succeeded, and the limit can rise.
 */
export async function mayRaiseLimit(tx: Tx, userId: string, increase: Cents): Promise<boolean> {
  const account = await store.lockOf(tx, userId);
  return (
    account !== null && account.status === 'open' && potentialLimit(approvedOf(account), increase) !== null
  );
}
