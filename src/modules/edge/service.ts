/**
 * Purges changed content from an edge cache (record 0017). The database records a purge with each change. A
 * job sends it immediately and once more when every process must have seen the change, and retries on
 * failure. Path of a purge: a trigger writes `edge_purge`, this file, `ports/edge.ts`.
 * `server/http/edge-headers.ts` sets the keys of a page.
 */
import { edgeKeys } from '#kernel/edge-keys.ts';
import * as alarms from '#modules/alarms/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from './store.ts';

export type EdgeDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'edge'>;

/** Each process polls the content version once a second, in case a notification is missed (record 0017). */
const secondAfterSeconds = 2;
const alarmAfterSeconds = 300;

/**
 * Enqueues the purge job. Called by every process after each change; a singleton key makes one of them run
 * it.
 */
export async function purgeSoon({ db, jobs, log }: EdgeDeps): Promise<void> {
  await db
    .transaction()
    .execute((tx) => jobs.enqueue(tx, 'purge-edge', {}, { singletonKey: 'news' }))
    // The scheduled job runs every minute anyway.
    .catch((error: unknown) => log.warn({ err: error }, 'a cache purge could not be queued'));
}

/** For a new release, which may render the same content differently. */
export async function purgeAll(deps: EdgeDeps): Promise<void> {
  await store.add(deps.db, [edgeKeys.pages, edgeKeys.files]);
  await purgeSoon(deps);
}

/** Safe to repeat, and to run in two processes at the same time. */
export async function purgeDue({ db, jobs, log, edge }: EdgeDeps): Promise<void> {
  const rows = await store.due(db, secondAfterSeconds);
  const [oldest] = rows;
  if (!edge || oldest === undefined) return;
  try {
    await edge.purge([...new Set(rows.map(({ key }) => key))]);
  } catch (error) {
    if (oldest.ageSeconds > alarmAfterSeconds)
      await alarms.raise(db, log, 'edge_purge', 'edge', stale(error));
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await store.recordPurged(tx, rows);
    if (rows.some(({ isSecond }) => !isSecond))
      await jobs.enqueue(tx, 'purge-edge', {}, { startAfterSeconds: secondAfterSeconds + 1 });
  });
}

const stale = (error: unknown): string =>
  `Visitors may see pages from before a change: ${error instanceof Error ? error.message : String(error)}`;
