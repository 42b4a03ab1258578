/** Refunds as staff make them, disputes, and the documents of an order. */
import type { Cents } from '#kernel/money.ts';
import { applyDispute } from '#modules/payments/apply-refund.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import type { Shop } from './shop.ts';
import { until } from '#test/until.ts';

export const invoiceOf = async (shop: Shop, orderId: string): Promise<string> =>
  (await shop.db.selectFrom('invoice').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow())
    .id;

/**
 * Refunds an amount, or everything that is left with null. Returns the id of the credit note once it is
 * issued.
 */
export async function refundOf(shop: Shop, orderId: string, amount: Cents | null = null): Promise<string> {
  const { refundId } = await requestRefund(shop.deps, { orderId, amount, requestKey: null });
  const { id } = await until('the credit note is issued', () =>
    shop.db.selectFrom('credit_note').select('id').where('refund_id', '=', refundId).executeTakeFirst(),
  );
  return id;
}

/**
 * The buyer's bank disputes the payment of an order. Returns once the shop has handled the events; so does
 * each `decide`. The sandbox decides a dispute only once, but a lost dispute can be won on appeal. So the
 * test overrides what the gateway reads.
 */
export async function aDisputeOf(
  shop: Shop,
  orderId: string,
): Promise<{ decide: (status: 'won' | 'lost') => Promise<void> }> {
  const { intent_ref: intent } = await shop.db
    .selectFrom('payment')
    .select('intent_ref')
    .where('order_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  const { id } = (await shop.control('POST', '/control/disputes', { payment_intent: intent })) as {
    id: string;
  };
  await until('all news of the dispute is handled', async () => {
    const news = await shop.db
      .selectFrom('webhook_inbox')
      .select('done_at')
      .where('object_ref', '=', id)
      .execute();
    return news.length >= 2 && news.every((event) => event.done_at !== null);
  });
  const { gateway } = shop.deps;
  return {
    decide: (status) => {
      const readDispute = async (ref: string) => {
        const read = await gateway.readDispute(ref);
        return read && { ...read, status, closed: true, withdrawn: status === 'lost' };
      };
      return applyDispute({ ...shop.deps, gateway: { ...gateway, readDispute } }, id);
    },
  };
}
