/**
 * Lets those who ask at the same moment share one read. The read begins after the last of them has asked, so nobody gets
 * an answer that is older than the question: this is no cache, and nothing has to be thrown away when a row changes.
 */

/** One read runs at a time; whoever asks meanwhile gets the next one. A read that fails, fails for all who share it. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    next = null;
    const mine = read();
    running = mine;
    const done = (): void => {
      if (running === mine && next === null) running = null;
    };
    mine.then(done, done);
    return mine;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
