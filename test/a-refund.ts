/** Money that goes back as our staff give it back, and the documents of an order. */
import type { Cents } from '#kernel/money.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import type { Shop } from './a-shop.ts';
import { until } from './until.ts';

export const invoiceOf = async (shop: Shop, orderId: string): Promise<string> =>
  (await shop.db.selectFrom('invoice').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id;

/** Null for all that is left. Answers the id of the credit note, once it is issued. */
export async function refundOf(shop: Shop, orderId: string, amount: Cents | null = null): Promise<string> {
  const { refundId } = await requestRefund(shop.deps, { orderId, amount, requestKey: null });
  const { id } = await until('the credit note is issued', () =>
    shop.db.selectFrom('credit_note').select('id').where('refund_id', '=', refundId).executeTakeFirst(),
  );
  return id;
}
