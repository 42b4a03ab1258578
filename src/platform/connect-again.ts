/**
 * A pool asks again for a connection that was refused, for as long as a pooler restarts or a cluster changes its primary's address. Nothing was sent
 * over it yet, so asking twice does nothing twice. Whoever waits longer is told that the database is away, and the customer's page asks again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isRefused } from './database-trouble.ts';

const againForMs = 1_500;
const againAfterMs = 50;

export function connectAgain(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  const persist = async (): Promise<PoolClient> => {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if (!isRefused(error) || performance.now() - startedAt > againForMs) throw error;
        await pause(againAfterMs);
      }
    }
  };
  // The driver's own `pool.query` asks with a callback; everything of ours asks for a promise.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : persist())) as Pool['connect'];
}
