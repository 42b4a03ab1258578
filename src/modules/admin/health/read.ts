/** The health of the shop, in words for the console. */
import type * as contract from '#contract/admin/health.ts';
import type { Handled } from '#contract/endpoint.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { JobName } from '#modules/shared/job-list.ts';
import * as results from './results.ts';
import * as store from './health-store.ts';

type Wire = Handled<typeof contract.staffReadHealth>;

/** Scheduled jobs. */
const timed: readonly JobName[] = [
  'sweep-payments',
  'fill-event-holes',
  'compare-charges',
  'read-fees',
  'sweep-carts',
  'sweep-mails',
  'sweep-closed',
  'sweep-subscriptions',
  'compare-subscriptions',
  'sweep-credit',
  'compare-credit-invoices',
  'sweep-reporting',
  'clean-up',
  'check-invariants',
  'tell-alarms',
];

export async function readHealth({
  db,
  machine,
  metrics,
}: Pick<Deps, 'db' | 'machine' | 'metrics'>): Promise<Wire> {
  const [queues, givenUp, emails, sweeps, database, invariants, noted, disk, processor] = await Promise.all([
    store.queues(db),
    store.givenUp(db),
    store.emails(db),
    store.sweeps(db, timed),
    store.database(db),
    store.invariants(db),
    results.read(db),
    machine?.disk() ?? null,
    metrics?.processorFailures() ?? [],
  ]);
  return {
    now: queues.now.toISOString(),
    process: machine
      ? {
          version: machine.version,
          builtAt: moment(machine.builtAt),
          startedAt: machine.startedAt.toISOString(),
        }
      : null,
    database,
    disk,
    queues: {
      jobs: toQueue(queues.jobs),
      emails: toQueue(queues.emails),
      webhooks: toQueue(queues.webhooks),
    },
    givenUp: givenUp.map(({ lastAt, ...one }) => ({ ...one, lastAt: lastAt.toISOString() })),
    emails: { ...emails, lastFailedAt: moment(emails.lastFailedAt) },
    processor,
    sweeps: sweeps.map(({ name, lastAt }) => ({ name, lastAt: lastAt.toISOString() })),
    invariants: invariants && {
      violations: invariants.violations,
      lookedAt: moment(invariants.looked_at),
      allCheckedAt: moment(invariants.all_checked_at),
      failedAt: moment(invariants.failed_at),
    },
    verify: toResult(noted.verify),
    chaos: toResult(noted.chaos),
    backup: toResult(noted.backup),
  };
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;
const toQueue = ({ waiting, oldestAt }: store.Queue): Wire['queues']['jobs'] => ({
  waiting,
  oldestAt: moment(oldestAt),
});
const toResult = (result: results.Result | null): Wire['verify'] =>
  result && { ...result, at: result.at.toISOString() };
