/**
 * Background jobs on pg-boss. A job is a row created in the caller's transaction: rolled back with it, it
 * never existed. Once committed, it runs at least once, on one process at a time, so a handler must be safe
 * to repeat. PostgreSQL's NOTIFY wakes the workers within milliseconds; polling is only the fallback.
 */
import { randomUUID } from 'node:crypto';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Tx } from '#platform/database.ts';
import { ofDatabase } from '#platform/database-trouble.ts';
import type { Logger } from '#platform/logger.ts';
import { traced, traceparentNow } from '#platform/tracing.ts';
import { within } from '#platform/within.ts';

/** The payload of each kind of job, by its name. */
type Payloads = Record<string, object>;
type NameIn<Data> = keyof Data & string;

/**
 * The delay doubles from `firstDelaySeconds` up to `longestDelaySeconds`, with jitter so that jobs do not
 * retry in step.
 */
export type RetryPolicy = {
  retryLimit: number;
  firstDelaySeconds: number;
  longestDelaySeconds: number;
  /**
   * After this time a job counts as lost and is started again; default 15 minutes. The death of a process is
   * detected sooner.
   */
  atMostSeconds?: number;
};

export type EnqueueOptions = {
  /**
   * Skips the job while another of this name and key waits for its first attempt. Use it for "this row needs
   * work", not for "look again": the waiting job may run before the transaction that skipped its own job
   * commits.
   */
  singletonKey?: string;
  startAfterSeconds?: number;
};

/** `number` starts at 1. `signal` aborts when the process stops and the job is released. */
export type Attempt = { jobId: string; number: number; signal: AbortSignal };
type JobHandler<Payload> = (data: Payload, attempt: Attempt) => Promise<void>;

export type JobQueue<Data extends Payloads> = {
  /** Creates the job in the caller's transaction. */
  enqueue<Name extends NameIn<Data>>(
    tx: Tx,
    name: Name,
    data: Data[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Creates several jobs of one kind in one statement. */
  enqueueAll<Name extends NameIn<Data>>(tx: Tx, name: Name, all: Data[Name][]): Promise<void>;
  /**
   * Registers the handler; nothing runs before `start`. An error is a failed attempt. `concurrency` is per
   * process; default 2.
   */
  work<Name extends NameIn<Data>>(
    name: Name,
    handler: JobHandler<Data[Name]>,
    options?: { concurrency?: number },
  ): void;
  /**
   * Runs the job at startup and then once per period across all processes. Fractions of a minute are allowed.
   */
  schedule(name: TimedJob<Data>, everyMinutes: number): void;
  start(): Promise<void>;
  /**
   * Time since a worker of this process last polled for jobs. Workers with long jobs do not poll, but others
   * do.
   */
  silentMs(): number;
  /** Stops fetching jobs. Running jobs continue; `stop` waits for them. */
  stopFetching(): void;
  /** Stops fetching jobs and waits for running ones. After `timeoutMs` the rest are released for a retry. */
  stop(options: { timeoutMs: number }): Promise<void>;
};

/** Only a job without a payload can be scheduled. */
type TimedJob<Data> = {
  [Name in NameIn<Data>]: Data[Name] extends Record<string, never> ? Name : never;
}[NameIn<Data>];

const schema = 'pgboss';
const gaveUp = 'gave-up';
/** Polling interval while the connection for notifications is down. */
const deafPollingSeconds = 1;
/**
 * New jobs are announced, but retries and delayed jobs are not. A queue polls for those at the interval of
 * its first delay, or at this one if that is shorter.
 */
const longestPollingSeconds = 5;
/** For the second worker of a queue, whose first worker polls too. */
const sparePollingSeconds = 20;
/** Time limit of a job unless its retry policy sets another. */
const defaultSeconds = 900;
/**
 * A process that dies is detected by its missing heartbeat: its jobs are retried within `heartbeat` +
 * `supervise` seconds.
 */
const heartbeatSeconds = 15;
const superviseSeconds = 15;
/**
 * Deletes jobs that ended a week ago, hourly: one statement for a full day could exceed the statement limit.
 */
const maintenanceSeconds = 3_600;
const dayInSeconds = 86_400;

/**
 * Limits for the driver, which otherwise waits without end. If a server hung in the middle of a statement,
 * this process's jobs would stop until a restart. With a limit, the pool replaces the connection.
 */
const whenSilent = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/**
 * `version` is the number of the last migration of this code. Processes that run jobs put it into the name of
 * their connections.
 */
export type QueueOptions = { databaseUrl: string; log: Logger; version?: string };
type Policies<Data> = Record<NameIn<Data>, RetryPolicy>;

/**
 * Connects, installs or migrates pg-boss's own schema (safe when two processes do it at once), and declares
 * the queues.
 */
export async function createJobQueue<Data extends Payloads>(
  policies: Policies<Data>,
  { databaseUrl, log, version }: QueueOptions,
): Promise<JobQueue<Data>> {
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
    stopping
      ? log.debug({ err: error }, 'job queue, while stopping')
      : log.error({ err: ofDatabase(error) }, 'job queue'),
  );
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  await declareQueues(boss, policies);

  const starters: (() => Promise<unknown>)[] = [() => workOnFailedJobs(boss, log)];
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
      const { firstDelaySeconds } = policies[name];
      starters.push(() => workOn({ boss, log, name, firstDelaySeconds, handler, concurrency }));
    },
    schedule(name, everyMinutes) {
      starters.push(async () => timers.add(repeat(boss, log, name, everyMinutes)));
    },
    async start() {
      for (const starter of starters) await starter();
    },
    silentMs: () => silenceOf(boss),
    // `stop` waits for the same work and reports a failure.
    stopFetching: () => void endWork().catch(() => undefined),
    async stop({ timeoutMs }) {
      await within(timeoutMs, endWork(), () => undefined);
      await boss.stop({ graceful: false });
    },
  };
}

