/** SQL for payments. The unique indexes of 0003 enforce the rules; code checks them first. */
import type { PaymentAttempt, PaymentRequest } from '#ports/payment-gateway.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { traceparentNow } from '#platform/tracing.ts';
import { sql } from 'kysely';
import { draftRow, type Invoice } from '#modules/invoices/store.ts';
import type { Order } from '#modules/orders/store.ts';
import * as attempts from './attempt-store.ts';
import { openStatuses, type PaymentStatus } from './rules.ts';

export type Payment = {
  id: string;
  invoiceId: string;
  orderId: string;
  status: PaymentStatus;
  amount: Cents;
  currency: 'usd';
  intentRef: string | null;
  /** The amount received, which differs from `amount` under review. */
  received: Cents;
  /** Frozen: every call under this payment's key sends exactly this. */
  request: PaymentRequest;
  declineMessage: string | null;
  createdAt: Date;
};

const columns = [
  'id',
  'invoice_id',
  'order_id',
  'status',
  'amount_cents',
  'received_cents',
  'intent_ref',
  'request',
  'decline_message',
  'created_at',
] as const;
const select = (db: Database | Tx) => db.selectFrom('payment').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toPayment = (row: Row): Payment => ({
  id: row.id,
  invoiceId: row.invoice_id,
  orderId: row.order_id,
  status: row.status,
  amount: cents(row.amount_cents),
  currency: 'usd',
  intentRef: row.intent_ref,
  received: cents(row.received_cents ?? 0),
  request: row.request as unknown as PaymentRequest,
  declineMessage: row.decline_message,
  createdAt: row.created_at,
});

/** Renewals have separate invoices and are not part of the order's price. */
const isForOrder = sql<boolean>`exists (select from invoice where invoice.id = payment.invoice_id and invoice.kind <> 'renewal')`;

