/**
 * Restarts the server on the same port when it is killed, so that the pool's next connection works. After
 * repeated crashes it stops trying, because an operator then has to read the log.
 */

/** A running process: PostgreSQL, or the sandbox of a demonstration. */
type Server = { hasEnded: Promise<void>; stop(): Promise<void> };

const restartsAtMost = 5;
/** After this time a restart counts as successful, and the count of crashes starts over. */
const soundAfterMs = 60_000;

export type Supervised = {
  /** Resolves when the server is down for good without having been stopped. Its log says why. */
  gaveUp: Promise<void>;
  stop(): Promise<void>;
};

/** `restart` starts the server again on the same port. */
export function supervise(first: Server, restart: () => Promise<Server>): Supervised {
  let running: Promise<Server> = Promise.resolve(first);
  let isStopping = false;
  const exhausted = Promise.withResolvers<void>();
  const watch = async (): Promise<void> => {
    for (let deaths = 0, startedAt = Date.now(); ; startedAt = Date.now()) {
      // A failed start counts as a crash.
      await running.then(({ hasEnded }) => hasEnded).catch(() => undefined);
      if (isStopping) return;
      deaths = Date.now() - startedAt > soundAfterMs ? 1 : deaths + 1;
      if (deaths > restartsAtMost) return exhausted.resolve();
      running = restart();
      await running.catch(() => undefined);
    }
  };
  void watch();
  return {
    gaveUp: exhausted.promise,
    stop: async () => {
      isStopping = true;
      await running.then(
        (server) => server.stop(),
        () => undefined,
      );
    },
  };
}
