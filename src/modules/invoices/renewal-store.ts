/**
 * SQL for renewal invoices: drafts with the processor's reference while they are due, issued when they are
 * paid.
 */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { InvoiceStatus } from './rules.ts';

export type Renewal = {
  id: string;
  subscriptionId: string;
  processorRef: string;
  status: InvoiceStatus;
  amount: Cents;
  period: { from: Date; to: Date };
};

const select = (db: Database | Tx) =>
  db
    .selectFrom('invoice')
    .select([
      'id',
      'subscription_id',
      'processor_ref',
      'status',
      'amount_cents',
      'period_start',
      'period_end',
    ])
    .where('kind', '=', 'renewal');
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** The constraints of 0035 guarantee that all of these are present. */
const toRenewal = (row: Row): Renewal => ({
  id: row.id,
  subscriptionId: row.subscription_id ?? '',
  processorRef: row.processor_ref ?? '',
  status: row.status,
  amount: cents(row.amount_cents),
  period: { from: row.period_start ?? new Date(Number.NaN), to: row.period_end ?? new Date(Number.NaN) },
});

/** Oldest first. */
export const ofSubscription = async (db: Database | Tx, subscriptionId: string): Promise<Renewal[]> =>
  (await select(db).where('subscription_id', '=', subscriptionId).orderBy('period_start').execute()).map(
    toRenewal,
  );

/** Like `ofSubscription`, locked. The caller must lock the order and the subscription first. */
export const lockAll = async (tx: Tx, subscriptionId: string): Promise<Renewal[]> =>
  (
    await select(tx)
      .where('subscription_id', '=', subscriptionId)
      .orderBy('period_start')
      .forUpdate()
      .execute()
  ).map(toRenewal);

export async function insert(
  tx: Tx,
  {
    id,
    subscriptionId,
    orderId,
    processorRef,
    amount,
    period,
    now,
  }: Omit<Renewal, 'status'> & { orderId: string; now: Date },
): Promise<void> {
  const about = {
    subscription_id: subscriptionId,
    processor_ref: processorRef,
    period_start: period.from,
    period_end: period.to,
  };
  await tx
    .insertInto('invoice')
    .values({
      id,
      kind: 'renewal',
      order_id: orderId,
      status: 'draft',
      amount_cents: amount,
      created_at: now,
      ...about,
    })
    .execute();
}

/** Drafts only: until an invoice is issued, the processor may change its amount. */
export async function reprice(tx: Tx, id: string, amount: Cents): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ amount_cents: amount })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();
}

export async function noteNumber(tx: Tx, id: string, processorNumber: string): Promise<void> {
  await tx.updateTable('invoice').set({ processor_number: processorNumber }).where('id', '=', id).execute();
}

export async function markVoid(tx: Tx, id: string, status: InvoiceStatus, now: Date): Promise<void> {
  await tx.updateTable('invoice').set({ status, closed_at: now }).where('id', '=', id).execute();
}
