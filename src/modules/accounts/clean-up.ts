/**
 * Deletes expired account data: links and sessions that ended long ago, counters, and accounts that were
 * never confirmed.
 */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { processByAge, batchSize, inBatches } from '#platform/in-batches.ts';

const dayMs = 86_400_000;
/**
 * The job that answers a request stops retrying after a few hours. An older unanswered request can be
 * deleted.
 */
const requestRetentionDays = 7;
const linkRetentionDays = 30;

export type DeletedCounts = {
  counters: number;
  requests: number;
  links: number;
  sessions: number;
  unconfirmed: number;
};

/**
 * Safe to repeat and to interrupt. Accounts are deleted last, because their sessions have to be gone first.
 */
export async function deleteOldAccountData({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<DeletedCounts> {
  const before = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  const counters = await inBatches(
    db,
    sql`delete from account_limit where key in (select key from account_limit where ends_at < ${before(0)} limit ${batchSize})`,
  );
  const requests = await inBatches(
    db,
    sql`
    delete from account_request where id in (
      select id from account_request where created_at < ${before(requestRetentionDays)} limit ${batchSize})`,
  );
  const links = await inBatches(
    db,
    sql`
    delete from one_time_token where id in (
      select id from one_time_token where expires_at < ${before(linkRetentionDays)} limit ${batchSize})`,
  );
  const sessions = await inBatches(
    db,
    sql`
    delete from session where id in (
      select id from session where least(expires_at, revoked_at) < ${before(retentionOf.endedSessionDays)} limit ${batchSize})`,
  );
  return { counters, requests, links, sessions, unconfirmed: await deleteUnconfirmed(db, before) };
}

/**
 * Accounts created by an order may stay unconfirmed indefinitely, so many rows remain. A link or a session
 * only delays deletion. Expired links are deleted with their account: otherwise one unopened link a month
 * would preserve an unclaimed account forever.
 */
const deleteUnconfirmed = (db: Database, beforeDays: (days: number) => Date): Promise<number> => {
  const before = beforeDays(retentionOf.unconfirmedDays);
  const since = sql`greatest(created_at, updated_at, disabled_at, deleted_at)`;
  return processByAge(
    db,
    {
      name: 'unconfirmed accounts',
      table: sql`app_user`,
      since,
      before,
      rereadDays: retentionOf.endedSessionDays,
    },
    (from, until) => sql`
    with gone as (
      select id from app_user person
      where ${since} >= ${from} and ${since} < ${until} and email_confirmed_at is null and deleted_at is null and customer_ref is null
        and not exists (select from shop_order where shop_order.user_id = person.id)
        and not exists (select from cart where cart.user_id = person.id)
        and not exists (select from impersonation_grant where person.id in (admin_id, target_id))
        and not exists (select from session where session.user_id = person.id)
        and not exists (select from one_time_token where one_time_token.user_id = person.id and expires_at >= ${beforeDays(retentionOf.endedLinkDays)})
      limit ${batchSize} for update skip locked),
    links as (delete from one_time_token where user_id in (select id from gone))
    delete from app_user where id in (select id from gone)`,
  );
};
