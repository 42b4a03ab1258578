/**
 * Keeps the server alive while the shop runs: one that is killed from outside comes back on the same port, so that the pool's
 * next connection works. One that keeps dying is left alone, because then somebody has to look at its log.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A process that runs: PostgreSQL, or the sandbox of a demonstration. */
type Server = { hasEnded: Promise<void>; stop(): Promise<void> };

const restartsAtMost = 5;
/** A server that has lived for so long has come back for good: its next death is a first one again. */
const soundAfterMs = 60_000;
const timeoutMs = 200;

export type Supervised = {
  /** Settles when the server is down for good without having been stopped. Its log says why. */
  gaveUp: Promise<void>;
  stop(): Promise<void>;
};

/** `restart` brings the server back on the port it had. */
export function supervise(first: Server, restart: () => Promise<Server>): Supervised {
  let current = first;
  let stopping = false;
  /** In a row, however long the machine takes to bring it back each time. */
  let deaths = 0;
  let aliveSince = Date.now();
  const giveUp = Promise.withResolvers<void>();
  /** Null: it is not worth another try. One that is killed while it recovers has died once more, and is tried again like any other. */
  const bringBack = async (): Promise<Server | null> => {
    if (Date.now() - aliveSince > soundAfterMs) deaths = 0;
    while (!stopping) {
      deaths += 1;
      if (deaths > restartsAtMost) return null;
      try {
        const server = await restart();
        aliveSince = Date.now();
        return server;
      } catch {
        await pause(deaths * timeoutMs); // What PostgreSQL said is in its log.
      }
    }
    return null;
  };
  const keepAlive = async (): Promise<void> => {
    for (;;) {
      await current.hasEnded;
      if (stopping) return;
      const next = await bringBack();
      if (next === null) return stopping ? undefined : giveUp.resolve();
      current = next;
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
