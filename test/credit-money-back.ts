/**
 * Refunds and disputes of credit invoices, and payments that return, as settlement reports them to credit.
 * The rows they refer to are created here.
 */
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { creditDisputeMoved, creditRefundMoved } from '#modules/credit/handlers.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sql } from 'kysely';
import { type CreditShop, inTx } from './builders/credit-account.ts';

type About = { invoiceId: string; orderId: string; amount: Cents };

const quiet = { error: () => undefined };
const depsOf = ({ deps }: CreditShop): Deps => ({ log: quiet, ...deps }) as unknown as Deps;

export const reportRefund = (
  shop: CreditShop,
  { refundId, invoiceId, orderId, amount }: About & { refundId: string },
): Promise<void> =>
  inTx(shop, (tx) => {
    const now = shop.deps.clock.now();
    return creditRefundMoved(tx, depsOf(shop), {
      refundId,
      stage: 'succeeded',
      amount,
      invoiceId,
      orderId,
      askedAt: now,
      now,
    });
  });

/**
 * Inserts a completed refund for part of an order. The first one of an order also inserts its invoice and
 * payment. Returns the refund's id.
 */
export async function aRefundRow(
  { db }: Pick<CreditShop, 'db'>,
  { orderId, amount }: Pick<About, 'orderId' | 'amount'>,
): Promise<string> {
  const [invoiceId, paymentId, refundId] = [freshId('inv'), freshId('pay'), freshId('ref')];
  await sql`insert into invoice (id, order_id, kind, status, amount_cents, created_at)
    select ${invoiceId}, id, 'order', 'draft', total_cents, created_at from shop_order
    where id = ${orderId} and not exists (select from payment where order_id = ${orderId})`.execute(db);
  await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, request, succeeded_at)
    select ${paymentId}, order_id, id, 'succeeded', amount_cents, '{}', created_at from invoice where id = ${invoiceId}`.execute(
    db,
  );
  await sql`insert into refund (id, payment_id, amount_cents, reason, state, refund_ref, created_at)
    select ${refundId}, id, ${amount}, 'requested', 'succeeded', ${`re_${refundId}`}, now() from payment where order_id = ${orderId}`.execute(
    db,
  );
  return refundId;
}

type Dispute = About & { disputeRef: string };

/** Inserts a payment of that amount, which a bank disputes. */
export async function aDispute(
  { db }: CreditShop,
  { disputeRef, invoiceId, orderId, amount }: Dispute,
): Promise<void> {
  const paymentId = freshId('pay');
  await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, request, succeeded_at)
    values (${paymentId}, ${orderId}, ${invoiceId}, 'succeeded', ${amount}, '{}', now())`.execute(db);
  await sql`insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    values (${disputeRef}, ${paymentId}, ${amount}, 'lost', 'fraudulent', true, true)`.execute(db);
}

export const reportDispute = (
  shop: CreditShop,
  stage: 'opened' | 'won' | 'lost',
  { disputeRef, orderId, amount }: Omit<Dispute, 'invoiceId'>,
): Promise<void> =>
  inTx(shop, async (tx) => {
    const now = shop.deps.clock.now();
    await orders.lock(tx, orderId);
    return creditDisputeMoved(tx, depsOf(shop), { disputeRef, stage, isLast: true, amount, orderId, now });
  });
