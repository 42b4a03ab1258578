/**
 * SQL for credit notes. The constraints of 0034 enforce one note per refund, and that an issued one never
 * changes.
 */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import type { CreditNoteStatus } from './rules.ts';
import { type BillTo, type InvoiceLine, readBillTo } from './store.ts';

export type CreditNote = { id: string; number: string; status: CreditNoteStatus; amount: Cents };

/** The note of a refund, locked. The caller must lock its invoice first. */
export async function lockOfRefund(tx: Tx, refundId: string): Promise<CreditNote | null> {
  const row = await tx
    .selectFrom('credit_note')
    .select(['id', 'number', 'status', 'amount_cents'])
    .where('refund_id', '=', refundId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { id: row.id, number: row.number, status: row.status, amount: cents(row.amount_cents) } : null;
}

export type NewCreditNote = {
  id: string;
  number: string;
  invoiceId: string;
  refundId: string;
  amount: Cents;
  text: string;
  now: Date;
};

/** The credit note has the same bill-to as its invoice. */
export async function insert(
  tx: Tx,
  { id, number, invoiceId, refundId, amount, text, now }: NewCreditNote,
): Promise<void> {
  const lines: InvoiceLine[] = [{ text, amountCents: amount }];
  await sql`
    insert into credit_note (id, number, invoice_id, refund_id, amount_cents, bill_to, lines, issued_at)
    select ${id}, ${number}, id, ${refundId}, ${amount}, bill_to, ${JSON.stringify(lines)}::jsonb, ${now} from invoice where id = ${invoiceId}`.execute(
    tx,
  );
}

export async function markVoid(tx: Tx, id: string, status: CreditNoteStatus, now: Date): Promise<void> {
  await tx.updateTable('credit_note').set({ status, voided_at: now }).where('id', '=', id).execute();
}

export type StoredCreditNote = CreditNote & {
  issuedAt: Date;
  voidedAt: Date | null;
  invoice: { id: string; number: string };
  orderNumber: number;
  billTo: BillTo;
  lines: InvoiceLine[];
};

export async function find(db: Database, id: string): Promise<StoredCreditNote | null> {
  const row = await db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'invoice_id')
    .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
    .select([
      'credit_note.number',
      'credit_note.status',
      'credit_note.amount_cents',
      'credit_note.issued_at',
      'voided_at',
      'invoice_id',
    ])
    .select([
      'credit_note.bill_to',
      'credit_note.lines',
      'invoice.number as invoice_number',
      'shop_order.number as order_number',
    ])
    .where('credit_note.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    number: row.number,
    status: row.status,
    amount: cents(row.amount_cents),
    issuedAt: row.issued_at,
    voidedAt: row.voided_at,
    invoice: { id: row.invoice_id, number: row.invoice_number ?? '' },
    orderNumber: Number(row.order_number),
    billTo: readBillTo(row.bill_to),
    lines: row.lines as InvoiceLine[],
  };
}
