/** One task of a name at a time across all tabs of the shop. Locks exist on secure pages only; elsewhere one tab's tasks still queue up. */

/**
 * Waits a moment for what the tab before has written. Tabs share their storage by messages of its own, which may come later than the lock.
 * Whoever did not have to wait for the lock does not wait here either.
 */
export type CatchUp = (isHere: () => boolean) => Promise<void>;
type Task<T> = (catchUp: CatchUp) => Promise<T>;

/** `lingerMs`: so long the lock is kept after the work is done, and nobody waits for it but the next. */
export type AloneOptions = { lingerMs?: number };

const queues = new Map<string, Promise<unknown>>();
const lookEveryMs = 10;
const looksAtMost = 25;

const atOnce: CatchUp = async () => undefined;

const aMoment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function inAMoment(isHere: () => boolean): Promise<void> {
  for (let look = 0; look < looksAtMost && !isHere(); look += 1) await aMoment(lookEveryMs);
}

export async function alone<T>(name: string, task: Task<T>, options: AloneOptions = {}): Promise<T> {
  if (navigator.locks) return inLock(name, task, options);
  const before = queues.get(name) ?? Promise.resolve();
  const turn = before.then(
    () => task(atOnce),
    () => task(atOnce),
  );
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

function inLock<T>(name: string, task: Task<T>, { lingerMs = 0 }: AloneOptions): Promise<T> {
  const { locks } = navigator;
  return new Promise((resolve, reject) => {
    const work = async (catchUp: CatchUp): Promise<'done'> => {
      const turn = task(catchUp);
      turn.then(resolve, reject);
      await turn.catch(() => undefined);
      if (lingerMs > 0) await aMoment(lingerMs);
      return 'done';
    };
    locks
      .request(name, { ifAvailable: true }, (lock) => lock && work(atOnce))
      .then((done) => done ?? locks.request(name, () => work(inAMoment)))
      .catch(reject);
  });
}
