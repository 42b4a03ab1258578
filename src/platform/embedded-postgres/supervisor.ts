/**
 * Keeps the server alive while the shop runs: one that is killed from outside comes back on the same port, so that the pool's
 * next connection works. One that keeps dying is left alone, because then somebody has to look at its log.
 */

/** A process that runs: PostgreSQL, or the sandbox of a demonstration. */
type Server = { hasEnded: Promise<void>; stop(): Promise<void> };

const restartsAtMost = 5;
/** A server that has lived for so long has come back for good: its next death is a first one again. */
const soundAfterMs = 60_000;

export type Supervised = {
  /** Settles when the server is down for good without having been stopped. Its log says why. */
  gaveUp: Promise<void>;
  stop(): Promise<void>;
};

/** `restart` brings the server back on the port it had. */
export function supervise(first: Server, restart: () => Promise<Server>): Supervised {
  let running: Promise<Server> = Promise.resolve(first);
  let isStopping = false;
  const giveUp = Promise.withResolvers<void>();
  const watch = async (): Promise<void> => {
    for (let deaths = 0, aliveSince = Date.now(); ; aliveSince = Date.now()) {
      // One that cannot be started has died once more.
      await running.then(({ hasEnded }) => hasEnded).catch(() => undefined);
      if (isStopping) return;
      deaths = Date.now() - aliveSince > soundAfterMs ? 1 : deaths + 1;
      if (deaths > restartsAtMost) return giveUp.resolve();
      running = restart();
      await running.catch(() => undefined);
    }
  };
  void watch();
  return {
    gaveUp: giveUp.promise,
    stop: async () => {
      isStopping = true;
      await running.then(
        (server) => server.stop(),
        () => undefined,
      );
    },
  };
}
