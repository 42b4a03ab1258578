/**
 * Sends a customer's queued items, one call at a time. Each call is recorded before it is made, and a lost
 * answer is looked up at the bureau before a retry. A crash therefore neither loses nor duplicates a report.
 */
import { freshId } from '#kernel/ids.ts';
import type { Deps } from '#modules/shared/deps.ts';
import {
  BureauRefused,
  BureauUnavailable,
  type CreditBureau,
  KeyRevoked,
  type Reported,
} from '#ports/credit-bureau.ts';
import * as connections from './connection-store.ts';
import { accessOf, bureauOf, KeyLost } from './deps.ts';
import * as facts from './facts-store.ts';
import * as notices from './notices.ts';
import * as store from './report-store.ts';
import { reportingStart, plan, waitAfter } from './rules.ts';
import * as trades from './trade-states.ts';

/** Queued items considered per call. */
const batchSize = 200;

/**
 * Returns the number of calls; `isStuck`: the bureau was unavailable or asked to retry later. Catches the
 * bureau's errors and stores the time of the next attempt.
 */
export async function reportQueued(
  deps: Deps,
  connectionId: string,
  atMost: number,
): Promise<{ sent: number; isStuck: boolean }> {
  let sent = 0;
  while (sent < atMost) {
    const report = await prepare(deps, connectionId);
    if (report === null) return { sent, isStuck: false };
    if (!(await deliver(deps, report))) return { sent, isStuck: true };
    sent += 1;
  }
  return { sent, isStuck: false };
}

/** Returns the recorded open call, or records a new one. Null: nothing can be sent now. */
async function prepare({ db, clock }: Deps, connectionId: string): Promise<store.Recorded | null> {
  return db.transaction().execute(async (tx) => {
    const connection = await connections.lock(tx, connectionId);
    const now = clock.now();
    if (connection === null || connection.state !== 'connected') return null;
    if (connection.nextSendAt !== null && connection.nextSendAt > now) return null;
    const [hasConsent, open] = [
      await connections.holdConsent(tx, connection.userId),
      await store.openReport(tx, connectionId),
    ];
    if (open !== null && (isUnderWay(open) || (hasConsent && !(await store.isOfVoided(tx, open.id)))))
      return open;
    // A call that was recorded but never made is queued again: consent may be given again, or the facts may
    // have changed.
    if (open !== null) await store.takeBack(tx, open.id);
    if (!hasConsent) return null;
    const { userId, profileId } = connection;
    const [queued, lines] = [
      await store.queued(tx, userId, batchSize),
      await trades.openLines(tx, userId, profileId),
    ];
    const names = [...new Set([...queued.map(({ trade }) => trade), ...lines])];
    if (names.length === 0) return null;
    const [states, currentFacts] = [
      await trades.tradeStates(tx, profileId, names),
      await facts.currentFacts(tx, names),
    ];
    const heldBack = await facts.unreportedTrades(tx, names);
    const { next, dropped, held } = plan({
      ...{ queued, lines, now },
      stateOf: (trade) => states.get(trade) ?? null,
      factsOf: (trade) => currentFacts.get(trade) ?? null,
      isHeldBack: (trade) => heldBack.has(trade),
    });
    for (const { items, reason } of dropped) await store.drop(tx, items, reason, now);
    for (const { items, until } of held) await store.hold(tx, items, until);
    if (next === null) return null;
    await store.record(tx, { id: freshId('brp'), connectionId, profileId, plan: next, now });
    return store.openReport(tx, connectionId);
  });
}

/**
 * A call that may have reached the bureau is looked up, or repeated if it is a change, even without consent.
 */
const isUnderWay = ({ wasTried }: store.Recorded): boolean => wasTried;

/**
 * A report that did not arrive is not repeated after its owner has withdrawn consent or one of its invoices
 * was voided.
 */
async function mayRepeat(
  { db }: Deps,
  { userId }: connections.Connection,
  { id, kind }: store.Recorded,
): Promise<boolean> {
  if (kind !== 'trade' && kind !== 'activity') return true;
  return (await connections.consentOf(db, userId)) !== null && !(await store.isOfVoided(db, id));
}

/** Returns false if it cannot be delivered now. */
async function deliver(deps: Deps, report: store.Recorded): Promise<boolean> {
  const connection = await connections.find(deps.db, report.connectionId);
  const leased = connection === null ? null : await store.lease(deps.db, report.id);
  if (connection === null || leased === null) return false;
  try {
    const bureau = bureauOf(deps);
    const found = leased.wasTried ? await lookUp(deps, bureau, connection, report) : null;
    if (found === null && leased.wasTried && !(await mayRepeat(deps, connection, report))) {
      await deps.db.transaction().execute(async (tx) => {
        if ((await connections.lock(tx, connection.id)) === null) return;
        await store.takeBack(tx, report.id);
        await connections.change(tx, connection.id, { failures: 0, nextSendAt: null });
      });
      return true;
    }
    await written(deps, connection, report, found ?? (await call(deps, bureau, connection, report)));
    return true;
  } catch (error) {
    await failed(deps, connection, report, error);
    return false;
  }
}

/**
 * Changes and withdrawals of trades are safe to repeat; other calls are looked up. Reads the bureau's trades
 * down to this one, or to the earliest date it could have.
 */
