/**
 * A freeze keeps an account from buying on credit. What is past due freezes it by itself, and paying all of that lifts it in the transaction
 * of the payment; a freeze that staff set is lifted by staff only. The account is locked by the caller.
 */
import { isPastDue } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from './deps.ts';
import * as store from './freeze-store.ts';
import { type Owing, owingOf } from './owing-store.ts';
import type { Account } from './store.ts';
import { tell } from './notices.ts';

/** Also in the moments between midnight and the sweep that writes the freeze down. */
export const isFrozen = async (tx: Tx, { clock }: Pick<CreditDeps, 'clock'>, accountId: string): Promise<boolean> =>
  (await store.openOf(tx, accountId)).length > 0 || (await pastDueOf(tx, accountId, clock.now())).length > 0;

export const pastDueOf = async (tx: Tx, accountId: string, now: Date): Promise<Owing[]> =>
  (await owingOf(tx, accountId)).filter(({ dueOn }) => isPastDue(dueOn, now));

/** What is past due freezes. Nothing where it is frozen for that already, or where all was paid meanwhile. */
export async function freezeWhenPastDue(tx: Tx, deps: CreditDeps, { id, userId }: Account): Promise<boolean> {
  const now = deps.clock.now();
  const late = await pastDueOf(tx, id, now);
  if (late.length === 0) return false;
  const freezeId = freshId('frz');
  if (!(await store.insert(tx, { id: freezeId, accountId: id, kind: 'past_due', reason: 'past_due', actorId: null, now }))) return false;
  await tell(tx, deps, { key: `frozen:${freezeId}`, userId, say: { kind: 'credit_frozen', late } });
  return true;
}

/** Nothing is past due any more: the automatic freeze ends. The customer hears of it unless staff keep the account frozen, or it is closed. */
export async function liftWhenPaid(tx: Tx, deps: CreditDeps, { id, userId, status }: Account): Promise<boolean> {
  const now = deps.clock.now();
  const open = await store.openOf(tx, id);
  const automatic = open.find(({ kind }) => kind === 'past_due');
  if (automatic === undefined || (await pastDueOf(tx, id, now)).length > 0) return false;
  await store.end(tx, automatic.id, now);
  if (open.length === 1 && status === 'open')
    await tell(tx, deps, { key: `unfrozen:${automatic.id}`, userId, say: { kind: 'credit_unfrozen' } });
  return true;
}

/** False: staff have frozen it already. */
export async function freezeByStaff(
  tx: Tx,
  deps: CreditDeps,
  { id, userId }: Account,
  by: { reason: string; actorId: string | null },
): Promise<boolean> {
  const freezeId = freshId('frz');
  if (!(await store.insert(tx, { id: freezeId, accountId: id, kind: 'staff', ...by, now: deps.clock.now() }))) return false;
  await tell(tx, deps, { key: `frozen:${freezeId}`, userId, say: { kind: 'credit_frozen', late: [] } });
  return true;
}

export const isFrozenByStaffFor = async (tx: Tx, accountId: string, reason: string): Promise<boolean> =>
  (await store.openOf(tx, accountId)).some((freeze) => freeze.kind === 'staff' && freeze.reason === reason);

/** Answers what keeps the account frozen all the same. Null: staff had not frozen it. */
export async function unfreezeByStaff(tx: Tx, deps: CreditDeps, { id, userId }: Account): Promise<{ remainsFrozen: boolean } | null> {
  const byStaff = (await store.openOf(tx, id)).find(({ kind }) => kind === 'staff');
  if (byStaff === undefined) return null;
  await store.end(tx, byStaff.id, deps.clock.now());
  const remainsFrozen = await isFrozen(tx, deps, id);
  if (!remainsFrozen) await tell(tx, deps, { key: `unfrozen:${byStaff.id}`, userId, say: { kind: 'credit_unfrozen' } });
  return { remainsFrozen };
}
