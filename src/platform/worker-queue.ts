/**
 * Runs heavy or untrusted work beside the main thread: one task at a time, in one worker thread. The thread
 * starts with the first task and ends `restMs` after the last. A task that exceeds its limits, or whose
 * client disconnects, ends with the thread; the next task gets a new one.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type WorkerQueue<Task, Result> = {
  /** Rejects with `WorkerStopped`, or with what the worker threw. Both end the thread. */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  /** True while a thread exists. */
  hasThread(): boolean;
  /** Rejects everything that runs or waits, and ends the thread. A later task starts a new one. */
  stop(): Promise<void>;
};

/**
 * `full`: too many tasks wait. `time`, `memory`: the task exceeded a limit. `aborted`: its signal fired, or
 * the queue was stopped.
 */
export type StopReason = 'full' | 'time' | 'memory' | 'aborted';

export class WorkerStopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`the work in a thread was stopped: ${reason}`);
    this.reason = reason;
  }
}

export type WorkerLimits = {
  restMs: number;
  /** Tasks that may wait behind the running one. */
  waitingAtMost?: number;
  /** Processor time of one task: a busy machine does not shorten it. */
  processorMs?: number;
  /** From `run` to the result, with the time in the queue. */
  answerMs?: number;
  heapMb?: number;
};

type Entry<Task, Result> = {
  task: Task;
  signal: AbortSignal;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

const processorCheckMs = 100;

/** `script` answers each message with one message. */
export function createWorkerQueue<Task, Result>(
  script: URL,
  limits: WorkerLimits,
): WorkerQueue<Task, Result> {
  const { waitingAtMost = Number.POSITIVE_INFINITY, answerMs } = limits;
  const thread = createThread<Task, Result>(script, limits);
  const waiting: Entry<Task, Result>[] = [];
  let stopping = new AbortController();
  let isBusy = false;
  const next = async (): Promise<void> => {
    const entry = isBusy ? undefined : waiting.shift();
    if (entry === undefined) return;
    isBusy = true;
    await thread.run(entry.task, entry.signal).then(entry.resolve, entry.reject);
    isBusy = false;
    void next();
  };
  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        const limit = answerMs === undefined ? null : AbortSignal.timeout(answerMs);
        const ends = AbortSignal.any([
          stopping.signal,
          ...(signal ? [signal] : []),
          ...(limit ? [limit] : []),
        ]);
        const stopped = (): WorkerStopped => new WorkerStopped(limit?.aborted ? 'time' : 'aborted');
        if (ends.aborted) return reject(stopped());
        if (isBusy && waiting.length >= waitingAtMost) return reject(new WorkerStopped('full'));
        const entry: Entry<Task, Result> = {
          task,
          signal: ends,
          resolve,
          reject: (error) => reject(ends.aborted ? stopped() : error),
        };
        const leave = (): void => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
          reject(new WorkerStopped(limit?.aborted ? 'full' : 'aborted'));
        };
        ends.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
        void next();
      }),
    hasThread: thread.exists,
    stop: async () => {
      stopping.abort();
      stopping = new AbortController();
      await thread.end();
    },
  };
}

/** One worker thread, started on demand. */
function createThread<Task, Result>(script: URL, { restMs, processorMs, heapMb }: WorkerLimits) {
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const start = (): Worker => {
    const started = new Worker(script, {
      resourceLimits: {
        maxYoungGenerationSizeMb: 8,
        ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
      },
    });
    // An error between two tasks ends the thread, not the process.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };
  const run = async (task: Task, signal: AbortSignal): Promise<Result> => {
    if (signal.aborted) throw new WorkerStopped('aborted');
    clearTimeout(idleTimer);
    worker ??= start();
    const current = worker;
    const deadline = new AbortController();
    const stopWatching =
      processorMs === undefined
        ? () => undefined
        : watchProcessor(current, processorMs, () => deadline.abort());
    // An idle thread does not keep the process alive.
    current.ref();
    try {
      current.postMessage(task);
      const [result] = (await once(current, 'message', {
        signal: AbortSignal.any([signal, deadline.signal]),
      })) as [Result];
      return result;
    } catch (error) {
      await end();
      if (deadline.signal.aborted) throw new WorkerStopped('time');
      throw isOutOfMemory(error) ? new WorkerStopped('memory') : error;
    } finally {
      stopWatching();
      current.unref();
      idleTimer = setTimeout(() => void end(), restMs).unref();
    }
  };
  return { run, end, exists: () => worker !== null };
}

/** Counts the processor time of the thread from now on. */
function watchProcessor(worker: Worker, atMostMs: number, onDeadline: () => void): () => void {
  let before: NodeJS.CpuUsage | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const used = await worker.cpuUsage();
      before ??= used;
      if ((used.user + used.system - before.user - before.system) / 1_000 > atMostMs) onDeadline();
    } catch {
      // The thread has ended.
    } finally {
      isAsking = false;
    }
  };
  void ask();
  const asking = setInterval(() => void ask(), processorCheckMs).unref();
  return () => clearInterval(asking);
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
