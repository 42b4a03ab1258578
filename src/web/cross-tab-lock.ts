/**
 * One task of a name at a time in this page, and for a moment across all tabs of the shop. Locks exist on secure pages only.
 * A browser may freeze a page that is left and keep its locks for as long as Back could bring it back. So the lock is let go when the page
 * is hidden for good, no request for it is ever left pending, and whoever finds it taken goes on without it after `waitMs`.
 */

/**
 * Waits a moment for what the tab before has written. Tabs share their storage by messages of its own, which may come later than the lock.
 * Whoever did not have to wait for the lock does not wait here either.
 */
export type SyncFirst = (isHere: () => boolean) => Promise<void>;
type Task<T> = (syncFirst: SyncFirst) => Promise<T>;

/** `waitMs`: so long another page may hold a task up. `lingerMs`: so long the lock is kept after the work is done, and nobody waits for it but the next. */
export type CrossTabLockOptions = { waitMs: number; holdMs?: number };

const queues = new Map<string, Promise<unknown>>();
const pollEveryMs = 10;
const checksAtMost = 25;
const askAgainAfterMs = 20;

export const atOnce: SyncFirst = async () => undefined;

const aMoment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function inAMoment(isHere: () => boolean): Promise<void> {
  for (let check = 0; check < checksAtMost && !isHere(); check += 1) await aMoment(pollEveryMs);
}

/** After all earlier tasks of this name in this page. A page's own tasks are alive while it is, so there is no limit to this wait. */
export function inTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
  const turn = (queues.get(name) ?? Promise.resolve()).then(task);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

export const underCrossTabLock = <T>(name: string, task: Task<T>, options: CrossTabLockOptions): Promise<T> =>
  inTurn(name, () => inLock(name, task, options));

/** Resolves when the task is done. The lock may be kept a little longer. */
export function inLock<T>(name: string, task: Task<T>, { waitMs, holdMs = 0 }: CrossTabLockOptions): Promise<T> {
  const { locks } = navigator;
  if (!locks) return task(atOnce);
  return new Promise((resolve, reject) => {
    const work = async (syncFirst: SyncFirst): Promise<void> => {
      const turn = task(syncFirst);
      turn.then(resolve, reject);
      await turn.catch(() => undefined);
      if (holdMs > 0) await aMoment(holdMs);
    };
    /** True when the lock was free and the work was begun. */
    const take = (syncFirst: SyncFirst): Promise<boolean> =>
      locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await untilPageHides(work(syncFirst));
        return lock !== null;
      });
    const takeInTime = async (): Promise<void> => {
      const until = performance.now() + waitMs;
      let isTaken = await take(atOnce);
      while (!isTaken && performance.now() < until) {
        await aMoment(askAgainAfterMs);
        isTaken = await take(inAMoment);
      }
      if (!isTaken) await work(inAMoment);
    };
    // A browser that refuses locks altogether, as in a page that is being torn down, has none to wait for.
    takeInTime().catch(() => work(atOnce));
  });
}

/** Resolves with the work, or before it when the page is left: it may be frozen a moment later. */
function untilPageHides(work: Promise<void>): Promise<void> {
  if (typeof window === 'undefined') return work;
  return new Promise((resolve) => {
    const letGo = (): void => {
      window.removeEventListener('pagehide', letGo);
      resolve();
    };
    window.addEventListener('pagehide', letGo);
    void work.then(letGo);
  });
}
