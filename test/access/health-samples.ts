/** Valid requests for the shop's health, its alarms, and their recipients. */
import { freshId } from '#kernel/ids.ts';
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function healthSamples(shop: () => Shop, anybody: () => string): Record<string, StaffSample> {
  const aRecipient = async () => {
    const id = freshId('alr');
    const row = {
      id,
      kind: 'email',
      address: `${id}@example.com`,
      added_by: anybody(),
      added_at: new Date(),
    } as const;
    await shop().db.insertInto('alarm_recipient').values(row).execute();
    return { params: { id } };
  };
  return {
    staffSettleAlarms: async () => {
      const subject = freshId('pay');
      await shop()
        .db.insertInto('alarm')
        .values({ kind: 'payment_review', subject, detail: 'For a test' })
        .execute();
      return { body: { alarms: [{ kind: 'payment_review', subject }] } };
    },
    staffAddAlarmRecipient: async () => {
      await shop().db.deleteFrom('alarm_recipient').execute();
      return { body: { kind: 'webhook', address: `https://hooks.example.com/${freshId('alr')}` } };
    },
    staffRemoveAlarmRecipient: aRecipient,
    staffTryAlarmRecipient: aRecipient,
  };
}
