/** SQL for what an invoice shows: its own row, its payments, and its refunds. Read only. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { InvoiceStatus } from './rules.ts';
import {
  type BillTo,
  type InvoiceDiscount,
  type InvoiceKind,
  type InvoiceLine,
  readBillTo,
} from './store.ts';

export type Issued = {
  id: string;
  kind: InvoiceKind;
  number: string;
  status: Exclude<InvoiceStatus, 'draft'>;
  issuedAt: Date;
  /** UTC day, `2026-11-30`. */
  dueOn: string;
  orderNumber: number;
  billTo: BillTo;
  lines: InvoiceLine[];
  discount: InvoiceDiscount | null;
  amount: Cents;
  settled: Cents;
  /** Amount of its payments that banks have taken back. */
  /** The processor's page for an invoice that it collects. */
  hostedUrl: string | null;
};

/** Null for a draft too, because drafts are not public. */
export async function findIssued(db: Database | Tx, id: string): Promise<Issued | null> {
  const row = await db
    .selectFrom('invoice')
    .innerJoin('shop_order', 'shop_order.id', 'order_id')
    .select([
      'invoice.kind',
      'invoice.number',
      'invoice.status',
      'issued_at',
      'due_on',
      'bill_to',
      'lines',
      'discount',
      'amount_cents',
      'paid_cents',
      'hosted_url',
    ])
    .select('shop_order.number as order_number')
    .where('invoice.id', '=', id)
    .where('issued_at', 'is not', null)
    .executeTakeFirst();
  if (!row || row.number === null || row.status === 'draft' || row.issued_at === null || row.due_on === null)
    return null;
  return {
    id,
    kind: row.kind,
    number: row.number,
    status: row.status,
    issuedAt: row.issued_at,
    dueOn: row.due_on,
    orderNumber: Number(row.order_number),
    billTo: readBillTo(row.bill_to),
    lines: row.lines as InvoiceLine[],
    discount: row.discount as InvoiceDiscount | null,
    amount: cents(row.amount_cents),
    settled: cents(row.paid_cents),
    hostedUrl: row.hosted_url,
  };
}

export type Payment = { at: Date; amount: Cents; card: { brand: string; last4: string } | null };

/** Oldest first. */
export async function paymentsFor(db: Database, invoiceId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['amount_cents', 'succeeded_at', 'updated_at', 'card_brand', 'card_last4'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .orderBy('succeeded_at')
    .execute();
  return rows.map(
    ({
      amount_cents: amount,
      succeeded_at: at,
      updated_at: before,
      card_brand: brand,
      card_last4: last4,
    }) => ({
      at: at ?? before,
      amount: cents(amount),
      card: last4 === null ? null : { brand: brand ?? '', last4 },
    }),
  );
}

export type Refund = {
  at: Date;
  amount: Cents;
  pending: boolean;
  /** Present once the refund has succeeded. */
  creditNote: { id: string; number: string } | null;
};

/** Oldest first. Refunded duplicate payments are excluded, because they never counted toward the invoice. */
export async function refundsFor(db: Database, invoiceId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .leftJoin('credit_note', 'credit_note.refund_id', 'refund.id')
    .select([
      'refund.amount_cents',
      'refund.created_at',
      'refund.state',
      'credit_note.id as note_id',
      'credit_note.number as note_number',
    ])
    .where('payment.invoice_id', '=', invoiceId)
    .where('payment.status', '=', 'succeeded')
    .where('reason', '<>', 'duplicate')
    .where('refund.state', '<>', 'failed')
    .orderBy('refund.created_at')
    .execute();
  return rows.map(({ amount_cents: amount, created_at: at, state, note_id: id, note_number: number }) => ({
    at,
    amount: cents(amount),
    pending: state !== 'succeeded',
    creditNote: id === null || number === null ? null : { id, number },
  }));
}

const lossKey = 'payment-returned:';
const wonKey = 'invoice-payment:dispute-won:';

/**
 * Payments that banks took back, from the ledger, oldest first. A dispute won on appeal reduces its loss. The
 * key of a win is that of its dispute with the number of the loss; the first loss has no number.
 */
export async function takenBackFrom(db: Database, invoiceId: string): Promise<{ at: Date; amount: Cents }[]> {
  const movements = await db
    .selectFrom('credit_movement')
    .select(['key', 'at', 'reason', 'owed_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', 'in', ['returned', 'paid'])
    .orderBy('id')
    .execute();
  const returnedByKey = new Map(
    movements.filter(({ key }) => key.startsWith(wonKey)).map(({ key, owed_cents: owed }) => [key, -owed]),
  );
  return movements
    .filter(({ reason }) => reason === 'payment_dispute_lost')
    .map(({ key, at, owed_cents: owed }) => {
      const [dispute, loss = '1'] = key.slice(lossKey.length).split(':');
      return { at, amount: cents(owed - (returnedByKey.get(`${wonKey}${dispute}:${loss}`) ?? 0)) };
    })
    .filter(({ amount }) => amount > 0);
}
