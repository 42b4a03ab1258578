/** Opens accounts on approval and closes them. The caller locks the person, before the account. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents, subtract } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { endCompanyFreezes } from './freezes.ts';
import { post, takeBackFromClosed } from './service.ts';
import { approvedOf } from './rules.ts';
import * as store from './store.ts';

export type Approval = {
  userId: string;
  applicationId: string;
  einIndexes: string[];
  limit: Cents;
  reason: string;
  actorId: string | null;
};

/**
 * Opens or reopens the account with its first limit. Throws `credit_ein_taken` when another open account has
 * this EIN.
 */
export async function openAccount(
  tx: Tx,
  deps: CreditDeps,
  { userId, applicationId, einIndexes, limit, reason, actorId }: Approval,
): Promise<void> {
  const now = deps.clock.now();
  const existing = await store.lockOf(tx, userId);
  if (existing?.status === 'open') throw new DomainError('credit_open');
  const [einIndex = ''] = einIndexes;
  if (await store.einIsOpen(tx, einIndexes)) throw new DomainError('credit_ein_taken');
  if (existing === null) await store.insertAccount(tx, { id: freshId('cra'), userId, einIndex, now });
  else {
    await endCompanyFreezes(tx, deps, existing.id);
    await store.reopen(tx, existing.id, einIndex, now);
  }
  const account = await store.lockOf(tx, userId);
  if (account === null) throw new Error(`${userId} has no account`);
  const rise = cents(Math.min(limit, creditTerms.highestLimit - approvedOf(account)));
  await post(tx, deps, account, {
    ...{ key: `approved:${applicationId}`, kind: 'approved', amount: rise, reason, actorId },
    inputs: { applicationId, limitCents: rise },
  });
}

/**
 * Sets a limit chosen by staff, up to the highest. Returns the key of the movement, or null if unchanged.
 * Available credit may become negative.
 */
export async function changeLimit(
  tx: Tx,
  deps: CreditDeps,
  account: store.Account,
  { to, reason, actorId }: { to: Cents; reason: string; actorId: string | null },
): Promise<string | null> {
  const from = approvedOf(account);
  if (to === from) return null;
  if (to > creditTerms.highestLimit) throw new DomainError('credit_limit_highest');
  const key = await store.nextKey(tx, 'limit', account.id);
  const change = {
    amount: cents(Math.abs(subtract(to, from))),
    reason: 'by_staff',
    actorId,
    inputs: { fromCents: from, toCents: to, reason },
  };
  await post(tx, deps, account, { ...change, key, kind: to > from ? 'raised' : 'lowered' });
  return key;
}

/** Throws `credit_owes` while anything is held or owed. Available credit is moved back to the limit. */
export async function closeAccount(
  tx: Tx,
  deps: CreditDeps,
  account: store.Account,
  reason: 'by_customer' | 'account_deleted',
): Promise<void> {
  if (account.hold > 0 || account.owed > 0) throw new DomainError('credit_owes');
  const now = deps.clock.now();
  await store.markClosed(tx, account.id, reason, now);
  await endCompanyFreezes(tx, deps, account.id);
  await takeBackFromClosed(tx, deps, account.id);
}
