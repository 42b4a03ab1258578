/** The alert rules and the dashboard in `deploy/monitoring` use metric names that the shop exports. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as results from '#modules/admin/health/results.ts';
import { createAdmission } from '#platform/admission.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { machineOf } from '#server/machine.ts';
import { measure, openMetricsListener } from './measure.ts';

let database: TestDatabase;
const metrics: Metrics = createMetrics({ ofProcess: true });
const admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs: 0 }) });
const disk = { freeBytes: 40, totalBytes: 100 };

beforeAll(async () => {
  database = await aDatabase({ max: 3 });
  const jobs = await createJobs({ databaseUrl: database.url, log: createLogger('fatal') });
  await jobs.stop({ timeoutMs: 1_000 });
  const machine = { version: '1', builtAt: null, startedAt: new Date(), disk: async () => disk };
  measure(metrics, { db: database.db, admission, machine, hasEdge: true });
});
afterAll(async () => {
  admission.stop();
  await database.close();
});

const read = (file: string): string =>
  readFileSync(new URL(`../../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
const rules = [...read('alerts.yaml').matchAll(/^ {8}expr: (.+)$/gm)].map(([, rule = '']) => rule);
type Board = { panels: { title: string; targets: { expr: string }[] }[] };
const questions = (JSON.parse(read('grafana-dashboard.json')) as Board).panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr),
);

/** Metric names in a query, without functions, labels, and grouping. */
const namesIn = (question: string): string[] =>
  question
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
    .match(/[a-z][a-z_]*[a-z](?=[^a-z_(]|$)/g)
    ?.filter((word) => word.includes('_') && word !== 'histogram_quantile') ?? [];

test('the memory alert fires below every packaged limit', () => {
  const threshold = Number(/process_resident_memory_bytes\S* > (\S+)/.exec(rules.join('\n'))?.[1]);
  const packaged = (file: string, pattern: RegExp): number =>
    Number(pattern.exec(readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8'))?.[1]) *
    2 ** 20;
  for (const limit of [
    packaged('compose/compose.yaml', /mem_limit: (\d+)m$/m),
    packaged('kubernetes/shop.yaml', /limits: \{ memory: (\d+)Mi \}/),
    packaged('systemd/stateside.service', /^MemoryMax=(\d+)M$/m),
  ])
    expect(threshold).toBeLessThan(0.85 * limit);
});

test('each query uses existing metrics', async () => {
  const { body } = await metrics.text();
  const offered = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  expect(rules.length).toBeGreaterThan(15);
  expect(questions.length).toBeGreaterThan(20);
  for (const question of [...rules, ...questions]) {
    const names = namesIn(question);
    if (question.startsWith('up{')) continue;
    expect(names, question).not.toEqual([]);
    expect(
      names.filter((name) => !offered.has(name)),
      question,
    ).toEqual([]);
  }
});

test('free disk space, and the time since the last write, are measured', async () => {
  const at = new Date(Date.now() - 400_000);
  await database.db
    .insertInto('status_day')
    .values({
      part: 'orders',
      day: at.toISOString().slice(0, 10),
      checks: 1,
      good: 1,
      first_at: at,
      last_at: at,
      last_good: true,
    })
    .execute();
  const fresh = createMetrics({ ofProcess: false });
  measure(fresh, {
    db: database.db,
    admission,
    machine: { version: '1', builtAt: null, startedAt: at, disk: async () => disk },
    hasEdge: false,
  });
  const { body } = await fresh.text();
  expect(body).toMatch(/^disk_free_bytes 40$/m);
  expect(body).toMatch(/^disk_total_bytes 100$/m);
  expect(Number(/^last_write_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(400);
});

test('before the data folder exists, its future disk is measured', async () => {
  const toCome = join(tmpdir(), crypto.randomUUID(), 'data');
  const { blocks, bsize } = await statfs(tmpdir());
  expect(await machineOf(toCome).disk()).toMatchObject({ totalBytes: blocks * bsize });
  expect(await machineOf(null).disk()).toBeNull();
});

describe('backups', () => {
  const day = 86_400_000;
  const measured = async (): Promise<{ age: number; failed: number }> => {
    const fresh = createMetrics({ ofProcess: false });
    measure(fresh, { db: database.db, admission, machine: undefined, hasEdge: false });
    const { body } = await fresh.text();
    const [, age] = /^backup_last_good_age_seconds (\S+)$/m.exec(body) ?? [];
    const [, failed] = /^backup_last_failed (\S+)$/m.exec(body) ?? [];
    return { age: Number(age), failed: Number(failed) };
  };
  const daysOf = ({ age }: { age: number }): number => Math.floor((age * 1_000) / day);
  const noteResult = (days: number, isGood: boolean): Promise<void> =>
    results.note(database.db, 'backup', { at: new Date(Date.now() - days * day), isGood, summary: '' });
  const madeBefore = (days: number): Promise<unknown> =>
    database.db
      .insertInto('audit_log')
      .values({
        at: new Date(Date.now() - days * day),
        ip: '',
        route: '',
        action: 'backup_made',
        object: 'shop',
        detail: '{}',
        mac: '',
      })
      .execute();

  test('a shop without any raises an alert after its first days', async () => {
    await sql`update schema_migration set applied_at = now() - interval '5 days'`.execute(database.db);
    const none = await measured();
    expect([daysOf(none), none.failed]).toEqual([5, 0]);
  });

  test('the age counts from the last successful backup, even after a failed one', async () => {
    await noteResult(2, true);
    const good = await measured();
    expect([daysOf(good), good.failed]).toEqual([2, 0]);
    // For a backup made by another tool, only the result is recorded.
    await noteResult(1, false);
    expect(await measured()).toEqual({ age: NaN, failed: 1 });
    await madeBefore(4);
    await madeBefore(3);
    const failed = await measured();
    expect([daysOf(failed), failed.failed]).toEqual([3, 1]);
    await noteResult(0, true);
    const repaired = await measured();
    expect([daysOf(repaired), repaired.failed]).toEqual([0, 0]);
  });
});

test('they are served where the operator configured, under one address', async () => {
  const listener = await openMetricsListener({ host: '0.0.0.0', port: 0 }, metrics);
  try {
    const { port } = new URL(listener.origin);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  } finally {
    await listener.close(0);
  }
});
