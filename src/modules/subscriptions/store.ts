/**
 * SQL for subscriptions. No decisions here: read, lock, insert, change. The constraints of 0035 enforce the
 * rules.
 */
import { type Cents, cents } from '#kernel/money.ts';
import type { AgreedRenewal } from '#kernel/renewal-offer.ts';
import { type BillTo, readBillTo } from '#modules/invoices/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { SubscriptionRequest } from '#ports/subscription-billing.ts';
import { sql } from 'kysely';
import { isRefunded, orderingOf, type Question, questions } from './questions.ts';
import type { EndReason, SubscriptionStatus } from './rules.ts';

export type Card = { ref: string; brand: string; last4: string; expMonth: number; expYear: number };

export type Subscription = AgreedRenewal & {
  id: string;
  orderId: string;
  orderNumber: string;
  /** The owner of its order: null while that waits for the owner of its address. */
  userId: string | null;
  /** The account that the purchase created, whose card then pays; null otherwise. */
  payerId: string | null;
  productId: string;
  name: string;
  status: SubscriptionStatus;
  renews: boolean;
  startedAt: Date;
  firstRenewalAt: Date;
  paidUntil: Date;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
  billingEmail: string;
  billTo: BillTo;
  customerRef: string | null;
  card: Card | null;
  subscriptionRef: string | null;
  request: SubscriptionRequest | null;
  keyGeneration: number;
  keyedAt: Date | null;
  changeDue: boolean;
  nextPrice: { amount: Cents; from: Date } | null;
  priceChangeId: string | null;
  lastNoticeAt: Date | null;
  cardNoticeFor: string | null;
  /** The renewal and the newest price change that were checked: see `notice_of_price`. */
  priceChecked: { renewal: Date; newest: Date } | null;
  /** Changes with every write of the row: equal before and after means no write in between. */
  revision: string;
};

