/**
 * SQL for the invoices of credit orders: two halves each, and the requests sent to the processor. No
 * decisions here.
 */
import { add, type Cents, cents } from '#kernel/money.ts';
import type { InvoiceStatus } from '#modules/invoices/rules.ts';
import type { BillTo, InvoiceLine } from '#modules/invoices/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { InvoiceRequest } from '#ports/invoice-billing.ts';
import { sql } from 'kysely';

export type HalfInvoice = {
  id: string;
  orderId: string;
  /** Null: the buyer's account was deleted. */
  userId: string | null;
  half: 1 | 2;
  number: string;
  status: InvoiceStatus;
  amount: Cents;
  paid: Cents;
  lines: InvoiceLine[];
  /** UTC day, `2026-12-23`. */
  dueOn: string;
  processorRef: string | null;
  hostedUrl: string | null;
  /** How many replacement invoices were created at the processor, and the references of the earlier ones. */
  reopened: number;
  formerRefs: string[];
};

const columns = [
  'invoice.id',
  'order_id',
  'user_id',
  'half',
  'invoice.number',
  'invoice.status',
  'amount_cents',
  'paid_cents',
] as const;
const others = ['lines', 'due_on', 'processor_ref', 'hosted_url', 'reopened', 'former_refs'] as const;
const select = (db: Database | Tx) =>
  db
    .selectFrom('invoice')
    .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
    .select([...columns, ...others])
    .where('invoice.kind', '=', 'net30');
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toHalf(row: Row): HalfInvoice {
  if (row.number === null || row.due_on === null) throw new Error(`invoice ${row.id} was never issued`);
  return {
    id: row.id,
    orderId: row.order_id,
    userId: row.user_id,
    half: row.half === 2 ? 2 : 1,
    number: row.number,
    status: row.status,
    amount: cents(row.amount_cents),
    paid: cents(row.paid_cents),
    lines: row.lines as InvoiceLine[],
    dueOn: row.due_on,
    processorRef: row.processor_ref,
    hostedUrl: row.hosted_url,
    reopened: row.reopened,
    formerRefs: row.former_refs,
  };
}

export async function find(db: Database | Tx, id: string): Promise<HalfInvoice | null> {
  const row = await select(db).where('invoice.id', '=', id).executeTakeFirst();
  return row ? toHalf(row) : null;
}

/** Lock its order first. */
export async function lock(tx: Tx, id: string): Promise<HalfInvoice | null> {
  const row = await select(tx).where('invoice.id', '=', id).forUpdate('invoice').executeTakeFirst();
  return row ? toHalf(row) : null;
}

/** One or both halves, the first half first. */
export const ofOrder = async (db: Database | Tx, orderId: string): Promise<HalfInvoice[]> =>
  (await select(db).where('order_id', '=', orderId).orderBy('half').execute()).map(toHalf);

/** References of a person's open invoices at the processor, by the processor's customer id. */
export const openRefsOfCustomer = async (db: Database, customerRef: string): Promise<string[]> =>
  (
    await db
      .selectFrom('invoice')
      .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
      .innerJoin('app_user', 'app_user.id', 'shop_order.user_id')
      .select('processor_ref')
      .where('customer_ref', '=', customerRef)
      .where('invoice.kind', '=', 'net30')
      .where('invoice.status', '=', 'open')
      .execute()
  ).flatMap(({ processor_ref: ref }) => (ref === null ? [] : [ref]));

export type AtProcessor = { id: string; processorRef: string };

/**
 * Invoices at the processor that are open, or written off since `since`, and so can still be paid. Reads in
 * pages.
 */
