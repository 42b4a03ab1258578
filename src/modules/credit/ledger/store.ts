/**
 * SQL for credit accounts and their ledger. No decisions here: read, lock, insert. The constraints and
 * triggers of 0040 are the final check.
 */
import { type Cents, cents } from '#kernel/money.ts';
import { bonusPromisedAt } from '#modules/settings/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { type Entries, entriesOf, type MovementKind, ruleVersion } from './rules.ts';

export type Account = Entries & {
  id: string;
  userId: string;
  status: 'open' | 'closed';
  closeReason: 'by_customer' | 'written_off' | 'account_deleted' | null;
  openedAt: Date;
};

const columns = [
  ...(['id', 'user_id', 'status', 'close_reason', 'opened_at'] as const),
  ...(['limit_cents', 'available_cents', 'hold_cents', 'owed_cents'] as const),
] as const;
const select = (db: Database | Tx) => db.selectFrom('credit_account').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toAccount = (row: Row): Account => ({
  id: row.id,
  userId: row.user_id,
  status: row.status,
  closeReason: row.close_reason,
  openedAt: row.opened_at,
  limit: cents(row.limit_cents),
  available: cents(row.available_cents),
  hold: cents(row.hold_cents),
  owed: cents(row.owed_cents),
});

export async function findOf(db: Database | Tx, userId: string): Promise<Account | null> {
  const row = await select(db).where('user_id', '=', userId).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Last in the lock order: user, cart, order, and invoice come before it. */
export async function lockOf(tx: Tx, userId: string): Promise<Account | null> {
  const row = await select(tx).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row ? toAccount(row) : null;
}

export async function lock(tx: Tx, accountId: string): Promise<Account | null> {
  const row = await select(tx).where('id', '=', accountId).forUpdate().executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Locks the account that holds credit for an order or owes an invoice. Null: it was not bought on credit. */
export async function lockBehind(
  tx: Tx,
  reference: { orderId: string } | { invoiceId: string },
): Promise<Account | null> {
  const row = await tx
    .selectFrom('credit_movement')
    .select('account_id')
    .where((eb) =>
      'orderId' in reference
        ? eb('order_id', '=', reference.orderId)
        : eb('invoice_id', '=', reference.invoiceId),
    )
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : lock(tx, row.account_id);
}

export async function insertAccount(
  tx: Tx,
  account: { id: string; userId: string; einIndex: string; now: Date },
): Promise<void> {
  const { id, userId, einIndex, now } = account;
  await tx
    .insertInto('credit_account')
    .values({ id, user_id: userId, status: 'open', ein_index: einIndex, opened_at: now })
    .execute();
}

/** Checks open accounts under any known key. A unique index decides between concurrent inserts. */
export const einIsOpen = async (tx: Tx, einIndexes: readonly string[], exceptId = ''): Promise<boolean> =>
  (await tx
    .selectFrom('credit_account')
    .select('id')
    .where('ein_index', 'in', einIndexes)
    .where('id', '<>', exceptId)
    .where('status', '=', 'open')
    .executeTakeFirst()) !== undefined;

export async function changeEin(tx: Tx, accountId: string, einIndex: string | null): Promise<void> {
  await tx.updateTable('credit_account').set({ ein_index: einIndex }).where('id', '=', accountId).execute();
}

export async function reopen(tx: Tx, accountId: string, einIndex: string, now: Date): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set({ status: 'open', close_reason: null, closed_at: null, ein_index: einIndex, opened_at: now })
    .where('id', '=', accountId)
    .execute();
}

export async function markClosed(
  tx: Tx,
  accountId: string,
  reason: NonNullable<Account['closeReason']>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set({ status: 'closed', close_reason: reason, closed_at: now })
    .where('id', '=', accountId)
    .where('status', '=', 'open')
    .execute();
}

export type Fact = {
  /** Permanent unique key: a repeated fact stays one movement. */
  key: string;
  kind: MovementKind;
  amount: Cents;
  reason: string;
  /** Inputs of the rule. No personal data, because it is never deleted. */
  inputs: Record<string, string | number | boolean | null>;
  /** Null: the shop itself. */
  actorId?: string | null;
  orderId?: string | null;
  invoiceId?: string | null;
  at: Date;
};

/**
 * Returns false if this fact is already recorded. Throws if it was recorded with another amount. Lock the
 * account first.
 */
export async function insertMovement(tx: Tx, accountId: string, fact: Fact): Promise<boolean> {
  const { limit, available, hold, owed } = entriesOf(fact.kind, fact.amount);
  const entries = { limit_cents: limit, available_cents: available, hold_cents: hold, owed_cents: owed };
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('credit_movement')
    .values({
      ...entries,
      account_id: accountId,
      key: fact.key,
      kind: fact.kind,
      reason: fact.reason,
      rule_version: ruleVersion,
      inputs: JSON.stringify(fact.inputs),
      actor_id: fact.actorId ?? null,
      order_id: fact.orderId ?? null,
      invoice_id: fact.invoiceId ?? null,
      at: fact.at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return true;
  const same = await tx
    .selectFrom('credit_movement')
    .select('id')
    .where((eb) => eb.and({ ...entries, key: fact.key, kind: fact.kind, account_id: accountId }))
    .executeTakeFirst();
  if (same === undefined) throw new Error(`the ledger has ${fact.key} with a different amount`);
  return false;
}

/** The key of a fact that may repeat, numbered by its earlier movements. Lock the account first. */
export async function nextKey(tx: Tx, fact: 'closed' | 'limit', accountId: string): Promise<string> {
  const newest = await tx
    .selectFrom('credit_movement')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return `${fact}:${accountId}:${newest?.id ?? 0}`;
}

export const hasMovement = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.selectFrom('credit_movement').select('id').where('key', '=', key).executeTakeFirst()) !==
  undefined;

export const wasGivenUp = async (tx: Tx, invoiceId: string): Promise<boolean> =>
  (await tx
    .selectFrom('credit_movement')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('kind', 'in', ['written_off', 'given_up'])
    .executeTakeFirst()) !== undefined;

/** What the ledger holds for an order, and what an invoice owes. */
export async function balanceOf(
  tx: Tx,
  of: { orderId: string } | { invoiceId: string },
): Promise<{ hold: Cents; owed: Cents }> {
  const { hold, owed } = await tx
    .selectFrom('credit_movement')
    .select([
      sql<number>`coalesce(sum(hold_cents), 0)::bigint`.as('hold'),
      sql<number>`coalesce(sum(owed_cents), 0)::bigint`.as('owed'),
    ])
    .where((eb) => ('orderId' in of ? eb('order_id', '=', of.orderId) : eb('invoice_id', '=', of.invoiceId)))
    .executeTakeFirstOrThrow();
  return { hold: cents(hold), owed: cents(owed) };
}

/** Orders with held credit that was not invoiced. */
export async function holdsOf(tx: Tx, accountId: string): Promise<{ orderId: string; hold: Cents }[]> {
  const rows = await tx
    .selectFrom('credit_movement')
    .select(['order_id', sql<number>`sum(hold_cents)::bigint`.as('hold')])
    .where('account_id', '=', accountId)
    .groupBy('order_id')
    .having(sql<number>`sum(hold_cents)`, '>', 0)
    .orderBy('order_id')
    .execute();
  return rows.flatMap(({ order_id: orderId, hold }) =>
    orderId === null ? [] : [{ orderId, hold: cents(hold) }],
  );
}

/**
 * Locks a person's unpaid credit invoices and returns each with its UTC due day. Their orders are locked
 * first, as an invoice update does, because the ledger entries of a write-off refer to them. Precedes the
 * account in the lock order.
 */
export async function lockOpenInvoices(tx: Tx, userId: string): Promise<{ id: string; dueOn: string }[]> {
  const openOfPerson = tx
    .selectFrom('invoice')
    .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
    .where('user_id', '=', userId)
    .where('invoice.kind', '=', 'net30')
    .where('invoice.status', '=', 'open');
  const orders = openOfPerson.select('shop_order.id');
  await tx
    .selectFrom('shop_order')
    .select('id')
    .where('id', 'in', orders)
    .orderBy('id')
    .forUpdate()
    .execute();
  const invoices = await openOfPerson
    .select(['invoice.id', 'due_on'])
    .orderBy('invoice.id')
    .forUpdate('invoice')
    .execute();
  return invoices.map(({ id, due_on: dueOn }) => ({ id, dueOn: dueOn ?? '' }));
}

export async function markUncollectible(tx: Tx, invoiceIds: string[], now: Date): Promise<void> {
  if (invoiceIds.length === 0) return;
  const changes = { status: 'uncollectible', closed_at: now, marked_uncollectible_at: null } as const;
  await tx.updateTable('invoice').set(changes).where('id', 'in', invoiceIds).execute();
}

export type OrderInBook = { kind: MovementKind; total: Cents; isOnTime: boolean };

/** Movements of one order by kind. `isOnTime`: for payments, whether all were on time. */
export async function orderInBook(tx: Tx, orderId: string): Promise<OrderInBook[]> {
  const rows = await tx
    .selectFrom('credit_movement')
    .select([
      'kind',
      sql<number>`sum(greatest(limit_cents, available_cents, hold_cents, owed_cents))::bigint`.as('total'),
    ])
    .select(sql<boolean>`bool_and(coalesce((inputs ->> 'onTime')::boolean, true))`.as('is_on_time'))
    .where('order_id', '=', orderId)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, total, is_on_time: isOnTime }) => ({ kind, total: cents(total), isOnTime }));
}

