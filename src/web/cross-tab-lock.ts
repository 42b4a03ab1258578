/**
 * Runs tasks of the same name one at a time: always within this page, and for up to `waitMs` across all tabs
 * of the shop. Web Locks exist on secure pages only. A browser may freeze a page in the back/forward cache
 * together with its locks. Therefore the lock is released on `pagehide`, no lock request stays pending, and a
 * task that cannot get the lock within `waitMs` runs without it.
 */

/**
 * Waits up to 250 ms for what the previous tab wrote. Storage updates travel between tabs separately from
 * locks and may arrive later. A task that got the lock immediately does not wait.
 */
export type SyncFirst = (isHere: () => boolean) => Promise<void>;
type Task<T> = (syncFirst: SyncFirst) => Promise<T>;

/**
 * `waitMs`: how long another page may delay a task. `holdMs`: how long the lock is held after the work is
 * done. Only the next holder waits for it.
 */
export type CrossTabLockOptions = { waitMs: number; holdMs?: number };

const queues = new Map<string, Promise<unknown>>();
const pollEveryMs = 10;
const checksAtMost = 25;
const retryAfterMs = 20;

export const alreadyInSync: SyncFirst = async () => undefined;

const aMoment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function recheckSoon(isHere: () => boolean): Promise<void> {
  for (let check = 0; check < checksAtMost && !isHere(); check += 1) await aMoment(pollEveryMs);
}

/**
 * Runs the task after all earlier tasks of this name in this page. There is no time limit, because tasks of
 * the same page cannot be frozen separately.
 */
export function runInTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
  const result = (queues.get(name) ?? Promise.resolve()).then(task);
  queues.set(
    name,
    result.catch(() => undefined),
  );
  return result;
}

export const underCrossTabLock = <T>(name: string, task: Task<T>, options: CrossTabLockOptions): Promise<T> =>
  runInTurn(name, () => inLock(name, task, options));

/** Resolves when the task is done. The lock may be held for `holdMs` longer. */
export function inLock<T>(
  name: string,
  task: Task<T>,
  { waitMs, holdMs = 0 }: CrossTabLockOptions,
): Promise<T> {
  const { locks } = navigator;
  if (!locks) return task(alreadyInSync);
  return new Promise((resolve, reject) => {
    const work = async (syncFirst: SyncFirst): Promise<void> => {
      const result = task(syncFirst);
      result.then(resolve, reject);
      await result.catch(() => undefined);
      if (holdMs > 0) await aMoment(holdMs);
    };
    /** True if the lock was free and the work started. */
    const take = (syncFirst: SyncFirst): Promise<boolean> =>
      locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await untilPageHides(work(syncFirst));
        return lock !== null;
      });
    const acquireInTime = async (): Promise<void> => {
      const until = performance.now() + waitMs;
      let isTaken = await take(alreadyInSync);
      while (!isTaken && performance.now() < until) {
        await aMoment(retryAfterMs);
        isTaken = await take(recheckSoon);
      }
      if (!isTaken) await work(recheckSoon);
    };
    // A browser that rejects lock requests, such as during page teardown, has no lock to wait for.
    acquireInTime().catch(() => work(alreadyInSync));
  });
}

/** Resolves when the work is done or the page is hidden. A hidden page may be frozen a moment later. */
function untilPageHides(work: Promise<void>): Promise<void> {
  if (typeof window === 'undefined') return work;
  return new Promise((resolve) => {
    const release = (): void => {
      window.removeEventListener('pagehide', release);
      resolve();
    };
    window.addEventListener('pagehide', release);
    void work.then(release);
  });
}