export async function* payableAtProcessor(
  db: Database,
  since: Date,
  pageSize = 1_000,
): AsyncGenerator<AtProcessor> {
  const after = (last: string) =>
    db
      .selectFrom('invoice')
      .select(['id', 'processor_ref'])
      .where('kind', '=', 'net30')
      .where((eb) =>
        eb.or([
          eb('status', '=', 'open'),
          eb.and([eb('status', '=', 'uncollectible'), eb('closed_at', '>', since)]),
        ]),
      )
      .where('processor_ref', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
  for (let page = await after(''); page.length > 0; page = await after(page.at(-1)?.id ?? ''))
    for (const { id, processor_ref: processorRef } of page) yield { id, processorRef: processorRef ?? '' };
}

export type NewHalf = {
  id: string;
  orderId: string;
  half: 1 | 2;
  number: string;
  amount: Cents;
  billTo: BillTo;
  lines: InvoiceLine[];
  dueOn: string;
  now: Date;
};

export async function insert(
  tx: Tx,
  { id, orderId, half, number, amount, billTo, lines, dueOn, now }: NewHalf,
): Promise<void> {
  await tx
    .insertInto('invoice')
    .values({
      ...{
        id,
        kind: 'net30',
        half,
        order_id: orderId,
        status: 'open',
        amount_cents: amount,
        number,
        due_on: dueOn,
      },
      ...{ bill_to: JSON.stringify(billTo), lines: JSON.stringify(lines), created_at: now, issued_at: now },
    })
    .execute();
}

export async function attach(
  tx: Tx,
  id: string,
  processorRef: string,
  hostedUrl: string | null,
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ processor_ref: processorRef, hosted_url: hostedUrl })
    .where('id', '=', id)
    .execute();
}

export async function countPayment(
  tx: Tx,
  id: string,
  paid: Cents,
  settled: { status: InvoiceStatus; at: Date } | null,
): Promise<void> {
  const done = settled === null ? {} : { status: settled.status, paid_at: settled.at, closed_at: null };
  await tx
    .updateTable('invoice')
    .set({ paid_cents: paid, ...done })
    .where('id', '=', id)
    .execute();
}

/**
 * Reopens an invoice until its replacement exists at the processor. The unpaid amount is what the bank took
 * back.
 */
export async function reopen(
  tx: Tx,
  id: string,
  { status, paid, dueOn }: { status: InvoiceStatus; paid: Cents; dueOn: string },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({
      status,
      paid_cents: paid,
      taken_back_cents: sql`taken_back_cents + paid_cents - ${paid}::integer`,
      due_on: dueOn,
    })
    .set({
      reopened: sql`reopened + 1`,
      former_refs: sql`array_remove(array_append(former_refs, processor_ref), null)`,
    })
    .set({ processor_ref: null, hosted_url: null, paid_at: null, closed_at: null, unread_since: null })
    .where('id', '=', id)
    .execute();
}

