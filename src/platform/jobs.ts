/**
 * Work that follows a commit, on pg-boss. A job is a row created inside our own transaction: rolled back, it never existed;
 * committed, it runs at least once, on one process at a time, so a handler must be safe to repeat.
 * PostgreSQL's NOTIFY wakes the workers within milliseconds; polling is only the net below it.
 */
import { randomUUID } from 'node:crypto';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Tx } from '#platform/database.ts';
import { ofDatabase } from '#platform/database-trouble.ts';
import { type JobData, type JobName, retryPolicy } from '#platform/job-list.ts';
import type { Logger } from '#platform/logger.ts';
import { traced, traceparentNow } from '#platform/tracing.ts';

export type { JobData, JobName };

export type EnqueueOptions = {
  /**
   * While a job of this name and key still waits for its first try, another is not added. Fit for "this row needs work";
   * not for "look again": the waiting job may run before the transaction that skipped adding one has committed.
   */
  singletonKey?: string;
  startAfterSeconds?: number;
};

/** `number` counts from 1. `signal` aborts when the process stops and the job is handed back. */
export type Attempt = { jobId: string; number: number; signal: AbortSignal };
export type JobHandler<Name extends JobName> = (data: JobData[Name], attempt: Attempt) => Promise<void>;

export type Jobs = {
  /** Creates the job in the caller's transaction. */
  enqueue<Name extends JobName>(tx: Tx, name: Name, data: JobData[Name], options?: EnqueueOptions): Promise<void>;
  /** Several of one kind, with one statement. */
  enqueueAll<Name extends JobName>(tx: Tx, name: Name, all: JobData[Name][]): Promise<void>;
  /** Registers the handler; nothing runs before `start`. A throw is a failed try. `concurrency` is per process, 2 unless told. */
  work<Name extends JobName>(name: Name, handler: JobHandler<Name>, options?: { concurrency?: number }): void;
  /** Runs the job at start and then once in every period, over all processes together. Fractions of a minute are fine. */
  schedule(name: TimedJob, everyMinutes: number): void;
  start(): Promise<void>;
  /** For how long no worker of this process has been able to look for jobs. Workers whose jobs take long do not look, but others do. */
  silentMs(): number;
  /** Fetches nothing more. What runs goes on; `stop` waits for it. */
  stopFetching(): void;
  /** Fetches nothing more, waits for what runs, and after `timeoutMs` hands the rest back to be tried again. */
  stop(options: { timeoutMs: number }): Promise<void>;
};

/** Only a job that carries nothing can be started by the clock. */
type TimedJob = { [Name in JobName]: JobData[Name] extends Record<string, never> ? Name : never }[JobName];

const schema = 'pgboss';
const gaveUp = 'gave-up';
/** While nobody can be told of new jobs: the connection that hears of them is away. */
const deafPollingSeconds = 1;
/** New jobs are announced; what is not is a second try, or one for later. A queue looks for those as often as its first delay asks, at most this seldom. */
const longestPollingSeconds = 5;
/** Beside another worker of its queue, which has looked meanwhile. */
const sparePollingSeconds = 20;
/** What a job may take unless its retry policy says more. */
const usualSeconds = 900;
/** A process that dies is noticed by its missing heartbeat: its jobs are tried again within `heartbeat` + `supervise` seconds. */
const heartbeatSeconds = 15;
const superviseSeconds = 15;
/** What ended a week ago goes by the hour: a day of it in one statement could take longer than a statement may. */
const maintenanceSeconds = 3_600;
const dayInSeconds = 86_400;

/**
 * Passed on to the driver, which waits for ever unless told. A server that falls silent in the middle of a statement would stop this
 * process's work until somebody restarts it; so the wait ends, and the pool replaces the connection.
 */
const whenSilent = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** `version` is the number of the last migration of this code: a process that does work tells it in the name of its connections. */
export type JobsOptions = { databaseUrl: string; log: Logger; version?: string };

/** Connects, installs or migrates pg-boss's own schema (safe when two processes do it at once), and declares the queues. */
export async function createJobs({ databaseUrl, log, version }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: version === undefined ? 'stateside jobs' : `stateside jobs ${version}`,
    schema,
    max: 3,
    ...whenSilent,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
  });
  let stopping = false;
  boss.on('error', (error) =>
    stopping ? log.debug({ err: error }, 'job queue, while stopping') : log.error({ err: ofDatabase(error) }, 'job queue'),
  );
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  await declareQueues(boss);

  const starters: (() => Promise<unknown>)[] = [() => workOnGivenUp(boss, log)];
  const names: string[] = [gaveUp];
  const timers = new Set<() => void>();
  let ended: Promise<unknown> | null = null;
  const endWork = (): Promise<unknown> => {
    stopping = true;
    for (const cancel of timers) cancel();
    ended ??= Promise.all(names.map((name) => boss.offWork(name, { wait: true })));
    return ended;
  };
  return {
    async enqueue(tx, name, data, options = {}) {
      await boss.send(name, carrying(data), {
        db: fromKysely(tx),
        singletonKey: options.singletonKey ?? randomUUID(),
        ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      });
    },
    async enqueueAll(tx, name, all) {
      const jobs = all.map((data) => ({ data: carrying(data), singletonKey: randomUUID() }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(tx) });
    },
    work(name, handler, { concurrency = 2 } = {}) {
      names.push(name);
      starters.push(() => workOn(boss, log, name, handler, concurrency));
    },
    schedule(name, everyMinutes) {
      starters.push(async () => timers.add(repeat(boss, log, name, everyMinutes)));
    },
    async start() {
      for (const starter of starters) await starter();
    },
    silentMs: () => silenceOf(boss),
    // A failure is reported by `stop`, which waits for the same work.
    stopFetching: () => void endWork().catch(() => undefined),
    async stop({ timeoutMs }) {
      await withDeadline(endWork(), timeoutMs);
      await boss.stop({ graceful: false });
    },
  };
}

