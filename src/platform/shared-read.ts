/**
 * Lets those who ask at the same moment share one read. The read begins after the last of them has asked, so nobody gets
 * an answer that is older than the question: this is no cache, and nothing has to be thrown away when a row changes.
 */

/** Until all requests that lie in the sockets by now have been taken in: whoever asks in one of them shares the read. */
const whoeverIsHere = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One read runs at a time; whoever asks meanwhile gets the next one. A read that fails, fails for all who share it. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const begin = (): Promise<T> => {
    next = null;
    const mine = read();
    running = mine;
    return mine;
  };
  return () => {
    next ??= running.then(whoeverIsHere, whoeverIsHere).then(begin);
    return next;
  };
}
