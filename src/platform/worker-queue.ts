/** Heavy work beside the main thread, which has visitors to answer and transactions to end: one task after the other, in a worker thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type WorkerQueue<Task, Result> = {
  /** Throws what the worker threw, which ends it; the next task starts another one. */
  run(task: Task): Promise<Result>;
  stop(): Promise<void>;
};

/** `script` answers each message with one message. The thread is started for the first task and ends `restMs` after the last. */
export function createWorkerQueue<Task, Result>(script: URL, { restMs }: { restMs: number }): WorkerQueue<Task, Result> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let resting: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(resting);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const runNow = async (task: Task): Promise<Result> => {
    clearTimeout(resting);
    worker ??= new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    const mine = worker;
    // A thread without work keeps no process alive.
    mine.ref();
    try {
      mine.postMessage(task);
      const [result] = (await once(mine, 'message')) as [Result];
      return result;
    } catch (error) {
      await end();
      throw error;
    } finally {
      mine.unref();
      resting = setTimeout(() => void end(), restMs).unref();
    }
  };
  return {
    run: (task) => {
      const mine = last.then(
        () => runNow(task),
        () => runNow(task),
      );
      last = mine;
      return mine;
    },
    stop: end,
  };
}
