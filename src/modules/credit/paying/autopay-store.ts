/** SQL for automatic payments: consents, and one attempt for each time an invoice is opened. */
import type { Database, Tx } from '#platform/database.ts';

export type Autopay = { accountId: string; cardRef: string; brand: string; last4: string; since: Date };

export async function find(db: Database | Tx, accountId: string): Promise<Autopay | null> {
  const row = await db
    .selectFrom('credit_autopay')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { accountId, cardRef: row.card_ref, brand: row.card_brand, last4: row.card_last4, since: row.since };
}

export async function turnOn(tx: Tx, { accountId, cardRef, brand, last4, since }: Autopay): Promise<void> {
  const card = { card_ref: cardRef, card_brand: brand, card_last4: last4 };
  await tx
    .insertInto('credit_autopay')
    .values({ account_id: accountId, ...card, since })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(card))
    .execute();
}

/** Returns false if it was off. */
export const turnOff = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.deleteFrom('credit_autopay').where('account_id', '=', accountId).executeTakeFirst())
    .numDeletedRows > 0n;

/**
 * Invoices with automatic payment and no attempt since they were opened, due today or while the shop was
 * down.
 */
export const due = async (
  db: Database,
  { from, today, limit }: { from: string; today: string; limit: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('invoice')
      .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
      .innerJoin('credit_account', 'credit_account.user_id', 'shop_order.user_id')
      .innerJoin('credit_autopay', 'credit_autopay.account_id', 'credit_account.id')
      .leftJoin('credit_autopay_try', (join) =>
        join
          .onRef('credit_autopay_try.invoice_id', '=', 'invoice.id')
          .onRef('credit_autopay_try.reopened', '=', 'invoice.reopened'),
      )
      .select('invoice.id')
      .where('invoice.kind', '=', 'net30')
      .where('invoice.status', '=', 'open')
      .where('invoice.processor_ref', 'is not', null)
      .where('due_on', '>=', from)
      .where('due_on', '<=', today)
      .where('credit_autopay_try.invoice_id', 'is', null)
      .orderBy('due_on')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** `reopened`: how often the invoice was reopened before; each attempt belongs to one count. */
export type Opening = { invoiceId: string; reopened: number };

/** Returns false if an attempt exists. */
export const begin = async (
  tx: Tx,
  { invoiceId, reopened }: Opening,
  cardRef: string,
  now: Date,
): Promise<boolean> =>
  ((
    await tx
      .insertInto('credit_autopay_try')
      .values({ invoice_id: invoiceId, reopened, card_ref: cardRef, keyed_at: now })
      .onConflict((conflict) => conflict.columns(['invoice_id', 'reopened']).doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n;

/** Attempts without an outcome, last requested before then. */
export const undecided = async (db: Database, before: Date, limit: number): Promise<Opening[]> =>
  (
    await db
      .selectFrom('credit_autopay_try')
      .select(['invoice_id', 'reopened'])
      .where('decided_at', 'is', null)
      .where('keyed_at', '<', before)
      .orderBy('keyed_at')
      .limit(limit)
      .execute()
  ).map(({ invoice_id: invoiceId, reopened }) => ({ invoiceId, reopened }));

/** Returns false if another sweep has claimed it. */
export const claimOpening = async (
  tx: Tx,
  { invoiceId, reopened }: Opening,
  { before, now }: { before: Date; now: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('credit_autopay_try')
      .set({ keyed_at: now })
      .where('invoice_id', '=', invoiceId)
      .where('reopened', '=', reopened)
      .where('decided_at', 'is', null)
      .where('keyed_at', '<', before)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** Returns null if there is none. */
export async function findTry(
  db: Database | Tx,
  { invoiceId, reopened }: Opening,
): Promise<{ cardRef: string; isDecided: boolean } | null> {
  const row = await db
    .selectFrom('credit_autopay_try')
    .select(['card_ref', 'decided_at'])
    .where('invoice_id', '=', invoiceId)
    .where('reopened', '=', reopened)
    .executeTakeFirst();
  return row === undefined ? null : { cardRef: row.card_ref, isDecided: row.decided_at !== null };
}

/** Ends attempts without an outcome from before the invoice was reopened: it had been paid by then. */
export async function endFormer(db: Database, { invoiceId, reopened }: Opening, now: Date): Promise<void> {
  await db
    .updateTable('credit_autopay_try')
    .set({ outcome: 'not_needed', decided_at: now })
    .where('invoice_id', '=', invoiceId)
    .where('reopened', '<', reopened)
    .where('decided_at', 'is', null)
    .execute();
}

/** Returns false if it was already decided. */
export const decide = async (
  tx: Tx,
  { invoiceId, reopened }: Opening,
  outcome: 'paid' | 'declined' | 'requires_action' | 'not_needed',
  now: Date,
): Promise<boolean> =>
  (
    await tx
      .updateTable('credit_autopay_try')
      .set({ outcome, decided_at: now })
      .where('invoice_id', '=', invoiceId)
      .where('reopened', '=', reopened)
      .where('decided_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;
