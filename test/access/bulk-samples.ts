/** Right requests for acts on many records. They change nothing afterwards: what the job makes of them is refused, or was so before. */
import type { Shop } from '#test/a-shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function bulkSamples(shop: () => Shop, anOrder: () => Promise<string>, anEmail: () => Promise<string>): Record<string, StaffSample> {
  const unknown = { params: { id: `bulk_${'A'.repeat(22)}` } };
  return {
    staffCompleteOrders: async () => ({ body: { ids: [await anOrder()] } }),
    staffEmailOrdersAgain: async () => ({ body: { ids: [await anOrder()] } }),
    staffSendEmailAgain: async () => ({ params: { id: await anEmail() } }),
    staffEndCoupons: async () => {
      const { id } = await shop().db.selectFrom('coupon').select('id').where('code', '=', 'EXPIRED20').executeTakeFirstOrThrow();
      return { body: { ids: [String(id)] } };
    },
    staffUnpublishProducts: () => ({ body: { ids: ['no-such-product'] } }),
    staffUnpublishBoosters: () => ({ body: { filter: { view: 'drafts' } } }),
    staffListBulkActs: () => ({}),
    staffReadBulkAct: () => unknown,
    staffStopBulkAct: () => unknown,
    staffRetryBulkAct: () => unknown,
  };
}

/** Each is of whoever asked for it: what others and nobody asked for is not there. */
export const bulkRefusals = { staffReadBulkAct: 'not_found', staffStopBulkAct: 'not_found', staffRetryBulkAct: 'not_found' };