function silenceOf(boss: PgBoss): number {
  const checks = boss.getWipData().map(({ lastFetchedOn, createdOn }) => lastFetchedOn ?? createdOn);
  return checks.length === 0 ? 0 : Date.now() - Math.max(...checks);
}

/** Writes only what differs, so that an ordinary start is one query. */
async function declareQueues(boss: PgBoss): Promise<void> {
  const declared = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!declared.has(gaveUp)) await boss.createQueue(gaveUp, { retryLimit: 0, notify: true, deleteAfterSeconds: 30 * dayInSeconds });
  for (const [name, { retryLimit, firstDelaySeconds, longestDelaySeconds, atMostSeconds = usualSeconds }] of Object.entries(retryPolicy)) {
    const wanted = {
      retryLimit,
      retryDelay: firstDelaySeconds,
      retryDelayMax: longestDelaySeconds,
      retryBackoff: true,
      deadLetter: gaveUp,
      expireInSeconds: atMostSeconds,
      notify: true,
      heartbeatSeconds,
      deleteAfterSeconds: 7 * dayInSeconds,
    };
    const found = declared.get(name);
    if (found === undefined) await boss.createQueue(name, { ...wanted, policy: 'short' });
    else if (Object.entries(wanted).some(([key, value]) => found[key as keyof typeof found] !== value))
      await boss.updateQueue(name, wanted);
    else continue;
    // pg-boss forgets a queue that was made or changed, and would ask for it again over a connection of its own in the middle of
    // our transaction: with its connections silent, a purchase would wait for them. A question about any job makes it remember.
    await boss.getJobById(name, randomUUID());
  }
}

/**
 * Two workers, so that jobs which hang do not stop the queue, and each takes several jobs with one statement and settles them with one.
 * Still each job succeeds or fails by itself.
 */
async function workOn<Name extends JobName>(
  boss: PgBoss,
  log: Logger,
  name: Name,
  handler: JobHandler<Name>,
  concurrency: number,
): Promise<void> {
  const workers = Math.min(2, concurrency);
  const batchSize = Math.ceil(concurrency / workers);
  const ofFirst = Math.min(retryPolicy[name].firstDelaySeconds, longestPollingSeconds);
  for (let worker = 0; worker < workers; worker += 1) {
    const polling = pollingEvery(worker === 0 ? ofFirst : sparePollingSeconds);
    let workerId = '';
    workerId = await boss.work<JobData[Name], void, { batchSize: number; perJobResults: true }>(
      name,
      { ...polling, batchSize, perJobResults: true },
      async (jobs) => {
        // Where a full batch was there may be more: without this the worker would rest for the polling time after each.
        if (jobs.length === batchSize) boss.notifyWorker(workerId);
        return Promise.all(jobs.map((job) => runOne(log, name, handler, job)));
      },
    );
  }
}

/** Where traces are collected, a job belongs to that of the work that asked for it. */
type Carried = { traceparent?: string };
function carrying<Data extends object>(data: Data): Data & Carried {
  const traceparent = traceparentNow();
  return traceparent === null ? data : { ...data, traceparent };
}

async function runOne<Name extends JobName>(
  log: Logger,
  name: Name,
  handler: JobHandler<Name>,
  job: Job<JobData[Name]>,
): Promise<JobResult> {
  const attempt = { jobId: job.id, number: job.retryCount + 1, signal: job.signal };
  try {
    const { traceparent: parent = null } = job.data as Carried;
    await traced(`job ${name}`, { kind: 'consumer', parent }, () => handler(job.data, attempt));
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: name, jobId: job.id, attempt: attempt.number }, 'job failed, it will be tried again if tries are left');
    return { id: job.id, status: 'failed', output: error };
  }
}

/** A job that used up its tries. The row also stays as failed in its own queue, from where a person can retry it. */
async function workOnGivenUp(boss: PgBoss, log: Logger): Promise<void> {
  await boss.work<object, void, { includeMetadata: true }>(
    gaveUp,
    { ...pollingEvery(longestPollingSeconds), includeMetadata: true },
    async ([job]) => {
      if (job === undefined) return;
      log.error(
        { job: job.sourceName, jobId: job.sourceId, data: job.data, retries: job.sourceRetryCount, output: job.sourceOutput },
        'job gave up',
      );
    },
  );
}

const pollingEvery = (seconds: number) => ({ pollingIntervalSeconds: deafPollingSeconds, notifyPollingIntervalSeconds: seconds });

/**
 * Every process tries at the same moments of the clock; the database lets one job into each period.
 * Answers a function that ends the repetition.
 */
function repeat(boss: PgBoss, log: Logger, name: TimedJob, everyMinutes: number): () => void {
  const periodSeconds = Math.max(1, Math.round(everyMinutes * 60));
  let timer: NodeJS.Timeout;
  const tick = () => {
    boss
      .send(name, {}, { singletonKey: 'clock', singletonSeconds: periodSeconds })
      .catch((error: unknown) => log.error({ err: ofDatabase(error), job: name }, 'timed job could not be created'));
    const periodMs = periodSeconds * 1_000;
    // A little after the border of the period, so that clocks that differ by milliseconds agree on which period it is.
    timer = setTimeout(tick, periodMs - (Date.now() % periodMs) + 50);
  };
  tick();
  return () => clearTimeout(timer);
}

async function withDeadline(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
