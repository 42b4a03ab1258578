/**
 * SQL for invoices: reads, locks, inserts, and moves. The constraints in `10_invoices.sql` enforce the rules.
 */
import { type InvoiceTexts, invoiceFieldNames, mapNames, noInvoiceTexts } from '#kernel/billing-fields.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { Order } from '#modules/orders/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { documentNumber, type InvoiceStatus, next, type Series } from './rules.ts';

export type InvoiceKind = 'order' | 'renewal' | 'net30';

export type Invoice = {
  id: string;
  kind: InvoiceKind;
  orderId: string;
  status: InvoiceStatus;
  amount: Cents;
  paid: Cents;
};

/** The debtor, as of the time of issue. */
export type BillTo = {
  name: string;
  email: string;
  addressLine1: string;
  /** ISO 3166 code. */
  country: string;
} & InvoiceTexts;

/** The bill-to, as a snapshot of the order. */
export const billToOf = ({ billing }: Pick<Order, 'billing'>): BillTo => ({
  name: `${billing.firstName} ${billing.lastName}`.trim(),
  email: billing.email,
  addressLine1: billing.addressLine1,
  country: billing.country,
  ...mapNames(invoiceFieldNames, (name) => billing[name]),
});

/** A stored one lacks the fields that were added after it was issued. */
export const readBillTo = (stored: unknown): BillTo => ({ ...noInvoiceTexts, ...(stored as BillTo) });

export type InvoiceLine = { text: string; amountCents: number };
export type InvoiceDiscount = { amountCents: number; code: string | null };

const columns = ['id', 'kind', 'order_id', 'status', 'amount_cents', 'paid_cents'] as const;
const select = (db: Database | Tx) => db.selectFrom('invoice').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toInvoice = (row: Row): Invoice => ({
  id: row.id,
  kind: row.kind,
  orderId: row.order_id,
  status: row.status,
  amount: cents(row.amount_cents),
  paid: cents(row.paid_cents),
});

export type NewInvoice = Pick<Invoice, 'id' | 'kind' | 'orderId' | 'amount'> & { now: Date };

/** A draft row: the amount that will be owed, without a number. */
export const draftRow = ({ id, kind, orderId, amount, now }: NewInvoice) =>
  ({ id, kind, order_id: orderId, status: 'draft', amount_cents: amount, created_at: now }) as const;

/** Creates one invoice for the whole order, due immediately. Returns its ID. */
export async function draftForOrder(
  tx: Tx,
  draft: Pick<NewInvoice, 'orderId' | 'amount' | 'now'>,
): Promise<string> {
  const id = freshId('inv');
  await tx
    .insertInto('invoice')
    .values(draftRow({ id, kind: 'order', ...draft }))
    .execute();
  return id;
}

/** Updates the amount of a draft when the order's price has changed. The caller must lock the order. */
export async function repriceDraft(tx: Tx, orderId: string, amount: Cents): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ amount_cents: amount })
    .where('order_id', '=', orderId)
    .where('status', '=', 'draft')
    .execute();
}

/** The invoice of a whole order, locked. The caller must lock the order first. */
export async function lockOfOrder(tx: Tx, orderId: string): Promise<Invoice | null> {
  const row = await select(tx)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .where('status', '<>', 'void')
    .forUpdate()
    .executeTakeFirst();
  return row ? toInvoice(row) : null;
}

/**
 * Takes the next number of a series. Other transactions wait until the caller's ends. A rollback returns the
 * number, so none is ever missing. Call it as late as possible.
 */
export async function takeNumber(tx: Tx, series: Series, issuedAt: Date): Promise<string> {
  const year = issuedAt.getUTCFullYear();
  const { last } = await tx
    .insertInto('document_number')
    .values({ series, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`document_number.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return documentNumber(series, year, last);
}

/**
 * Locks the numbers without taking one, for work that reads the ledger before it takes an invoice number.
 * Numbers come first in the lock order (decision 0032).
 */
export async function lockNumbers(tx: Tx, issuedAt: Date): Promise<void> {
  await tx
    .insertInto('document_number')
    .values({ series: 'INV', year: issuedAt.getUTCFullYear(), last: 0 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`document_number.last` }),
    )
    .execute();
}

export type Issue = {
  number: string;
  billTo: BillTo;
  lines: InvoiceLine[];
  discount: InvoiceDiscount | null;
  /** UTC day, `2026-11-30`. */
  dueOn: string;
  now: Date;
};

const issued = ({ number, billTo, lines, discount, dueOn, now }: Issue) => ({
  number,
  bill_to: JSON.stringify(billTo),
  lines: JSON.stringify(lines),
  discount: discount === null ? null : JSON.stringify(discount),
  due_on: dueOn,
  issued_at: now,
});

/** Issues an invoice as paid. Throws when its status was not `from`. */
export async function issuePaid(tx: Tx, id: string, from: InvoiceStatus, issue: Issue): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set({
      status: next(from, 'pay'),
      ...issued(issue),
      paid_at: issue.now,
      paid_cents: sql<number>`amount_cents`,
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`invoice ${id} is not a ${from} that could be paid`);
}

export type IssuedInvoice = {
  id: string;
  number: string;
  status: Exclude<InvoiceStatus, 'draft'>;
  amount: Cents;
  issuedAt: Date;
  /** The processor's page, while the invoice can be paid there. */
  payableAt: string | null;
};

/**
 * The invoices of these orders by order id, oldest first. Renewal invoices are excluded; they are listed with
 * their subscription.
 */
export async function issuedOf(db: Database | Tx, orderIds: string[]): Promise<Map<string, IssuedInvoice[]>> {
  const found = new Map<string, IssuedInvoice[]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'number', 'order_id', 'status', 'amount_cents', 'issued_at', 'hosted_url'])
    .where('order_id', 'in', orderIds)
    .where('kind', '<>', 'renewal')
    .where('issued_at', 'is not', null)
    .orderBy('issued_at')
    .execute();
  for (const {
    id,
    number,
    order_id: orderId,
    status,
    amount_cents: amount,
    issued_at: issuedAt,
    hosted_url: hostedUrl,
  } of rows) {
    if (number === null || issuedAt === null || status === 'draft') continue;
    const payableAt = status === 'open' ? hostedUrl : null;
    found.set(orderId, [
      ...(found.get(orderId) ?? []),
      { id, number, status, amount: cents(amount), issuedAt, payableAt },
    ]);
  }
  return found;
}

/** Voids the invoice of an order that is no longer owed. */
export async function markVoid(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ status: 'void', closed_at: now })
    .where('order_id', '=', orderId)
    .where('status', 'in', ['draft', 'open'])
    .execute();
}
