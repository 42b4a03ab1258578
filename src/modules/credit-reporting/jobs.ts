/** Scheduled work of reporting. All jobs are safe to run twice. */
import type { Deps } from '#modules/shared/deps.ts';
import * as connections from './connection-store.ts';
import { closeMonth, emailMonth } from './months.ts';
import { syncInTurn } from './sync.ts';

/** Customers in parallel, so that slow calls for one do not delay others. */
const concurrency = 4;
const customersInASweep = 1_000;

export function reportingJobs(deps: Deps, { sweepEveryMinutes }: { sweepEveryMinutes: number }): void {
  deps.jobs.work('report-to-bureau', ({ connectionId }) => syncInTurn(deps, connectionId), { concurrency });
  deps.jobs.work('sweep-reporting', () => sweepReporting(deps), { concurrency: 1 });
  if (sweepEveryMinutes > 0) deps.jobs.schedule('sweep-reporting', sweepEveryMinutes);
}

/**
 * Syncs every customer with something to send, look up, or read; then writes last month's figures and emails,
 * once.
 */
export async function sweepReporting(deps: Deps): Promise<void> {
  const { db, clock, jobs } = deps;
  if (deps.bureau !== null) {
    const due = await connections.due(db, clock.now(), customersInASweep);
    await db.transaction().execute(async (tx) => {
      for (const connectionId of due)
        await jobs.enqueue(tx, 'report-to-bureau', { connectionId }, { singletonKey: connectionId });
    });
  }
  await closeMonth(deps);
  await emailMonth(deps);
}