async function lookUp(
  deps: Deps,
  bureau: CreditBureau,
  connection: connections.Connection,
  report: store.Recorded,
): Promise<Reported | null> {
  if (report.kind === 'change' || report.kind === 'withdrawal') return null;
  for await (const trade of bureau.trades(accessOf(deps, connection), reportingStart(report.openedAt))) {
    if (report.kind === 'trade' && trade.reference === report.id) return trade;
    const taken =
      report.kind === 'activity_withdrawal'
        ? trade.activities.find(({ ref }) => ref === report.ref)
        : undefined;
    if (taken !== undefined) return taken.isWithdrawn ? taken : null;
    if (report.kind === 'activity' && trade.ref === report.ref)
      return trade.activities.find(({ reference }) => reference === report.id) ?? null;
  }
  return null;
}

function call(
  deps: Deps,
  bureau: CreditBureau,
  connection: connections.Connection,
  report: store.Recorded,
): Promise<Reported> {
  const access = accessOf(deps, connection);
  if (report.kind === 'trade') return bureau.addTrade(access, report.id, report.fields);
  if (report.kind === 'change') return bureau.changeTrade(access, report.ref, report.fields);
  if (report.kind === 'withdrawal') return bureau.withdrawTrade(access, report.ref, report.fields.reason);
  if (report.kind === 'activity_withdrawal')
    return bureau.withdrawActivity(access, report.ref, report.fields.reason);
  return bureau.addActivity(access, report.id, report.ref, report.fields);
}

async function written(
  { db, clock }: Deps,
  { id }: connections.Connection,
  report: store.Recorded,
  answer: Reported,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await connections.lock(tx, id);
    await store.sent(tx, report, answer, clock.now());
    await connections.change(tx, id, { failures: 0, nextSendAt: null });
  });
}

/** Errors that are not the bureau's are bugs and rethrown; the lease then expires. */
async function failed(
  deps: Deps,
  connection: connections.Connection,
  report: store.Recorded,
  error: unknown,
): Promise<void> {
  if (error instanceof KeyRevoked) {
    await store.release(deps.db, report.id);
    return keyRevoked(deps, connection, error);
  }
  if (error instanceof BureauRefused) return refused(deps, connection, report, error);
  if (!(error instanceof BureauUnavailable)) throw error;
  await store.release(deps.db, report.id);
  await backOff(deps, connection.id, error);
}

/** Stored with the connection, so that neither a restart nor another process retries sooner. */
export async function backOff(
  { db, clock, log }: Deps,
  connectionId: string,
  error: BureauUnavailable,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const connection = await connections.lock(tx, connectionId);
    if (connection === null) return;
    const failures = connection.failures + 1;
    const waitSeconds = error.afterSeconds ?? waitAfter(failures);
    await connections.change(tx, connectionId, {
      failures,
      nextSendAt: new Date(clock.now().getTime() + waitSeconds * 1_000),
    });
    log.warn(
      { connectionId, failures, waitSeconds, reason: error.message },
      'a call to the credit bureau failed',
    );
  });
}

const notNowMs = 3_600_000;

async function refused(
  { db, clock, ...deps }: Deps,
  connection: connections.Connection,
  report: store.Recorded,
  error: BureauRefused,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    if ((await connections.lock(tx, connection.id)) === null) return;
    if (error.notNow) {
      await store.takeBack(tx, report.id);
      await connections.change(tx, connection.id, { nextSendAt: new Date(now.getTime() + notNowMs) });
      return;
    }
    await store.refused(tx, report.id, error.message, now);
    // A withdrawal that was refused leaves the file unchanged; staff handle it.
    if (report.kind !== 'activity_withdrawal')
      await notices.reportRejected(
        tx,
        { clock, ...deps },
        { userId: connection.userId, reportId: report.id, reason: error.message },
      );
    const what =
      report.kind === 'activity_withdrawal'
        ? 'to take back an activity of a voided invoice'
        : `a ${report.kind}`;
    await notices.alarm(
      tx,
      deps,
      'report_refused',
      report.id,
      `The credit bureau refused ${what}: ${error.code}`,
    );
  });
}

/**
 * Marks the connection as revoked when its key is rejected or cannot be decrypted. The owner can connect
 * again, and queued items are not lost.
 */
export async function keyRevoked(
  { db, ...deps }: Deps,
  { id, userId, keySealed }: connections.Connection,
  cause: KeyRevoked,
): Promise<void> {
  const isLost = cause instanceof KeyLost;
  await db.transaction().execute(async (tx) => {
    const connection = await connections.lock(tx, id);
    if (connection === null || connection.state === 'revoked' || connection.keySealed !== keySealed) return;
    await connections.change(tx, id, { state: 'revoked' });
    await notices.connectionRevoked(tx, deps, userId, isLost ? 'lost' : 'taken_back');
    if (isLost) await notices.alarm(tx, deps, 'bureau_key_lost', cause.sealedWith, keyLost);
  });
}

const keyLost =
  'Customer keys for the credit bureau cannot be decrypted: SESSION_SECRET has changed, and the previous one is not in RETIRED_SECRETS. ' +
  'Add it there immediately. Customers affected so far are asked by email to connect again';
