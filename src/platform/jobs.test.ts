/**
 * The guarantees of the job queue, on real PostgreSQL. Jobs commit or roll back with their transaction, run
 * once across all processes, and are retried after a failure.
 */
import { createJobs, type Jobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';

let database: TestDatabase;
const running = new Set<Jobs>();
beforeEach(async () => {
  database = await aDatabase();
});
afterEach(async () => {
  for (const jobs of running) await jobs.stop({ timeoutMs: 2_000 });
  running.clear();
  await database.close();
});

async function someJobs(log = createLogger('silent')): Promise<Jobs> {
  const jobs = await createJobs({ databaseUrl: database.url, log });
  running.add(jobs);
  return jobs;
}

async function stop(jobs: Jobs, timeoutMs: number): Promise<void> {
  running.delete(jobs);
  await jobs.stop({ timeoutMs });
}

const committed = (jobs: Jobs, ...mailIds: string[]) =>
  database.db.transaction().execute(async (tx) => {
    for (const mailId of mailIds) await jobs.enqueue(tx, 'send-mail', { mailId });
  });

const rowsOf = async (name: string) =>
  (
    await sql<{
      state: string;
      singleton_on: Date | null;
    }>`select state, singleton_on from pgboss.job where name = ${name}`.execute(database.db)
  ).rows;

test('a sweep may run longer than other work before it is considered lost', async () => {
  await someJobs();
  const { rows } = await sql<{ name: string; expire_seconds: number }>`
    select name, expire_seconds from pgboss.queue where name in ('sweep-payments', 'send-mail') order by name`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { name: 'send-mail', expire_seconds: 900 },
    { name: 'sweep-payments', expire_seconds: 7_200 },
  ]);
});

test('errors of the queue itself are logged with their reason', async () => {
  const lines: string[] = [];
  const jobs = await someJobs(createLogger('error', { write: (line: string) => void lines.push(line) }));
  jobs.work('send-mail', async () => undefined);
  await jobs.start();
  await sql`alter schema pgboss rename to pgboss_away`.execute(database.db);
  try {
    await until('the queue complains', () => lines.some((line) => line.includes('send-mail')));
  } finally {
    await sql`alter schema pgboss_away rename to pgboss`.execute(database.db);
  }
  const complaint = JSON.parse(lines.find((line) => line.includes('send-mail')) ?? '{}');
  expect(complaint).toMatchObject({
    msg: 'job queue',
    // Names a table or the schema, depending on which the statement reaches first.
    err: {
      message: expect.stringContaining('does not exist'),
      code: expect.stringMatching(/^(42P01|3F000)$/),
      queue: 'send-mail',
      stack: expect.stringContaining('at '),
    },
  });
  expect(lines.join('')).not.toContain('[object Object]');
});

test('a job created in a rolled-back transaction never runs', async () => {
  const jobs = await someJobs();
  const seen: string[] = [];
  jobs.work('send-mail', async ({ mailId }) => {
    seen.push(mailId);
  });
  await jobs.start();
  await expect(
    database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, 'send-mail', { mailId: 'ghost' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await committed(jobs, 'real');
  await until('the other job ran', () => seen.includes('real'));
  expect(seen).toEqual(['real']);
  expect(await rowsOf('send-mail')).toHaveLength(1);
});

test('a job does not run before its transaction commits, and starts immediately when it does', async () => {
  const jobs = await someJobs();
  const startedAt: number[] = [];
  jobs.work('send-mail', async () => {
    startedAt.push(performance.now());
  });
  await jobs.start();
  const waits: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    await committed(jobs, `round ${round}`);
    const committedAt = performance.now();
    await until('the job ran', () => startedAt.length > round);
    waits.push((startedAt[round] ?? Number.NaN) - committedAt);
  }
  // With polling alone, each round but the first would wait a full second, because it starts right after a
  // poll. The median of five tolerates a busy machine.
  expect(waits.slice(1).sort((a, b) => a - b)[2]).toBeLessThan(400);
});

test('two processes that start concurrently on an empty database share forty jobs without running one twice', async () => {
  const [first, second] = await Promise.all([someJobs(), someJobs()]);
  const seen: string[] = [];
  for (const jobs of [first, second]) {
    jobs.work(
      'send-mail',
      async ({ mailId }) => {
        seen.push(mailId);
      },
      { concurrency: 4 },
    );
    await jobs.start();
  }
  const ids = Array.from({ length: 40 }, (_, index) => `mail ${index}`);
  await committed(first, ...ids);
  await until('all jobs are completed', async () =>
    (await rowsOf('send-mail')).every(({ state }) => state === 'completed'),
  );
  expect(seen.sort()).toEqual(ids.sort());
});

test('a worker with many jobs does not pause between them', async () => {
  const jobs = await someJobs();
  const startedAt: number[] = [];
  jobs.work(
    'send-mail',
    async () => {
      startedAt.push(performance.now());
    },
    { concurrency: 1 },
  );
  await committed(jobs, ...Array.from({ length: 8 }, (_, index) => `mail ${index}`));
  await jobs.start();
  await until('all jobs ran', () => startedAt.length === 8);
  // With a pause of one polling interval after each job, this would be seven seconds.
  expect((startedAt[7] ?? Number.NaN) - (startedAt[0] ?? Number.NaN)).toBeLessThan(5_000);
});

test('a job that throws is retried with the number of its attempt', async () => {
  const jobs = await someJobs();
  const attempts: number[] = [];
  jobs.work('send-mail', async (_, { number }) => {
    attempts.push(number);
    if (number === 1) throw new Error('the mail server is away');
  });
  await jobs.start();
  await committed(jobs, 'stubborn');
  await until('the job is completed', async () => (await rowsOf('send-mail'))[0]?.state === 'completed');
  expect(attempts).toEqual([1, 2]);
});

test('a job without attempts left is logged as an error with its payload, and stays for inspection', async () => {
  const lines: { level: number; msg: string; job?: string; retries?: number }[] = [];
  const jobs = await someJobs(
    pino(
      { level: 'error' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line));
        },
      },
    ),
  );
  jobs.work('sweep-payments', async () => {
    throw new Error('broken for good');
  });
  await jobs.start();
  await database.db.transaction().execute((tx) => jobs.enqueue(tx, 'sweep-payments', {}));
  const line = await until(
    'the failure is logged',
    () => lines.find(({ msg }) => msg === 'job failed its last attempt'),
    15_000,
  );
  expect(line).toMatchObject({ level: 50, job: 'sweep-payments', retries: 1 });
  expect((await rowsOf('sweep-payments')).map(({ state }) => state)).toEqual(['failed']);
});

