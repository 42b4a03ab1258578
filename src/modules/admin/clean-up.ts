/**
 * What is kept only as long as it is of use. Orders, payments and the fact that a report was dealt with stay for ever:
 * what goes is what a person typed and never bought, and texts that nobody reads again.
 */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Deps } from '#platform/deps.ts';
import { emptyOldEmails } from '#modules/mail/clean-up.ts';
import { asTheyAge, batchSize, inBatches } from '#platform/in-batches.ts';

/** A key may be repeated for two days (checkout's own rule); the third is for clocks that differ. */
const keyRetentionHours = 72;
const reportRetentionDays = 90;
/** A name on a card that was or was not saved: the processor has what is still of use. */
const setupRetentionDays = 30;
/** What was done stays in the audit log; how it went row by row is looked at within days. */
const bulkRetentionDays = 30;
/** Each takes its rows along, thousands of them. */
const bulkBatchSize = 20;
/** Whom an alarm was told to; the alarm itself stays. */
const noticeRetentionDays = 30;
/** Where there is a cache to be told, it has been told or has forgotten by itself. */
const purgeRetentionHours = 24;

export type Cleaned = {
  keys: number;
  reports: number;
  carts: number;
  bulkActs: number;
  setups: number;
  alarmNotices: number;
  emails: number;
  edgePurges: number;
};

/** Safe to repeat and to break off. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Cleaned> {
  const before = (hours: number): Date => new Date(clock.now().getTime() - hours * 3_600_000);
  return {
    keys: await inBatches(
      db,
      sql`
      delete from purchase_request where (actor, key) in (
        select actor, key from purchase_request where created_at < ${before(keyRetentionHours)} limit ${batchSize})`,
    ),
    reports: await inBatches(
      db,
      sql`
      update webhook_inbox set payload = '' where event_id in (
        select event_id from webhook_inbox where done_at < ${before(reportRetentionDays * 24)} and payload <> '' limit ${batchSize})`,
    ),
    carts: await asTheyAge(
      db,
      {
        ...{ name: 'carts without an order', table: sql`cart`, since: sql`updated_at` },
        ...{ before: before(retentionOf.cartDays * 24), againDays: 2 },
      },
      (from, until) => sql`
      delete from cart where id in (
        select id from cart where updated_at >= ${from} and updated_at < ${until}
          and not exists (select from shop_order where shop_order.cart_id = cart.id)
        limit ${batchSize} for update skip locked)`,
    ),
    bulkActs: await inBatches(
      db,
      sql`
      delete from bulk_act where id in (
        select id from bulk_act where ended_at < ${before(bulkRetentionDays * 24)} limit ${bulkBatchSize})`,
      bulkBatchSize,
    ),
    alarmNotices: await inBatches(
      db,
      sql`
      delete from alarm_notice where id in (
        select id from alarm_notice where moved_at < ${before(noticeRetentionDays * 24)} limit ${batchSize})`,
    ),
    edgePurges: await inBatches(
      db,
      sql`
      delete from edge_purge where id in (
        select id from edge_purge where made_at < ${before(purgeRetentionHours)} limit ${batchSize})`,
    ),
    emails: await emptyOldEmails(db, clock.now()),
    setups: await inBatches(
      db,
      sql`
      delete from card_setup where id in (
        select id from card_setup where created_at < ${before(setupRetentionDays * 24)} limit ${batchSize})`,
    ),
  };
}