const select = (db: Database | Tx) =>
  db
    .selectFrom('subscription')
    .innerJoin('shop_order', 'shop_order.id', 'subscription.order_id')
    .selectAll('subscription')
    .select([
      'shop_order.user_id',
      'shop_order.number as order_number',
      sql<string>`subscription.xmin::text`.as('revision'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toSubscription = (row: Row): Subscription => ({
  id: row.id,
  orderId: row.order_id,
  orderNumber: String(row.order_number),
  userId: row.user_id,
  payerId: row.payer_id,
  productId: row.product_id,
  name: row.name,
  price: cents(row.price_cents),
  period: row.period,
  status: row.status,
  renews: row.renews,
  startedAt: row.started_at,
  firstRenewalAt: row.first_renewal_at,
  paidUntil: row.paid_until,
  cancelAtPeriodEnd: row.cancel_at_period_end,
  pastDueSince: row.past_due_since,
  endedAt: row.ended_at,
  endReason: row.end_reason,
  billingEmail: row.billing_email,
  billTo: readBillTo(row.bill_to),
  customerRef: row.customer_ref,
  card: cardOf(row),
  subscriptionRef: row.subscription_ref,
  request: row.request as SubscriptionRequest | null,
  keyGeneration: row.key_generation,
  keyedAt: row.keyed_at,
  changeDue: row.change_due,
  nextPrice:
    row.next_price_cents === null || row.next_price_from === null
      ? null
      : { amount: cents(row.next_price_cents), from: row.next_price_from },
  priceChangeId: row.price_change_id,
  lastNoticeAt: row.last_notice_at,
  cardNoticeFor: row.card_notice_for,
  priceChecked:
    row.price_checked_for === null || row.price_checked_to === null
      ? null
      : { renewal: row.price_checked_for, newest: row.price_checked_to },
  revision: row.revision,
});

function cardOf({
  card_ref: ref,
  card_brand: brand,
  card_last4: last4,
  card_exp_month: expMonth,
  card_exp_year: expYear,
}: Row): Card | null {
  if (ref === null || brand === null || last4 === null || expMonth === null || expYear === null) return null;
  return { ref, brand, last4, expMonth, expYear };
}

export type NewSubscription = Pick<
  Subscription,
  | 'id'
  | 'orderId'
  | 'productId'
  | 'name'
  | keyof AgreedRenewal
  | 'renews'
  | 'startedAt'
  | 'firstRenewalAt'
  | 'billingEmail'
  | 'billTo'
> & { now: Date };

/** Returns false when this item of the order already has its subscription. */
export async function insert(tx: Tx, sold: NewSubscription): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('subscription')
    .columns([
      ...([
        'id',
        'order_id',
        'product_id',
        'name',
        'price_cents',
        'period',
        'status',
        'renews',
        'started_at',
      ] as const),
      ...([
        'first_renewal_at',
        'paid_until',
        'billing_email',
        'bill_to',
        'created_at',
        'terms_version',
        'terms_agreed_at',
        'payer_id',
      ] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('shop_order')
        .select([
          sql`${sold.id}`.as('id'),
          'shop_order.id as order_id',
          sql`${sold.productId}`.as('product_id'),
          sql`${sold.name}`.as('name'),
          sql`${sold.price}::integer`.as('price_cents'),
          sql`${sold.period}`.as('period'),
          sql`${sold.renews ? 'starting' : 'active'}`.as('status'),
          sql`${sold.renews}::boolean`.as('renews'),
          sql`${sold.startedAt}::timestamptz`.as('started_at'),
          sql`${sold.firstRenewalAt}::timestamptz`.as('first_renewal_at'),
          sql`${sold.firstRenewalAt}::timestamptz`.as('paid_until'),
          sql`${sold.billingEmail}`.as('billing_email'),
          sql`${JSON.stringify(sold.billTo)}::jsonb`.as('bill_to'),
          sql`${sold.now}::timestamptz`.as('created_at'),
          'renewal_terms_version as terms_version',
          'renewal_terms_agreed_at as terms_agreed_at',
          // An order that gained its owner when it was paid created the account.
          sql`case when exists (select from effect where order_id = shop_order.id and kind = 'account') then user_id end`.as(
            'payer_id',
          ),
        ])
        .where('shop_order.id', '=', sold.orderId),
    )
    .onConflict((conflict) => conflict.columns(['order_id', 'product_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function find(db: Database | Tx, id: string): Promise<Subscription | null> {
  const row = await select(db).where('subscription.id', '=', id).executeTakeFirst();
  return row ? toSubscription(row) : null;
}

export async function findByRef(db: Database | Tx, subscriptionRef: string): Promise<Subscription | null> {
  const row = await select(db).where('subscription_ref', '=', subscriptionRef).executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** Locks the row, not its order: lock that first. */
export async function lock(tx: Tx, id: string): Promise<Subscription | null> {
  const row = await select(tx).where('subscription.id', '=', id).forUpdate('subscription').executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** Newest first. */
export async function ofUser(db: Database | Tx, userId: string): Promise<Subscription[]> {
  const rows = await select(db)
    .where('shop_order.user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .orderBy('subscription.id')
    .limit(500)
    .execute();
  return rows.map(toSubscription);
}

export async function ofCustomer(db: Database, customerRef: string): Promise<Subscription[]> {
  return (await select(db).where('customer_ref', '=', customerRef).execute()).map(toSubscription);
}

/** Changes that need no transition in the table. */
export type Change = Partial<{
  status: SubscriptionStatus;
  renews: boolean;
  price: Cents;
  /** Before the first renewal: corrects the first period to the processor's clock. */
  firstPeriod: { from: Date; to: Date };
  paidUntil: Date;
  cancelAskedAt: Date | null;
  pastDueSince: Date | null;
  end: { reason: EndReason; at: Date };
  customerRef: string;
  card: Card;
  subscriptionRef: string;
  request: { sent: SubscriptionRequest; generation: number; keyedAt: Date };
  changeDue: boolean;
  nextPrice: { amount: Cents; from: Date } | null;
  priceChangeId: string;
  lastNoticeAt: Date;
  cardNoticeFor: string;
  /** For the renewal at the end of the paid period: the newest price change that was checked. */
  priceCheckedTo: Date;
}>;

/** The caller must lock the row. */
export async function change(tx: Tx, id: string, to: Change): Promise<void> {
  const columnsIf = <T, R>(value: T | undefined, columns: (value: T) => R): R | Record<never, never> =>
    value === undefined ? {} : columns(value);
  const columns = {
    ...columnsIf(to.status, (status) => ({ status })),
    ...columnsIf(to.renews, (renews) => ({ renews })),
    ...columnsIf(to.price, (price_cents) => ({ price_cents })),
    ...columnsIf(to.firstPeriod, ({ from, to: end }) => ({
      started_at: from,
      first_renewal_at: end,
      paid_until: end,
    })),
    ...columnsIf(to.paidUntil, (paid_until) => ({ paid_until })),
    ...columnsIf(to.cancelAskedAt, (at) => ({ cancel_asked_at: at, cancel_at_period_end: at !== null })),
    ...columnsIf(to.pastDueSince, (past_due_since) => ({ past_due_since })),
    ...columnsIf(to.end, ({ reason, at }) => ({ end_reason: reason, ended_at: at })),
    ...columnsIf(to.customerRef, (customer_ref) => ({ customer_ref })),
    ...columnsIf(to.card, (card) => ({
      ...{
        card_ref: card.ref,
        card_brand: card.brand,
        card_last4: card.last4,
        card_exp_month: card.expMonth,
        card_exp_year: card.expYear,
      },
    })),
    ...columnsIf(to.subscriptionRef, (subscription_ref) => ({ subscription_ref })),
    ...columnsIf(to.request, ({ sent, generation, keyedAt }) => ({
      ...{ request: JSON.stringify(sent), key_generation: generation, keyed_at: keyedAt },
    })),
    ...columnsIf(to.changeDue, (change_due) => ({ change_due })),
    ...columnsIf(to.nextPrice, (price) => ({
      next_price_cents: price?.amount ?? null,
      next_price_from: price?.from ?? null,
    })),
    ...columnsIf(to.priceChangeId, (price_change_id) => ({ price_change_id })),
    ...columnsIf(to.lastNoticeAt, (last_notice_at) => ({ last_notice_at })),
    ...columnsIf(to.cardNoticeFor, (card_notice_for) => ({ card_notice_for })),
    ...columnsIf(to.priceCheckedTo, (price_checked_to) => ({
      price_checked_to,
      price_checked_for: sql<Date>`paid_until`,
    })),
  };
  if (Object.keys(columns).length > 0)
    await tx.updateTable('subscription').set(columns).where('id', '=', id).execute();
}

/** Marks all decisions as sent to the processor. Returns false after a newer decision. */
export async function clearChange(db: Database, id: string, revision: string): Promise<boolean> {
  const cleared = await db
    .updateTable('subscription')
    .set({ change_due: false })
    .where('id', '=', id)
    .where(sql<boolean>`xmin::text = ${revision}`)
    .executeTakeFirst();
  return cleared.numUpdatedRows === 1n;
}

/** Subscriptions that a sweep must handle, longest waiting first. */
export const findFor = (db: Database, question: Question, now: Date, atMost: number) =>
  select(db).where(questions[question](now, atMost)).orderBy(orderingOf(question)).limit(atMost);

export const listFor = async (
  db: Database,
  question: Question,
  now: Date,
  atMost: number,
): Promise<Subscription[]> => (await findFor(db, question, now, atMost).execute()).map(toSubscription);

/** In the order of the index by which they are found. */
export const refundedSince = (db: Database, since: Date, atMost: number) =>
  select(db).where(isRefunded(since)).orderBy('subscription.order_id').limit(atMost);

export const listRefunded = async (db: Database, since: Date, atMost: number): Promise<Subscription[]> =>
  (await refundedSince(db, since, atMost).execute()).map(toSubscription);

/** Updates the subscriptions of an owner whose emails go to the old address. */
export async function moveBillingEmail(
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ billing_email: to })
    .where(sql<boolean>`lower(billing_email) = ${from}`)
    .where('order_id', 'in', (eb) => eb.selectFrom('shop_order').select('id').where('user_id', '=', userId))
    .execute();
}
