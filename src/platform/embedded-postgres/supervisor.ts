/**
 * Keeps the server alive while the shop runs: one that is killed from outside comes back on the same port, so that the pool's
 * next connection works. One that keeps dying is left alone, because then somebody has to look at its log.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A process that runs: PostgreSQL, or the sandbox of a demonstration. */
type Server = { hasEnded: Promise<void>; stop(): Promise<void> };

const restartsAtMost = 5;
const withinMs = 60_000;
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
  const deaths: number[] = [];
  const giveUp = Promise.withResolvers<void>();
  /** Null: it is not worth another try. One that is killed while it recovers has died once more, and is tried again like any other. */
  const bringBack = async (): Promise<Server | null> => {
    while (!stopping) {
      deaths.push(Date.now());
      const recent = deaths.filter((at) => at > Date.now() - withinMs).length;
      if (recent > restartsAtMost) return null;
      try {
        return await restart();
      } catch {
        await pause(recent * timeoutMs); // What PostgreSQL said is in its log.
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