test('a second job with the key of a waiting one is not added', async () => {
  const jobs = await someJobs();
  for (const key of ['a', 'a', 'b']) {
    await database.db
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'send-mail', { mailId: key }, { singletonKey: key }));
  }
  expect(await rowsOf('send-mail')).toHaveLength(2);
});

test('a job can be delayed', async () => {
  const jobs = await someJobs();
  const seen: string[] = [];
  jobs.work('send-mail', async ({ mailId }) => {
    seen.push(mailId);
  });
  await jobs.start();
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'send-mail', { mailId: 'tomorrow' }, { startAfterSeconds: 86_400 });
    await jobs.enqueue(tx, 'send-mail', { mailId: 'now' });
  });
  await until('the other job ran', () => seen.length > 0);
  expect(seen).toEqual(['now']);
});

test('a scheduled job runs once per period across all processes', async () => {
  const all = await Promise.all([someJobs(), someJobs(), someJobs()]);
  let runs = 0;
  for (const jobs of all) {
    jobs.work('sweep-payments', async () => {
      runs += 1;
    });
    jobs.schedule('sweep-payments', 1 / 60);
    await jobs.start();
  }
  await until('it ran in three periods', () => runs >= 3);
  const periods = (await rowsOf('sweep-payments')).map(({ singleton_on }) => String(singleton_on));
  expect(new Set(periods).size).toBe(periods.length);
  expect(runs).toBeLessThanOrEqual(periods.length);
});

test('stopping waits for the running job', async () => {
  const jobs = await someJobs();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  jobs.work('send-mail', async () => {
    steps.push('begun');
    await gate.promise;
    steps.push('ended');
  });
  await jobs.start();
  await committed(jobs, 'slow');
  await until('the job has begun', () => steps.includes('begun'));
  const stopped = stop(jobs, 5_000).then(() => steps.push('stopped'));
  gate.resolve();
  await stopped;
  expect(steps).toEqual(['begun', 'ended', 'stopped']);
  expect((await rowsOf('send-mail'))[0]?.state).toBe('completed');
});

test('a job that does not end in time is aborted, handed back, and finished by another process', async () => {
  const first = await someJobs();
  const steps: string[] = [];
  first.work('send-mail', async (_, { signal }) => {
    steps.push('begun');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    steps.push('told');
  });
  await first.start();
  await committed(first, 'stuck');
  await until('the job has begun', () => steps.includes('begun'));
  await stop(first, 50);
  expect(steps).toEqual(['begun', 'told']);
  expect((await rowsOf('send-mail'))[0]?.state).toBe('retry');
  const second = await someJobs();
  second.work('send-mail', async () => {
    steps.push('finished');
  });
  await second.start();
  await until('the job is finished', () => steps.includes('finished'));
});

test('a process whose workers cannot reach the queue counts as silent until they can; hanging jobs do not', async () => {
  const jobs = await someJobs();
  const release = Promise.withResolvers<void>();
  jobs.work('send-mail', () => release.promise);
  jobs.work('settle-webhook', async () => undefined);
  await jobs.start();
  await committed(jobs, 'hangs', 'hangs too');
  await until('both hang', async () => (await rowsOf('send-mail')).every(({ state }) => state === 'active'));
  await until('the others look on', () => jobs.silentMs() < 1_000);
  const locked = Promise.withResolvers<void>();
  const lock = database.db.transaction().execute(async (tx) => {
    // One table: locked with a second one, this could deadlock with a worker's statement.
    await sql`lock table pgboss.job_common in access exclusive mode`.execute(tx);
    await locked.promise;
  });
  await until('nobody has looked for a while', () => jobs.silentMs() > 2_500);
  locked.resolve();
  await lock;
  release.resolve();
  await until('a worker polls', () => jobs.silentMs() < 1_500);
});
