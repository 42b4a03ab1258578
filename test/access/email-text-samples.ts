/** Valid requests for the email text endpoints. */
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function emailTextSamples(shop: () => Shop): Record<string, StaffSample> {
  const kind = 'order_completed';
  const params = { kind };
  const texts = { 'Order {number} is complete': 'Your order {number} is done' };
  return {
    staffReadEmailTexts: () => ({ params }),
    // Each permitted role adds one version.
    staffEditEmailTexts: async () => {
      const { db } = shop();
      const version = await db
        .selectFrom('email_words')
        .select(({ fn }) => fn.max('version').as('newest'))
        .where('kind', '=', kind)
        .executeTakeFirst();
      return { params, body: { texts, version: version?.newest ?? 0 } };
    },
    staffPreviewEmail: () => ({ params, body: { texts, sample: 'Email' } }),
    staffSendTestEmail: () => ({ params, body: { texts, sample: 'Email' } }),
  };
}