/** Returns null if the order does not exist. */
/** `bonusBasisPoints`: the rate promised when it was placed. */
export async function orderOf(
  tx: Tx,
  orderId: string,
): Promise<{ userId: string | null; total: Cents; isCompleted: boolean; bonusBasisPoints: number } | null> {
  const row = await tx
    .selectFrom('shop_order')
    .select(['user_id', 'total_cents', 'status'])
    .select(bonusPromisedAt('shop_order.created_at').as('bonus'))
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { user_id: userId, total_cents: total, status, bonus: bonusBasisPoints } = row;
  return { userId, total: cents(total), isCompleted: status === 'completed', bonusBasisPoints };
}

/** The disputed payment of an invoice. Null: a payment that was never needed, so never counted. */
export async function paidWith(
  tx: Tx,
  disputeRef: string,
): Promise<{ invoiceId: string; amount: Cents } | null> {
  const row = await tx
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .select(['invoice_id', 'payment.amount_cents'])
    .where('dispute_ref', '=', disputeRef)
    .where('payment.status', '=', 'succeeded')
    .executeTakeFirst();
  return row === undefined ? null : { invoiceId: row.invoice_id, amount: cents(row.amount_cents) };
}

export async function dueOf(tx: Tx, invoiceId: string): Promise<{ orderId: string; dueOn: string } | null> {
  const row = await tx
    .selectFrom('invoice')
    .select(['order_id', 'due_on'])
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  return row === undefined || row.due_on === null ? null : { orderId: row.order_id, dueOn: row.due_on };
}
