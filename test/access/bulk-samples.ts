/**
 * Valid requests for bulk acts and saved views. The acts leave nothing behind: the job's work is rejected, or
 * was so before.
 */
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function bulkSamples(
  shop: () => Shop,
  anOrder: () => Promise<string>,
  anEmail: () => Promise<string>,
): Record<string, StaffSample> {
  const unknown = { params: { id: `bulk_${'A'.repeat(22)}` } };
  const unknownFile = { params: { id: `exp_${'A'.repeat(22)}` } };
  const unknownView = { params: { id: `view_${'A'.repeat(22)}` } };
  return {
    staffCompleteOrders: async () => ({ body: { ids: [await anOrder()] } }),
    staffEmailOrdersAgain: async () => ({ body: { ids: [await anOrder()] } }),
    staffSendEmailAgain: async () => ({ params: { id: await anEmail() } }),
    staffEndCoupons: async () => {
      const { id } = await shop()
        .db.selectFrom('coupon')
        .select('id')
        .where('code', '=', 'EXPIRED20')
        .executeTakeFirstOrThrow();
      return { body: { ids: [String(id)] } };
    },
    staffUnpublishProducts: () => ({ body: { ids: ['no-such-product'] } }),
    staffUnpublishBoosters: () => ({ body: { filter: { view: 'drafts' } } }),
    staffDisableCustomers: () => ({ body: { ids: [`usr_${'A'.repeat(22)}`] } }),
    staffReadListFile: () => unknownFile,
    staffTakeListFile: () => unknownFile,
    staffChangeView: () => unknownView,
    staffDeleteView: () => unknownView,
    staffShareView: () => unknownView,
    staffReadBulkAct: () => unknown,
    staffStopBulkAct: () => unknown,
    staffRetryBulkAct: () => unknown,
  };
}

/** Each belongs to the user who requested it. For other users, and for unknown ids, it does not exist. */
export const bulkRefusals = {
  staffChangeView: 'not_found',
  staffDeleteView: 'not_found',
  staffShareView: 'not_found',
  staffReadListFile: 'not_found',
  staffTakeListFile: 'not_found',
  staffReadBulkAct: 'not_found',
  staffStopBulkAct: 'not_found',
  staffRetryBulkAct: 'not_found',
};
