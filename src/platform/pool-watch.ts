/**
 * Looks at the pool of database connections without touching it: how many there are, and how long the next one to ask would wait.
 * The estimate is what keeps waiting times bounded: it is high as soon as a queue forms in front of slow work, not when it has been served.
 */
import type { Pool, PoolClient } from 'pg';

export type PoolState = { total: number; idle: number; waiting: number; waitMs: number };

/** How much one more answer weighs in the running mean of how long a connection is kept. */
const weight = 0.1;

/** `max` is the number of connections that the pool may open. */
export function watchPool(pool: Pool, max: number): () => PoolState {
  const lent = new Map<PoolClient, number>();
  const queue = new Map<symbol, number>();
  let usualHoldMs = 1;
  pool.on('acquire', (client) => lent.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const since = lent.get(client);
    lent.delete(client);
    if (since !== undefined) usualHoldMs += weight * (performance.now() - since - usualHoldMs);
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
  // The driver's own `pool.query` asks with a callback; everything of ours asks for a promise.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : connectInQueue())) as Pool['connect'];
  const waitMs = (): number => {
    if (pool.waitingCount === 0) return 0;
    const now = performance.now();
    const [firstAsked = now] = queue.values();
    const heldMs = [...lent.values()].reduce((sum, since) => sum + now - since, 0) / Math.max(1, lent.size);
    return Math.max(now - firstAsked, (pool.waitingCount * Math.max(usualHoldMs, heldMs)) / max);
  };
  return () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, waitMs: waitMs() });
}
