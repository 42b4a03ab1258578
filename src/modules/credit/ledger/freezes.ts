/**
 * A freeze keeps an account from buying on credit. What is past due freezes it by itself, and paying all of that lifts it in the transaction
 * of the payment; a freeze that staff set is lifted by staff only, and one because of a declined change of company by the next approval too.
 * The account is locked by the caller.
 */
import { isPastDue } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
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

type ByStaff = { reason: string; actorId: string | null };

/** False: staff have frozen it already, not counting a declined change of company. */
export const freezeByStaff = (tx: Tx, deps: CreditDeps, account: Account, by: ByStaff): Promise<boolean> =>
  freeze(tx, deps, account, { ...by, kind: 'staff' });

/** A change of company was declined. */
export const freezeForChangedCompany = (tx: Tx, deps: CreditDeps, account: Account, actorId: string | null): Promise<boolean> =>
  freeze(tx, deps, account, { kind: 'changed_company', reason: 'company_changed', actorId });

async function freeze(
  tx: Tx,
  deps: CreditDeps,
  { id, userId }: Account,
  by: ByStaff & { kind: 'staff' | 'changed_company' },
): Promise<boolean> {
  const freezeId = freshId('frz');
  if (!(await store.insert(tx, { id: freezeId, accountId: id, ...by, now: deps.clock.now() }))) return false;
  await tell(tx, deps, { key: `frozen:${freezeId}`, userId, say: { kind: 'credit_frozen', late: [] } });
  return true;
}

type Unfrozen = { remainsFrozen: boolean } | null;

/** Ends all that staff have decided. Answers whether what is past due keeps the account frozen all the same. Null: staff had not frozen it. */
export const unfreezeByStaff = (tx: Tx, deps: CreditDeps, account: Account): Promise<Unfrozen> =>
  unfreeze(tx, deps, account, ['staff', 'changed_company']);

/** A change of company was approved. A freeze that staff set for another reason stays. */
export const unfreezeForChangedCompany = (tx: Tx, deps: CreditDeps, account: Account): Promise<Unfrozen> =>
  unfreeze(tx, deps, account, ['changed_company']);

async function unfreeze(tx: Tx, deps: CreditDeps, { id, userId }: Account, kinds: store.Freeze['kind'][]): Promise<Unfrozen> {
  const ended = (await store.openOf(tx, id)).filter(({ kind }) => kinds.includes(kind));
  const [first] = ended;
  if (first === undefined) return null;
  for (const one of ended) await store.end(tx, one.id, deps.clock.now());
  const remainsFrozen = await isFrozen(tx, deps, id);
  if (!remainsFrozen) await tell(tx, deps, { key: `unfrozen:${first.id}`, userId, say: { kind: 'credit_unfrozen' } });
  return { remainsFrozen };
}

/** The account is closed, or begins anew: what was decided on its changed company is over. Nobody is told, since nothing can be bought by it. */
export async function forgetChangedCompany(tx: Tx, { clock }: Pick<CreditDeps, 'clock'>, accountId: string): Promise<void> {
  for (const { id, kind } of await store.openOf(tx, accountId)) if (kind === 'changed_company') await store.end(tx, id, clock.now());
}
