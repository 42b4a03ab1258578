/** Reads the bureau's decisions on what was sent, and the score. */
import { freshId } from '#kernel/ids.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Reported } from '#ports/credit-bureau.ts';
import * as connections from './connection-store.ts';
import { accessOf, bureauOf } from './deps.ts';
import * as notices from './notices.ts';
import * as store from './report-store.ts';
import { reportingStart, itemState, nextReading } from './rules.ts';

/**
 * Throws the port's errors. Reads the bureau's trades, newest first, only down to the oldest trade with a
 * pending decision.
 */
export async function readDecisions(deps: Deps, connection: connections.Connection): Promise<void> {
  const { db, clock } = deps;
  const awaited = await store.awaited(db, connection.id);
  const undecided = new Set(awaited.map(({ id }) => id));
  if (undecided.size > 0) {
    const since = reportingStart(new Date(Math.min(...awaited.map(({ openedAt }) => openedAt.getTime()))));
    for await (const trade of bureauOf(deps).trades(accessOf(deps, connection), since)) {
      for (const found of [trade, ...trade.activities]) {
        if (found.reference === null || !undecided.delete(found.reference)) continue;
        await follow(deps, connection, found.reference, found);
      }
      if (undecided.size === 0) break;
    }
  }
  await connections.change(db, connection.id, { checkedAt: clock.now() });
}

async function follow(
  { db, ...deps }: Deps,
  { userId }: connections.Connection,
  reportId: string,
  found: Reported,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isNew = await store.decided(tx, reportId, found, deps.clock.now());
    if (isNew && itemState(found.counterparty, found.bureau) === 'rejected')
      await notices.reportRejected(tx, deps, { userId, reportId, reason: found.reason ?? '' });
  });
}

/** Stores a score when it has changed, and at least one a day. Throws the port's errors. */
export async function readScore(deps: Deps, connection: connections.Connection): Promise<connections.Score> {
  const { db, clock } = deps;
  const { value, tradeLines } = await bureauOf(deps).readScore(accessOf(deps, connection));
  const { userId, profileId } = connection;
  return db.transaction().execute(async (tx) => {
    await connections.lock(tx, connection.id);
    const now = clock.now();
    const [last] = await connections.scoresOf(tx, { userId, profileId, limit: 1 });
    await connections.change(tx, connection.id, { nextScoreAt: nextReading(userId, now) });
    const isSame = last !== undefined && last.value === value && last.tradeLines === tradeLines;
    if (isSame && last.readAt.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)) return last;
    const score = { id: freshId('sco'), profileId, value, tradeLines, readAt: now };
    await connections.insertScore(tx, userId, score);
    if (last !== undefined && last.value !== value)
      await notices.scoreChanged(tx, { ...deps, clock }, { userId, from: last.value, to: value });
    return score;
  });
}
