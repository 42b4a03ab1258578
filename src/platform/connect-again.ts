/**
 * A pool asks again for a connection that was refused, for as long as a pooler restarts or a cluster changes its primary's address. Nothing was sent
 * over it yet, so asking twice does nothing twice. Whoever waits longer is told that the database is away, and the customer's page asks again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isRefused, markUnreachable } from './database-trouble.ts';

const againForMs = 1_500;
const againAfterMs = 50;

/** Answers why no connection can be made now; null while connections are made. */
export function connectAgain(pool: Pool): () => unknown {
  let refusal: unknown = null;
  const connect = pool.connect.bind(pool);
  const persist = async (): Promise<PoolClient> => {
    const startedAt = performance.now();
    for (;;) {
      try {
        const client = await connect();
        refusal = null;
        return client;
      } catch (error) {
        refusal = error;
        if (!isRefused(error)) throw error;
        if (performance.now() - startedAt > againForMs) throw markUnreachable(error);
        await pause(againAfterMs);
      }
    }
  };
  // The driver's own `pool.query` asks with a callback; everything of ours asks for a promise.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : persist())) as Pool['connect'];
  return () => refusal;
}
