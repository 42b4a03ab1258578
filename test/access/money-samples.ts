/** Valid requests for the console's money endpoints. */
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

type World = { shop: () => Shop; paidOrder: () => Promise<string> };

export function moneySamples({ shop, paidOrder }: World): Record<string, StaffSample> {
  let disputeId = '';
  async function aDispute(): Promise<string> {
    const orderId = await paidOrder();
    const { id } = await shop()
      .db.selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow();
    const state = { status: 'needs_response', reason: 'fraudulent', withdrawn: true, closed: false };
    await shop()
      .db.insertInto('dispute')
      .values({ dispute_ref: 'du_ofTheMatrix', payment_id: id, amount_cents: 100, ...state })
      .execute();
    return 'du_ofTheMatrix';
  }
  return {
    staffReadDispute: async () => {
      disputeId ||= await aDispute();
      return { params: { id: disputeId } };
    },
  };
}
