/**
 * Deletes data that is no longer useful (record 0071). Orders and payments stay. Deleted are details typed
 * without a purchase, stored processor payloads, and texts that are never read again.
 */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type DeletedCarts, deleteOldCarts } from '#modules/carts/clean-up.ts';
import { cleanUpEmails } from '#modules/mail/clean-up.ts';
import { batchSize, inBatches } from '#platform/in-batches.ts';

/** Checkout accepts a repeated key for two days; the third day allows for clock differences. */
const keyRetentionHours = 72;
/** The audit log stores what was done. Results per row are only needed for some days. */
const bulkRetentionDays = 30;
/** Deleting an act also deletes its rows, thousands of them. */
const bulkBatchSize = 20;
/** Delivery records of alarm notices; the alarms themselves stay. */
const noticeRetentionDays = 30;
/** By then every cache was purged, or its entries have expired. */
const purgeRetentionHours = 24;

export type Cleaned = DeletedCarts & {
  keys: number;
  reports: number;
  reportRows: number;
  bulkActs: number;
  setups: number;
  setupsByLink: number;
  alarmNotices: number;
  emails: number;
  emailsOfNoOrder: number;
  edgePurges: number;
};

/** Idempotent and safe to interrupt. */
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
        select event_id from webhook_inbox where done_at < ${before(retentionOf.reportDays * 24)} and payload <> '' limit ${batchSize})`,
    ),
    reportRows: await inBatches(
      db,
      sql`
      delete from webhook_inbox where event_id in (
        select event_id from webhook_inbox where received_at < ${before(retentionOf.reportRowDays * 24)} and done_at is not null
        limit ${batchSize})`,
    ),
    ...(await deleteOldCarts(db, clock.now())),
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
    ...(await cleanUpEmails(db, clock.now())),
    setups: await inBatches(
      db,
      sql`
      delete from card_setup where id in (
        select id from card_setup where created_at < ${before(retentionOf.cardSetupDays * 24)} limit ${batchSize})`,
    ),
    setupsByLink: await inBatches(
      db,
      sql`
      delete from subscription_card_setup where id in (
        select id from subscription_card_setup where created_at < ${before(retentionOf.cardSetupDays * 24)} limit ${batchSize})`,
    ),
  };
}
