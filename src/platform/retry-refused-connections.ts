/**
 * Retries refused connections while a pooler restarts or a cluster changes its primary's address. Nothing was
 * sent over a refused connection, so a retry repeats no work. After the limit, the caller gets the error, and
 * the customer's page retries.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isRefused, markUnreachable } from './database-trouble.ts';

const retryForMs = 1_500;
const retryAfterMs = 50;

/** Returns a function with the reason why connections fail now; null while they succeed. */
export function retryRefusedConnections(pool: Pool): () => unknown {
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
        if (performance.now() - startedAt > retryForMs) throw markUnreachable(error);
        await pause(retryAfterMs);
      }
    }
  };
  // The driver's own `pool.query` passes a callback; our code uses the promise.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : persist()) as Pool['connect'];
  return () => refusal;
}
