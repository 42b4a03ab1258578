/**
 * Observes the pool of database connections: how many there are, and how long the next caller would wait. The
 * estimate rises as soon as a queue forms behind slow work, not after the queue was served. This keeps
 * waiting times bounded.
 */
import type { Pool, PoolClient } from 'pg';

export type PoolState = { total: number; idle: number; waiting: number; waitMs: number };

/** Weight of each sample in the moving average of how long a connection is in use. */
const weight = 0.1;

/** `max` is the number of connections that the pool may open. */
export function watchPool(pool: Pool, max: number): () => PoolState {
  const lent = new Map<PoolClient, number>();
  const queue = new Map<symbol, number>();
  let typicalHoldMs = 1;
  pool.on('acquire', (client) => lent.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const since = lent.get(client);
    lent.delete(client);
    if (since !== undefined) typicalHoldMs += weight * (performance.now() - since - typicalHoldMs);
  });
  const connect = pool.connect.bind(pool);
  const connectInQueue = async (): Promise<PoolClient> => {
    const ticket = Symbol('asked');
    queue.set(ticket, performance.now());
    try {
      return await connect();
    } finally {
      queue.delete(ticket);
    }
  };
  // The driver's own `pool.query` passes a callback; our code uses the promise.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectInQueue()) as Pool['connect'];
  const waitMs = (): number => {
    if (pool.waitingCount === 0) return 0;
    const now = performance.now();
    const [firstAsked = now] = queue.values();
    const heldMs = [...lent.values()].reduce((sum, since) => sum + now - since, 0) / Math.max(1, lent.size);
    return Math.max(now - firstAsked, (pool.waitingCount * Math.max(typicalHoldMs, heldMs)) / max);
  };
  return () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    waitMs: waitMs(),
  });
}