/** `invoiceId`: the invoice of the order in the request. */
export async function insert(
  tx: Tx,
  invoiceId: string,
  request: PaymentRequest,
  now: Date,
): Promise<Payment> {
  return toPayment(
    await tx
      .insertInto('payment')
      .values(toRow(invoiceId, request, now))
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
}

/** The first payment of an order with a draft of its invoice, in one statement. */
export async function insertWithDraft(tx: Tx, request: PaymentRequest, now: Date): Promise<Payment> {
  const { orderId, amount } = request;
  const draft = draftRow({ id: freshId('inv'), kind: 'order', orderId, amount, now });
  const row = await tx
    .with('drafted', (query) => query.insertInto('invoice').values(draft))
    .insertInto('payment')
    .values(toRow(draft.id, request, now))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toPayment(row);
}

const toRow = (invoiceId: string, request: PaymentRequest, now: Date) =>
  ({
    id: request.paymentId,
    invoice_id: invoiceId,
    order_id: request.orderId,
    status: 'creating',
    amount_cents: request.amount,
    request: JSON.stringify(request),
    ...{ created_at: now, updated_at: now, traceparent: traceparentNow() },
  }) as const;

export async function find(db: Database | Tx, id: string): Promise<Payment | null> {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row ? toPayment(row) : null;
}

export async function lock(tx: Tx, id: string): Promise<Payment | null> {
  const row = await select(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** Returns the payment with its invoice, both locked. The caller must lock the order first. */
export async function lockWithInvoice(
  tx: Tx,
  id: string,
): Promise<{ payment: Payment; invoice: Invoice } | null> {
  const row = await tx
    .selectFrom('payment')
    .innerJoin('invoice', 'invoice.id', 'payment.invoice_id')
    .select(columns.map((name) => `payment.${name}` as const))
    .select([
      'invoice.kind',
      'invoice.status as invoice_status',
      'invoice.amount_cents as invoice_amount',
      'invoice.paid_cents',
    ])
    .where('payment.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { kind, invoice_status: status, invoice_amount: amount, paid_cents: paid, ...own } = row;
  const payment = toPayment(own);
  return {
    payment,
    invoice: {
      id: payment.invoiceId,
      kind,
      orderId: payment.orderId,
      status,
      amount: cents(amount),
      paid: cents(paid),
    },
  };
}

export async function findOpenOfOrder(db: Database | Tx, orderId: string): Promise<Payment | null> {
  const row = await select(db)
    .where('order_id', '=', orderId)
    .where('status', 'in', openStatuses)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** The payment that paid for the order itself, not for a renewal. */
export async function findPaidOfOrder(db: Database | Tx, orderId: string): Promise<Payment | null> {
  const row = await select(db)
    .where('order_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .where(isForOrder)
    .orderBy('created_at')
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

export async function findLatestOfOrder(db: Database | Tx, orderId: string): Promise<Payment | null> {
  const row = await select(db)
    .where('order_id', '=', orderId)
    .where(isForOrder)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** Adds the payer's reference to the frozen request. The first one wins; returns the stored request. */
export async function freezeCustomer(db: Database, id: string, customerRef: string): Promise<PaymentRequest> {
  await db
    .updateTable('payment')
    .set({ request: sql`request || ${JSON.stringify({ customerRef })}::jsonb` })
    .where('id', '=', id)
    .where(sql<boolean>`not request ? 'customerRef'`)
    .execute();
  const row = await db.selectFrom('payment').select('request').where('id', '=', id).executeTakeFirstOrThrow();
  return row.request as unknown as PaymentRequest;
}

/**
 * Stores the processor's reference of our payment. The first one wins; returns false when another one is
 * stored.
 */
export async function attach(db: Database | Tx, id: string, intentRef: string): Promise<boolean> {
  const attached = await db
    .updateTable('payment')
    .set({
      intent_ref: intentRef,
      status: sql`case when status = 'creating' then 'open' else status end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('intent_ref', 'is', null), eb('intent_ref', '=', intentRef)]))
    .executeTakeFirst();
  return attached.numUpdatedRows === 1n;
}

export type Move = {
  /** The successful attempt, stored with the payment. */
  attempt?: PaymentAttempt | null;
  received: Cents;
  status: PaymentStatus;
  declineMessage: string | null;
  reviewReason: string | null;
  paidWith?: { brand: string; last4: string } | null;
  now: Date;
};

export async function move(tx: Tx, id: string, to: Move): Promise<void> {
  const { attempt = null, status, declineMessage, reviewReason, received, paidWith, now } = to;
  const writer = attempt === null ? tx : tx.with('tried', (query) => attempts.writing(query, id, attempt));
  await writer
    .updateTable('payment')
    .set({
      status,
      decline_message: declineMessage,
      review_reason: reviewReason,
      received_cents: received,
      ...(paidWith ? { card_brand: paidWith.brand, card_last4: paidWith.last4 } : {}),
      updated_at: now,
      ...(status === 'succeeded' || status === 'duplicate' ? { succeeded_at: now } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Payments open since before `before`, longest first. */
export async function openSince(db: Database, before: Date, limit: number): Promise<Payment[]> {
  const rows = await select(db)
    .where('status', 'in', openStatuses)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}

/** Moves a checked payment to the end of the sweep's queue. */
export async function touch(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('payment').set({ updated_at: now }).where('id', '=', id).execute();
}

const stored = sql<number>`coalesce(received_cents, amount_cents)
  - (select coalesce(sum(refund.amount_cents), 0) from refund where payment_id = payment.id and state <> 'failed')
  - (select coalesce(sum(dispute.amount_cents), 0) from dispute where payment_id = payment.id and withdrawn)`;

/**
 * A refundable payment of an order, locked: first one that the order does not need, then the one that paid
 * it. The caller must lock the order first. `paymentId`: only that one.
 */
export async function lockRefundable(
  tx: Tx,
  orderId: string,
  paymentId: string | null,
): Promise<Payment | null> {
  const row = await select(tx)
    .where('order_id', '=', orderId)
    .where('status', 'in', ['succeeded', 'duplicate', 'review'])
    .$if(paymentId !== null, (query) => query.where('id', '=', paymentId))
    .$if(paymentId === null, (query) => query.where(isForOrder))
    .orderBy(sql`status <> 'succeeded' and ${stored} > 0`, 'desc')
    .orderBy(sql`status = 'succeeded'`, 'desc')
    // An order on credit is paid in two halves.
    .orderBy(sql`${stored} > 0`, 'desc')
    .orderBy('created_at')
    .forUpdate()
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/**
 * True while an unexpected amount is neither accepted nor refunded. Staff decide, and until then the order is
 * neither paid nor canceled.
 */
export async function hasMoneyInReview(db: Database | Tx, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select('payment.id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'review')
    .where((eb) =>
      eb(
        'received_cents',
        '>',
        eb
          .selectFrom('refund')
          .whereRef('refund.payment_id', '=', 'payment.id')
          .where('state', '<>', 'failed')
          .select((inner) =>
            inner.fn.coalesce(inner.fn.sum<number>('refund.amount_cents'), inner.lit(0)).as('given'),
          ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function findByIntent(db: Database | Tx, intentRef: string): Promise<Payment | null> {
  const row = await select(db).where('intent_ref', '=', intentRef).executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** Returns the payment with the immutable fields of its order. */
export async function findWithOrder(
  db: Database,
  intentRef: string,
): Promise<{ payment: Payment; order: Pick<Order, 'id' | 'cartId'> } | null> {
  const row = await select(db)
    .select((eb) =>
      eb
        .selectFrom('shop_order')
        .select('cart_id')
        .whereRef('shop_order.id', '=', 'payment.order_id')
        .as('cart_id'),
    )
    .where('intent_ref', '=', intentRef)
    .executeTakeFirst();
  return row ? { payment: toPayment(row), order: { id: row.order_id, cartId: row.cart_id } } : null;
}

/** Payments that succeeded in this period according to our rows, including duplicates. */
export async function paidBetween(db: Database, from: Date, to: Date): Promise<Payment[]> {
  const rows = await select(db)
    .where('status', 'in', ['succeeded', 'duplicate'])
    .where('succeeded_at', '>=', from)
    .where('succeeded_at', '<', to)
    .execute();
  return rows.map(toPayment);
}
