/** SQL for the book of account credit. No decisions here; the constraints and triggers of 0040 are the last word. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Balances, emptyBook, type Entry, type Reason } from './rules.ts';

export type Account = { id: string; userId: string; closedAt: Date | null };

/** Opens it once: a second call answers the same one. */
export async function open(tx: Tx, { id, userId, now }: { id: string; userId: string; now: Date }): Promise<Account> {
  await tx
    .insertInto('credit_account')
    .values({ id, user_id: userId, opened_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const account = await findOfUser(tx, userId);
  if (account === null) throw new Error(`the credit account of ${userId} is not there`);
  return account;
}

export async function findOfUser(db: Database | Tx, userId: string): Promise<Account | null> {
  const row = await db.selectFrom('credit_account').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : { id: row.id, userId: row.user_id, closedAt: row.closed_at };
}

/** Locks the account until the transaction ends: its movements follow one after the other. Null: there is none. */
export async function lock(tx: Tx, accountId: string): Promise<Account | null> {
  const row = await tx.selectFrom('credit_account').selectAll().where('id', '=', accountId).forUpdate().executeTakeFirst();
  return row === undefined ? null : { id: row.id, userId: row.user_id, closedAt: row.closed_at };
}

export async function close(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.updateTable('credit_account').set({ closed_at: now }).where('id', '=', accountId).where('closed_at', 'is', null).execute();
}

/** `number` of the last movement; 0 for an empty book. */
export async function lastOf(db: Database | Tx, accountId: string): Promise<{ number: number; balances: Balances }> {
  const row = await db
    .selectFrom('credit_movement')
    .select(['number', 'approved_after', 'available_after', 'hold_after', 'owed_after'])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? { number: 0, balances: emptyBook } : { number: row.number, balances: toBalances(row) };
}

type AfterRow = { approved_after: number; available_after: number; hold_after: number; owed_after: number };

const toBalances = (row: AfterRow): Balances => ({
  approved: cents(row.approved_after),
  available: cents(row.available_after),
  hold: cents(row.hold_after),
  owed: cents(row.owed_after),
});

/** Of a person's account, in one statement; null without one. */
export async function balancesOfUser(db: Database | Tx, userId: string): Promise<Balances | null> {
  const row = await db
    .selectFrom('credit_account')
    .leftJoin('credit_movement', 'account_id', 'id')
    .select(['approved_after', 'available_after', 'hold_after', 'owed_after'])
    .where('user_id', '=', userId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { approved_after, available_after, hold_after, owed_after } = row;
  return toBalances({
    approved_after: approved_after ?? 0,
    available_after: available_after ?? 0,
    hold_after: hold_after ?? 0,
    owed_after: owed_after ?? 0,
  });
}

/** Which account's book the fact has moved already; null: none. */
export const accountOfKey = async (tx: Tx, key: string): Promise<string | null> =>
  (await tx.selectFrom('credit_movement').select('account_id').where('key', '=', key).executeTakeFirst())?.account_id ?? null;

/** Why: the rule's name and version, and what it looked at, in plain data. */
export type Why = { rule: string; inputs: Record<string, string | number | boolean | null> };
export type About = { actorId?: string | null; orderId?: string | null; invoiceId?: string | null };

export type NewMovement = About &
  Why &
  Entry & { accountId: string; number: number; key: string; reason: Reason; amount: Cents; balances: Balances; now: Date };

export async function insert(tx: Tx, movement: NewMovement): Promise<void> {
  const { balances } = movement;
  await tx
    .insertInto('credit_movement')
    .values({
      account_id: movement.accountId,
      number: movement.number,
      key: movement.key,
      reason: movement.reason,
      from_account: movement.from,
      to_account: movement.to,
      amount_cents: movement.amount,
      approved_after: balances.approved,
      available_after: balances.available,
      hold_after: balances.hold,
      owed_after: balances.owed,
      rule: movement.rule,
      inputs: JSON.stringify(movement.inputs),
      actor_id: movement.actorId ?? null,
      order_id: movement.orderId ?? null,
      invoice_id: movement.invoiceId ?? null,
      made_at: movement.now,
    })
    .execute();
}
