/**
 * Defines the operator's metrics: the process, its connection pool, and the pending work in the database.
 * They are served on a separate port that only this machine reaches by default, never on the public one.
 */
import { type Kysely, sql } from 'kysely';
import { isWaiting } from '#modules/mail/store.ts';
import type { Admission } from '#platform/admission.ts';
import { type Database, poolState } from '#platform/database.ts';
import type { Metrics, Sample } from '#platform/metrics.ts';
import type { Machine } from '#ports/machine.ts';
import { type Listener, openListener } from '#server/http/listener.ts';
import { measureInvariants } from '#modules/operations/invariants/watch.ts';

const workEverySeconds = 5;

export async function openMetricsListener(
  at: { host: string; port: number },
  metrics: Metrics,
): Promise<Listener> {
  const listener = await openListener({ ...at, setting: 'METRICS_PORT' });
  listener.serve((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return listener;
}

/** `hasEdge`: a cache in front of the shop receives purge calls. */
type Measured = { db: Database; admission: Admission; machine: Machine | undefined; hasEdge: boolean };

export function measure(metrics: Metrics, { db, admission, machine, hasEdge }: Measured): void {
  metrics.watch('http_requests_in_flight', 'Requests in progress', () => admission.inFlight());
  metrics.watchPool(() => poolState(db));
  metrics.watchDatabase(
    {
      jobs_waiting: { help: 'Waiting jobs by queue', label: 'queue' },
      jobs_oldest_seconds: { help: 'Age of the oldest due job by queue', label: 'queue' },
      mail_unsent: { help: 'Unsent emails that are still retried' },
      mail_oldest_seconds: { help: 'Age of the oldest unsent email' },
      webhooks_open: { help: 'Stored webhooks that are not handled yet' },
      webhooks_oldest_seconds: { help: 'Age of the oldest unhandled webhook' },
      sweep_last_success_seconds: { help: 'Time since a sweep last succeeded', label: 'sweep' },
      alarms_unresolved: { help: 'Unresolved alarms' },
      last_write_seconds: {
        help: 'Time since the last write probe, which runs every minute; high when the database accepts no writes',
      },
      edge_purge_oldest_seconds: {
        help: 'Age of the oldest change not yet purged from the CDN; absent without a CDN',
      },
      database_deadlocks: { help: 'Deadlocks since the database statistics were reset' },
    },
    workEverySeconds,
    () => measureWork(db, hasEdge),
  );
  metrics.watchDatabase(
    {
      disk_free_bytes: { help: 'Free space on the disk with the built-in database and uploads' },
      disk_total_bytes: { help: 'Size of the disk with the built-in database and uploads' },
    },
    workEverySeconds,
    async () => {
      const disk = (await machine?.disk()) ?? null;
      return disk === null
        ? []
        : Object.entries(disk).map(([name, value]) => ({
            name: `disk_${name.replace('Bytes', '')}_bytes`,
            value,
          }));
    },
  );
  metrics.watchDatabase(
    {
      backup_last_good_age_seconds: {
        help: 'Time since the last successful backup, or since the shop was created',
      },
      backup_last_failed: { help: '1 when the last backup failed or did not verify' },
    },
    workEverySeconds,
    () => measureBackups(db),
  );
  measureInvariants(metrics, db);
}

/** Only the last result is stored. The audit log records when `backup` last succeeded before it. */
async function measureBackups(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ failed: boolean; age: number | null }>`
    with last as (select at, is_good from operation_result where kind = 'backup'),
    good as (
      select at from last where is_good
      union all (select at from audit_log where action = 'backup_made' order by id desc limit 1)
      union all select min(applied_at) from schema_migration where not exists (select from last)
    )
    select exists (select from last where not is_good) as failed, extract(epoch from now() - max(at))::float8 as age from good`.execute(
    db,
  );
  return rows.flatMap(({ failed, age }) => [
    { name: 'backup_last_failed', value: Number(failed) },
    ...(age === null ? [] : [{ name: 'backup_last_good_age_seconds', value: age }]),
  ]);
}

type Row = { name: string; label: string | null; value: number };

async function measureWork<Tables>(db: Kysely<Tables>, hasEdge: boolean): Promise<Sample[]> {
  const { rows } = await sql<Row>`
    with job as (select name, start_after from pgboss.job where state < 'active')
    select 'jobs_waiting' as name, name as label, count(*)::float8 as value from job group by 2
    union all
    select 'jobs_oldest_seconds', name, extract(epoch from now() - min(start_after))::float8 from job where start_after <= now() group by 2
    union all
    select 'mail_unsent', null, count(*) from mail where ${isWaiting}
    union all
    select 'mail_oldest_seconds', null, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from mail where ${isWaiting}
    union all
    select 'webhooks_open', null, count(*) from webhook_inbox where done_at is null
    union all
    select 'webhooks_oldest_seconds', null, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 from webhook_inbox where done_at is null
    union all
    select 'sweep_last_success_seconds', substr(name, 7), extract(epoch from now() - position)::float8 from sweep_cursor where name like 'sweep:%'
    union all
    select 'alarms_unresolved', null, count(*) from alarm where resolved_at is null
    union all
    select 'last_write_seconds', null, extract(epoch from now() - max(last_at))::float8 from status_day having max(last_at) is not null
    union all
    select 'edge_purge_oldest_seconds', null, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 from edge_purge where purged_at is null having ${hasEdge}
    union all
    select 'database_deadlocks', null, deadlocks from pg_stat_database where datname = current_database()`.execute(
    db,
  );
  return rows.map(({ name, label, value }) => ({ name, value, ...(label === null ? {} : { label }) }));
}
