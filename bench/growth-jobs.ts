/** Every sweep and job of a shop, run from the queue and timed by it. */
import type { Shop } from '#test/a-shop.ts';
import { until } from '#test/until.ts';
import { forgetOldAccounts } from '#modules/accounts/clean-up.ts';
import { cleanUp } from '#modules/admin/clean-up.ts';
import { checkChanges } from '#modules/admin/invariants.ts';
import { keepTotals } from '#modules/admin/overview/totals.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { median } from './figures.ts';

const jobs = [
  ...(['sweep-mails', 'sweep-payments', 'fill-event-holes', 'sweep-carts', 'compare-charges', 'read-fees'] as const),
  ...(['sweep-closed', 'sweep-subscriptions', 'sweep-credit', 'compare-credit-invoices'] as const),
  ...(['sweep-reporting', 'tell-alarms'] as const),
];
/** Comparing subscriptions is not among the jobs: it costs what the processor lists, and the filled ones are not there. */

/** What the queue itself says: from the moment a worker took the job to the moment it was settled. */
async function runJob(shop: Shop, name: (typeof jobs)[number]): Promise<number> {
  await shop.db.transaction().execute((tx) => shop.deps.jobs.enqueue(tx, name, {}));
  return until(
    `${name} is done`,
    async () => {
      const { rows } = await sql<{ state: string; ms: number }>`
        select state::text, 1000 * extract(epoch from completed_on - started_on)::float8 as ms from pgboss.job
        where name = ${name} order by created_on desc limit 1`.execute(shop.db);
      const [job] = rows;
      if (job?.state === 'failed') throw new Error(`${name} failed`);
      return job?.state === 'completed' && job;
    },
    600_000,
  ).then(({ ms }) => ms);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export async function runJobs(shop: Shop, db: Database): Promise<Map<string, number>> {
  const ran = new Map<string, number>();
  for (const name of jobs) ran.set(name, median([await runJob(shop, name), await runJob(shop, name), await runJob(shop, name)]));
  const newest = new Date(Date.now() - 600_000);
  ran.set('invariants of what has changed', await timed(async () => expect(await checkChanges(db, newest)).toEqual([])));
  // The first one goes through all that was there before it.
  for (const first of [cleanUp, forgetOldAccounts, keepTotals]) await first(shop.deps);
  ran.set('clean-up of a day', await timed(() => Promise.all([cleanUp(shop.deps), forgetOldAccounts(shop.deps), keepTotals(shop.deps)])));
  return ran;
}
