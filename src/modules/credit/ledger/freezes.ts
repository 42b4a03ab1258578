/**
 * A freeze blocks purchases on credit. Past-due invoices freeze an account automatically, and paying them
 * lifts the freeze in the same transaction. Only staff lift a staff freeze; a freeze for a declined change of
 * company also ends with the next approval. The caller holds the lock on the account.
 */
import { isPastDue } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as store from './freeze-store.ts';
import { type Owing, owingOf } from './owing-store.ts';
import type { Account } from './store.ts';
import { notify } from './notices.ts';

/** Also true between midnight and the sweep that records the freeze. */
export const isFrozen = async (
  tx: Tx,
  { clock }: Pick<CreditDeps, 'clock'>,
  accountId: string,
): Promise<boolean> =>
  (await store.openOf(tx, accountId)).length > 0 || (await pastDueOf(tx, accountId, clock.now())).length > 0;

export const pastDueOf = async (tx: Tx, accountId: string, now: Date): Promise<Owing[]> =>
  (await owingOf(tx, accountId)).filter(({ dueOn }) => isPastDue(dueOn, now));

/**
 * Freezes an account with past-due invoices. Does nothing if it is already frozen for them, or all were paid
 * in the meantime.
 */
export async function freezeWhenPastDue(tx: Tx, deps: CreditDeps, { id, userId }: Account): Promise<boolean> {
  const now = deps.clock.now();
  const pastDue = await pastDueOf(tx, id, now);
  if (pastDue.length === 0) return false;
  const freezeId = freshId('frz');
  if (
    !(await store.insert(tx, {
      id: freezeId,
      accountId: id,
      kind: 'past_due',
      reason: 'past_due',
      actorId: null,
      now,
    }))
  )
    return false;
  await notify(tx, deps, {
    key: `frozen:${freezeId}`,
    userId,
    say: { kind: 'credit_frozen', late: pastDue },
  });
  return true;
}

/**
 * Lifts the automatic freeze when nothing is past due. Notifies the customer unless staff have frozen the
 * account too, or it is closed.
 */
export async function unfreezeWhenPaid(
  tx: Tx,
  deps: CreditDeps,
  { id, userId, status }: Account,
): Promise<boolean> {
  const now = deps.clock.now();
  const open = await store.openOf(tx, id);
  const automatic = open.find(({ kind }) => kind === 'past_due');
  if (automatic === undefined || (await pastDueOf(tx, id, now)).length > 0) return false;
  await store.end(tx, automatic.id, now);
  if (open.length === 1 && status === 'open')
    await notify(tx, deps, { key: `unfrozen:${automatic.id}`, userId, say: { kind: 'credit_unfrozen' } });
  return true;
}

type ByStaff = { reason: string; actorId: string | null };

/** Returns false if staff have already frozen the account, apart from a declined change of company. */
export const freezeByStaff = (tx: Tx, deps: CreditDeps, account: Account, by: ByStaff): Promise<boolean> =>
  freeze(tx, deps, account, { ...by, kind: 'staff' });

/** Freezes the account because a change of company was declined. */
export const freezeForChangedCompany = (
  tx: Tx,
  deps: CreditDeps,
  account: Account,
  actorId: string | null,
): Promise<boolean> =>
  freeze(tx, deps, account, { kind: 'changed_company', reason: 'company_changed', actorId });

async function freeze(
  tx: Tx,
  deps: CreditDeps,
  { id, userId }: Account,
  by: ByStaff & { kind: 'staff' | 'changed_company' },
): Promise<boolean> {
  const freezeId = freshId('frz');
  if (!(await store.insert(tx, { id: freezeId, accountId: id, ...by, now: deps.clock.now() }))) return false;
  await notify(tx, deps, { key: `frozen:${freezeId}`, userId, say: { kind: 'credit_frozen', late: [] } });
  return true;
}

type Unfrozen = { remainsFrozen: boolean } | null;

/**
 * Lifts all freezes by staff. Returns whether past-due invoices still freeze the account, or null if staff
 * had not frozen it.
 */
export const unfreezeByStaff = (tx: Tx, deps: CreditDeps, account: Account): Promise<Unfrozen> =>
  unfreeze(tx, deps, account, ['staff', 'changed_company']);

/** Lifts the freeze after a change of company was approved. A staff freeze for another reason stays. */
export const unfreezeForChangedCompany = (tx: Tx, deps: CreditDeps, account: Account): Promise<Unfrozen> =>
  unfreeze(tx, deps, account, ['changed_company']);

async function unfreeze(
  tx: Tx,
  deps: CreditDeps,
  { id, userId }: Account,
  kinds: store.Freeze['kind'][],
): Promise<Unfrozen> {
  const ended = (await store.openOf(tx, id)).filter(({ kind }) => kinds.includes(kind));
  const [first] = ended;
  if (first === undefined) return null;
  for (const freeze of ended) await store.end(tx, freeze.id, deps.clock.now());
  const remainsFrozen = await isFrozen(tx, deps, id);
  if (!remainsFrozen)
    await notify(tx, deps, { key: `unfrozen:${first.id}`, userId, say: { kind: 'credit_unfrozen' } });
  return { remainsFrozen };
}

/**
 * Ends the freeze for a changed company when the account is closed or reopened. Sends no email, because the
 * freeze had no effect on a closed account.
 */
export async function endCompanyFreezes(
  tx: Tx,
  { clock }: Pick<CreditDeps, 'clock'>,
  accountId: string,
): Promise<void> {
  for (const { id, kind } of await store.openOf(tx, accountId))
    if (kind === 'changed_company') await store.end(tx, id, clock.now());
}