function silenceOf(boss: PgBoss): number {
  const checks = boss.getWipData().map(({ lastFetchedOn, createdOn }) => lastFetchedOn ?? createdOn);
  return checks.length === 0 ? 0 : Date.now() - Math.max(...checks);
}

/** Writes only differences, so an ordinary start is one query. */
async function declareQueues(boss: PgBoss, policies: Record<string, RetryPolicy>): Promise<void> {
  const declared = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!declared.has(gaveUp))
    await boss.createQueue(gaveUp, { retryLimit: 0, notify: true, deleteAfterSeconds: 30 * dayInSeconds });
  for (const [
    name,
    { retryLimit, firstDelaySeconds, longestDelaySeconds, atMostSeconds = defaultSeconds },
  ] of Object.entries(policies)) {
    const options = {
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
    if (found === undefined) await boss.createQueue(name, { ...options, policy: 'short' });
    else if (Object.entries(options).some(([key, value]) => found[key as keyof typeof found] !== value))
      await boss.updateQueue(name, options);
    else continue;
    // pg-boss drops its cache of a new or changed queue. It would then query it over another connection in
    // the middle of our transaction, and a purchase would hang while its connections do. Looking up any job
    // fills the cache.
    await boss.getJobById(name, randomUUID());
  }
}

type Work<Payload> = {
  boss: PgBoss;
  log: Logger;
  name: string;
  firstDelaySeconds: number;
  handler: JobHandler<Payload>;
  concurrency: number;
};

/**
 * Starts two workers, so that hanging jobs do not stop the queue. Each fetches and completes several jobs in
 * one statement. Jobs still succeed or fail individually.
 */
async function workOn<Payload extends object>({
  boss,
  log,
  name,
  firstDelaySeconds,
  handler,
  concurrency,
}: Work<Payload>): Promise<void> {
  const workers = Math.min(2, concurrency);
  const batchSize = Math.ceil(concurrency / workers);
  const ofFirst = Math.min(firstDelaySeconds, longestPollingSeconds);
  for (let worker = 0; worker < workers; worker += 1) {
    const polling = pollingEvery(worker === 0 ? ofFirst : sparePollingSeconds);
    let workerId = '';
    workerId = await boss.work<Payload, void, { batchSize: number; perJobResults: true }>(
      name,
      { ...polling, batchSize, perJobResults: true },
      async (jobs) => {
        // A full batch means there may be more; without this the worker would pause for the polling interval.
        if (jobs.length === batchSize) boss.notifyWorker(workerId);
        return Promise.all(jobs.map((job) => runOne(log, name, handler, job)));
      },
    );
  }
}

/** With tracing, a job belongs to the trace of the work that enqueued it. */
type Carried = { traceparent?: string };
function carrying<Data extends object>(data: Data): Data & Carried {
  const traceparent = traceparentNow();
  return traceparent === null ? data : { ...data, traceparent };
}

async function runOne<Payload extends object>(
  log: Logger,
  name: string,
  handler: JobHandler<Payload>,
  job: Job<Payload>,
): Promise<JobResult> {
  const attempt = { jobId: job.id, number: job.retryCount + 1, signal: job.signal };
  try {
    const { traceparent: parent = null } = job.data as Carried;
    await traced(`job ${name}`, { kind: 'consumer', parent }, () => handler(job.data, attempt));
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn(
      { err: error, job: name, jobId: job.id, attempt: attempt.number },
      'job failed; it is retried if attempts remain',
    );
    return { id: job.id, status: 'failed', output: error };
  }
}

/**
 * Handles jobs without attempts left. The row also stays as failed in its own queue, where it can be retried
 * by hand.
 */
async function workOnFailedJobs(boss: PgBoss, log: Logger): Promise<void> {
  await boss.work<object, void, { includeMetadata: true }>(
    gaveUp,
    { ...pollingEvery(longestPollingSeconds), includeMetadata: true },
    async ([job]) => {
      if (job === undefined) return;
      log.error(
        {
          job: job.sourceName,
          jobId: job.sourceId,
          data: job.data,
          retries: job.sourceRetryCount,
          output: job.sourceOutput,
        },
        'job failed its last attempt',
      );
    },
  );
}

const pollingEvery = (seconds: number) => ({
  pollingIntervalSeconds: deafPollingSeconds,
  notifyPollingIntervalSeconds: seconds,
});

/**
 * All processes try at the same moments; the database accepts one job per period. Returns a function that
 * ends the repetition.
 */
function repeat(boss: PgBoss, log: Logger, name: string, everyMinutes: number): () => void {
  const periodSeconds = Math.max(1, Math.round(everyMinutes * 60));
  let timer: NodeJS.Timeout;
  const tick = () => {
    boss
      .send(name, {}, { singletonKey: 'clock', singletonSeconds: periodSeconds })
      .catch((error: unknown) =>
        log.error({ err: ofDatabase(error), job: name }, 'timed job could not be created'),
      );
    const periodMs = periodSeconds * 1_000;
    // Slightly after the start of the period, so that clocks that differ by milliseconds agree on the period.
    timer = setTimeout(tick, periodMs - (Date.now() % periodMs) + 50);
  };
  tick();
  return () => clearTimeout(timer);
}
