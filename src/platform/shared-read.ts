/**
 * Shares one read among simultaneous requests. The read starts after the last of them, so no request gets a
 * result older than itself. This is not a cache, so nothing is invalidated when a row changes.
 */

/** Resolves when all requests now waiting in the sockets have been accepted, so that they share the read. */
const sameTickCallers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One read runs at a time; requests during it get the next one. A read that fails, fails for all who share
 * it.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const begin = (): Promise<T> => {
    next = null;
    const started = read();
    running = started;
    return started;
  };
  return () => {
    next ??= running.then(sameTickCallers, sameTickCallers).then(begin);
    return next;
  };
}