/** Money taken back was returned to us and settles the invoice. */
export async function settleReturned(
  tx: Tx,
  id: string,
  { paid, status, at }: { paid: Cents; status: InvoiceStatus; at: Date },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({
      status,
      paid_cents: paid,
      taken_back_cents: sql`taken_back_cents + paid_cents - ${paid}::integer`,
      paid_at: at,
      closed_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Key prefix in the ledger of a payment that a won dispute returned; the number of earlier losses is
 * appended.
 */
export const wonDisputeKey = (disputeRef: string): string => `dispute-won:${disputeRef}:`;

/** A dispute's history in the ledger: the amount of each loss, and how many wins followed. */
export async function stagesOf(
  tx: Tx,
  invoiceId: string,
  disputeRef: string,
): Promise<{ lost: Cents[]; won: number }> {
  const [first, returned] = [
    `payment-returned:${disputeRef}`,
    `invoice-payment:${wonDisputeKey(disputeRef)}`,
  ];
  const movements = await tx
    .selectFrom('credit_movement')
    .select(['key', 'owed_cents'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  const lost = movements
    .filter(({ key }) => key === first || key.startsWith(`${first}:`))
    .map(({ owed_cents: owed }) => cents(owed));
  return { lost, won: movements.filter(({ key }) => key.startsWith(returned)).length };
}

export async function markVoid(tx: Tx, id: string, status: InvoiceStatus, now: Date): Promise<void> {
  await tx.updateTable('invoice').set({ status, closed_at: now }).where('id', '=', id).execute();
}

export type NewPayment = {
  id: string;
  invoiceId: string;
  orderId: string;
  status: 'succeeded' | 'duplicate';
  /**
   * `received` is the amount that arrived; `amount` is the part applied to the invoice. The difference is
   * refunded.
   */
  amount: Cents;
  received: Cents;
  intentRef: string | null;
  /** The processor's reference of this payment. */
  paymentRef: string;
  paidWith: { brand: string; last4: string } | null;
  at: Date;
};

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  const { id, invoiceId, orderId, status, amount, received, intentRef, paymentRef, paidWith, at } = payment;
  await tx
    .insertInto('payment')
    .values({
      ...{
        id,
        invoice_id: invoiceId,
        order_id: orderId,
        status,
        amount_cents: amount,
        received_cents: received,
        intent_ref: intentRef,
      },
      ...{
        request: JSON.stringify({ paymentRef }),
        card_brand: paidWith?.brand ?? null,
        card_last4: paidWith?.last4 ?? null,
      },
      ...{ created_at: at, updated_at: at, succeeded_at: at },
    })
    .execute();
}

/** The processor's references of the payments counted for the invoice. */
export const paymentRefs = async (db: Database | Tx, invoiceId: string): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('payment')
        .select(sql<string>`request ->> 'paymentRef'`.as('ref'))
        .where('invoice_id', '=', invoiceId)
        .execute()
    ).map(({ ref }) => ref),
  );

export type Sending = { request: InvoiceRequest; generation: number; keyedAt: Date };

export async function sendingOf(db: Database | Tx, invoiceId: string): Promise<Sending | null> {
  const row = await db
    .selectFrom('credit_invoice_request')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        request: row.request as unknown as InvoiceRequest,
        generation: row.generation,
        keyedAt: row.keyed_at,
      };
}

/** The amount of the latest request to the processor. */
export async function askedFor(tx: Tx, invoiceId: string): Promise<Cents> {
  return add(...((await sendingOf(tx, invoiceId))?.request.lines ?? []).map(({ amount }) => amount));
}

/** The first stored request wins, so that a retry sends the same one. */
export async function freeze(
  db: Database,
  { request, keyedAt }: Omit<Sending, 'generation'>,
): Promise<Sending> {
  await db
    .insertInto('credit_invoice_request')
    .values({ invoice_id: request.invoiceId, request: JSON.stringify(request), keyed_at: keyedAt })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
  return (await sendingOf(db, request.invoiceId)) ?? { request, generation: 1, keyedAt };
}

/**
 * Stores a request with another customer or key after a failure. Returns null if another process has done so.
 */
export async function renew(
  db: Database | Tx,
  { request, generation }: Sending,
  now: Date,
): Promise<Sending | null> {
  const renewed = await db
    .updateTable('credit_invoice_request')
    .set({ generation: generation + 1, request: JSON.stringify(request), keyed_at: now })
    .where('invoice_id', '=', request.invoiceId)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? { request, generation: generation + 1, keyedAt: now } : null;
}

/** Issued before then, and not at the processor yet. */
export const unsent = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('invoice')
      .select('id')
      .where('kind', '=', 'net30')
      .where('status', '=', 'open')
      .where('processor_ref', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Returns whether all payments that no bank took back were refunded. */
export async function isRefunded(db: Database | Tx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql<{ left: number }>`
    select (paid_cents - (
      select coalesce(sum(refund.amount_cents), 0) from refund join payment on payment.id = payment_id
      where payment.invoice_id = invoice.id and payment.status = 'succeeded' and refund.state = 'succeeded' and refund.reason <> 'duplicate'))::bigint as left
    from invoice where id = ${invoiceId}`.execute(db);
  return rows[0] !== undefined && rows[0].left <= 0;
}
