/**
 * Credit rows for tests of the ledger and of due dates: an approved account, orders on credit, and their
 * 50/50 invoices. Orders and invoices are inserted directly. Ledger movements are written by the real
 * functions.
 */
import { dueDate, halves, utcDay } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents } from '#kernel/money.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { takeNumber } from '#modules/invoices/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { anAccount, type PersonOptions } from './customer.ts';
import { approveIn } from './approval.ts';

export type CreditShop = {
  db: Deps['db'];
  deps: Pick<Deps, 'clock' | 'jobs' | 'publicOrigin' | 'settings' | 'passwords'>;
};

export const inTx = <T>({ db }: CreditShop, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(work);

/** Creates a user with an open credit account. The inserted application counts as approved by the rules. */
export async function aCreditAccount(
  shop: CreditShop,
  { limit = cents(50_000), ...person }: PersonOptions & { limit?: Cents } = {},
) {
  const { userId, email } = await anAccount(shop, person);
  return { email, ...(await approve(shop, userId, limit)) };
}

/** Opens a credit account for an existing user. */
export const approve = ({ db, deps }: CreditShop, userId: string, limit: Cents = cents(50_000)) =>
  approveIn(db, deps.clock, userId, limit);

export async function balance(shop: CreditShop, userId: string) {
  const account = await findOf(shop.db, userId);
  if (account === null) throw new Error(`${userId} has no credit account`);
  const { limit, available, hold, owed } = account;
  return { approved: limit === 0 ? 0 : -limit, available, hold, owed };
}

/** Inserts an order that is in progress, without its credit hold. */
export async function anOrderRow(
  tx: Tx,
  { userId, total, now }: { userId: string; total: Cents; now: Date },
): Promise<string> {
  const id = freshId('ord');
  await tx
    .insertInto('shop_order')
    .values({
      ...{
        id,
        user_id: userId,
        status: 'in_progress',
        kind: 'card',
        subtotal_cents: total,
        total_cents: total,
        accepted_at: now,
        created_at: now,
      },
      ...{
        first_name: 'Ama',
        last_name: 'Boateng',
        email: 'ama@example.com',
        country: 'US',
        phone: '+13075550100',
        address_line1: '30 N Gould Street',
        fingerprint: id,
      },
    })
    .execute();
  return id;
}

/**
 * Places an order on credit.
 * @throws the ledger's errors
 */
export const buyOnCredit = (shop: CreditShop, userId: string, total: Cents): Promise<string> =>
  inTx(shop, async (tx) => {
    const orderId = await anOrderRow(tx, { userId, total, now: shop.deps.clock.now() });
    await ledger.holdForOrder(tx, shop.deps, { userId, orderId, total });
    return orderId;
  });

/** Issues one half of an order now, due in 30 days. */
export const issueHalf = (shop: CreditShop, orderId: string, half: 1 | 2): Promise<string> =>
  inTx(shop, async (tx) => {
    const now = shop.deps.clock.now();
    const { total_cents: total } = await tx
      .selectFrom('shop_order')
      .select('total_cents')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const amount = halves(cents(total))[half - 1] ?? cents(0);
    const id = freshId('inv');
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
          created_at: now,
          issued_at: now,
        },
        ...{
          number: await takeNumber(tx, 'INV', now),
          bill_to: '{}',
          lines: JSON.stringify([{ text: 'Half', amountCents: amount }]),
        },
        ...{ due_on: dueDate(utcDay(now)) },
      })
      .execute();
    await ledger.invoiceIssued(tx, shop.deps, { orderId, invoiceId: id, amount });
    return id;
  });

/** Records a payment of an invoice, as the processor reports it. Defaults to the full amount. */
export const payInvoice = (
  shop: CreditShop,
  invoiceId: string,
  paid: { amount?: Cents; paidAt?: Date; paymentRef?: string } = {},
): Promise<void> =>
  inTx(shop, async (tx) => {
    const now = shop.deps.clock.now();
    const row = await tx
      .selectFrom('invoice')
      .select(['amount_cents', 'paid_cents'])
      .where('id', '=', invoiceId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const {
      amount = cents(row.amount_cents - row.paid_cents),
      paidAt = now,
      paymentRef = `ch_${invoiceId}_${row.paid_cents}`,
    } = paid;
    const isPaid = row.paid_cents + amount === row.amount_cents;
    await tx
      .updateTable('invoice')
      .set({ paid_cents: row.paid_cents + amount, ...(isPaid ? { status: 'paid', paid_at: now } : {}) })
      .where('id', '=', invoiceId)
      .execute();
    await ledger.invoicePaid(tx, shop.deps, { invoiceId, paymentRef, amount, paidAt });
  });

/** Completes an order. */
export const completeOrderRow = (shop: CreditShop, orderId: string): Promise<void> =>
  inTx(shop, async (tx) => {
    await tx
      .updateTable('shop_order')
      .set({ status: 'completed', completed_at: shop.deps.clock.now() })
      .where('id', '=', orderId)
      .execute();
    await ledger.bonus(tx, shop.deps, { orderId });
  });
