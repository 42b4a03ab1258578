/**
 * Has a cache in front of the shop forget what has changed (record 0017). The database notes each change with it; a job tells the cache, at once
 * and once more when every process has surely heard of the change, and tries again until it is told.
 */
import { edgeKeys } from '#kernel/edge-keys.ts';
import * as alarms from '#modules/payments/alarms.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './store.ts';

export type EdgeDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'edge'>;

/** Each process looks at the version of the content once a second, should nobody tell it (record 0017). */
const againAfterSeconds = 2;
const alarmAfterSeconds = 300;

/** Hands what waits to the job. Called after each change, by every process: one of them does it. */
export async function purgeSoon({ db, jobs, log }: EdgeDeps): Promise<void> {
  await db
    .transaction()
    .execute((tx) => jobs.enqueue(tx, 'purge-edge', {}, { singletonKey: 'news' }))
    // The clock comes by each minute.
    .catch((error: unknown) => log.warn({ err: error }, 'a purge could not be asked for yet'));
}

/** A new version may show the same content otherwise. */
export async function purgeAll(deps: EdgeDeps): Promise<void> {
  await store.add(deps.db, [edgeKeys.pages, edgeKeys.files]);
  await purgeSoon(deps);
}

/** Safe to repeat, and to do in two processes at one time. */
export async function purgeDue({ db, jobs, log, edge }: EdgeDeps): Promise<void> {
  const rows = await store.due(db, againAfterSeconds);
  const [oldest] = rows;
  if (!edge || oldest === undefined) return;
  try {
    await edge.purge([...new Set(rows.map(({ key }) => key))]);
  } catch (error) {
    if (oldest.ageSeconds > alarmAfterSeconds) await alarms.raise(db, log, 'edge_purge', 'edge', stale(error));
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await store.told(tx, rows);
    if (rows.some(({ isSecond }) => !isSecond)) await jobs.enqueue(tx, 'purge-edge', {}, { startAfterSeconds: againAfterSeconds + 1 });
  });
}

const stale = (error: unknown): string =>
  `Visitors may see pages from before a change: ${error instanceof Error ? error.message : String(error)}`;
