/**
 * One sync for one customer: collects facts, reads decisions, sends what may follow, and reads the score when
 * due.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/reporting.ts';
import type { Handled } from '#contract/endpoint.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { BureauRefused, BureauUnavailable, KeyRevoked } from '#ports/credit-bureau.ts';
import { throwUnavailable } from './connect.ts';
import * as connections from './connection-store.ts';
import { collect } from './facts-store.ts';
import { readDecisions, readScore } from './reading.ts';
import { backOff, keyRevoked, reportQueued } from './report.ts';
import { countQueued } from './report-store.ts';
import { decisionsLastMs } from './rules.ts';

/** Limits one sync, so that other customers get their turn. */
const callsInARound = 50;
/** Limits an interactive sync; the rest is sent right after. */
const callsWhileWaiting = 10;

/** Run by the job. What the bureau does not accept now stays queued; only bugs throw. */
export async function syncInTurn(deps: Deps, connectionId: string): Promise<void> {
  const connection = await connections.find(deps.db, connectionId);
  if (connection === null || connection.state !== 'connected' || deps.bureau === null) return;
  if (connection.nextSendAt !== null && connection.nextSendAt > deps.clock.now()) return;
  const isDue = connection.nextScoreAt <= deps.clock.now();
  if (isDue)
    await deps.db
      .transaction()
      .execute((tx) => collect(tx, { userId: connection.userId, now: deps.clock.now() }));
  try {
    if (isOld(connection.checkedAt, deps.clock.now())) await readDecisions(deps, connection);
    const { sent, isStuck } = await reportQueued(deps, connectionId, callsInARound);
    if (isStuck) return;
    if (isDue || sent > 0) await readScore(deps, connection);
    if (sent === callsInARound) await enqueueSync(deps, connectionId);
  } catch (error) {
    await handleFailure(deps, connection, error);
  }
}

const isOld = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt === null || now.getTime() - checkedAt.getTime() >= decisionsLastMs;

const enqueueSync = ({ db, jobs }: Deps, connectionId: string): Promise<void> =>
  db
    .transaction()
    .execute((tx) => jobs.enqueue(tx, 'report-to-bureau', { connectionId }, { singletonKey: connectionId }));

async function handleFailure(deps: Deps, connection: connections.Connection, error: unknown): Promise<void> {
  if (error instanceof KeyRevoked) return keyRevoked(deps, connection, error);
  if (error instanceof BureauUnavailable) return backOff(deps, connection.id, error);
  if (error instanceof BureauRefused)
    return backOff(deps, connection.id, new BureauUnavailable(error.message));
  throw error;
}

/**
 * Requested by the owner, so back-off after earlier failures is ignored. Throws `bureau_not_connected`,
 * `bureau_revoked`, `reporting_stopped`, or `bureau_unavailable` when Factiiv does not respond; queued items
 * are then sent later.
 */
export async function syncTrades(
  deps: Deps,
  { userId }: Person,
): Promise<Handled<typeof contract.syncTrades>> {
  const { db, clock } = deps;
  const connection = await demandConnection(deps, userId);
  await db.transaction().execute(async (tx) => {
    if ((await connections.consentOf(tx, userId)) === null) throw new DomainError('reporting_stopped');
    const locked = await connections.lock(tx, connection.id);
    if (locked === null) throw new DomainError('bureau_not_connected');
    await collect(tx, { userId, now: clock.now() });
    await connections.change(tx, connection.id, { nextSendAt: null });
  });
  await withBureau(deps, connection, () => readDecisions(deps, connection));
  const { sent, isStuck } = await reportQueued(deps, connection.id, callsWhileWaiting);
  await demandConnection(deps, userId);
  if (isStuck && (await isInTrouble(deps, connection.id))) throw new DomainError('bureau_unavailable');
  await withBureau(deps, connection, () => readScore(deps, connection));
  await connections.change(db, connection.id, { syncedAt: clock.now() });
  const waiting = await countQueued(db, userId);
  if (waiting > 0) await enqueueSync(deps, connection.id);
  return { sent, waiting };
}

const isInTrouble = async ({ db }: Deps, connectionId: string): Promise<boolean> =>
  ((await connections.find(db, connectionId))?.failures ?? 0) > 0;

/** Throws `bureau_not_connected`, `bureau_revoked`. */
export async function demandConnection(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<connections.Connection> {
  const connection = await connections.findOf(db, userId);
  if (connection === null) throw new DomainError('bureau_not_connected');
  if (connection.state === 'revoked') throw new DomainError('bureau_revoked');
  return connection;
}

/**
 * For an interactive request: a revoked key is recorded and reported, any other failure becomes
 * `bureau_unavailable`.
 */
export async function withBureau<T>(
  deps: Deps,
  connection: connections.Connection,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof KeyRevoked)) return throwUnavailable(error);
    await keyRevoked(deps, connection, error);
    throw new DomainError('bureau_revoked');
  }
}
