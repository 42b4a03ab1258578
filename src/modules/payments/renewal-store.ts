/**
 * SQL for payments that the processor made automatically for a renewal. They are stored once they have
 * succeeded.
 */
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';

export type RenewalPayment = {
  id: string;
  invoiceId: string;
  orderId: string;
  subscriptionId: string;
  amount: Cents;
  /** Null for money received outside the processor, which staff recorded there. */
  intentRef: string | null;
  paidWith: { brand: string; last4: string } | null;
  at: Date;
};

export async function insertPaid(tx: Tx, payment: RenewalPayment): Promise<void> {
  await tx
    .insertInto('payment')
    .values({
      id: payment.id,
      invoice_id: payment.invoiceId,
      order_id: payment.orderId,
      status: 'succeeded',
      amount_cents: payment.amount,
      received_cents: payment.amount,
      intent_ref: payment.intentRef,
      request: JSON.stringify({ subscriptionId: payment.subscriptionId }),
      card_brand: payment.paidWith?.brand ?? null,
      card_last4: payment.paidWith?.last4 ?? null,
      created_at: payment.at,
      updated_at: payment.at,
      succeeded_at: payment.at,
    })
    .execute();
}
