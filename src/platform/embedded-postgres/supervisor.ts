/**
 * Keeps the server alive while the shop runs: one that is killed from outside comes back on the same port, so that the pool's
 * next connection works. One that keeps dying is left alone, because then somebody has to look at its log.
 */
import type { Server } from './server.ts';

const restartsAtMost = 5;
const withinMs = 60_000;

export type Supervised = {
  /** Settles when the server is down for good without having been stopped. Its log says why. */
  gaveUp: Promise<void>;
  stop(): Promise<void>;
};

/** `restart` brings the server back on the port it had. */
export function supervise(first: Server, restart: () => Promise<Server>): Supervised {
  let current = first;
  let stopping = false;
  const deaths: number[] = [];
  const giveUp = Promise.withResolvers<void>();
  const keepAlive = async (): Promise<void> => {
    for (;;) {
      await current.hasEnded;
      if (stopping) return;
      deaths.push(Date.now());
      if (deaths.filter((at) => at > Date.now() - withinMs).length > restartsAtMost) return giveUp.resolve();
      try {
        current = await restart();
      } catch {
        return giveUp.resolve(); // What PostgreSQL said is in its log.
      }
      if (stopping) return current.stop();
    }
  };
  const watching = keepAlive();
  return {
    gaveUp: giveUp.promise,
    stop: async () => {
      stopping = true;
      await current.stop();
      await watching;
    },
  };
}
