/**
 * The connections of one database, in one wrapper around the driver's pool. Getting a connection is retried
 * while the server refuses. Each statement is traced and named. A connection that would fail its next user is
 * closed.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isRefused, markUnreachable } from './database-trouble.ts';
import { statementNames } from './named-statements.ts';
import { tracedStatement } from './tracing.ts';

export type PoolState = { total: number; idle: number; waiting: number; waitMs: number };

export type ConnectionPool = PostgresPool & {
  state(): PoolState;
  /** Why connections fail now; null while they succeed. */
  refusal(): unknown;
};

type Options = {
  namesStatements: boolean;
  /** Called when a connection was lost, unless the pool is closing. The pool replaces it. */
  onConnectionLost(error: Error): void;
  /** Called for each new connection: the database answers. */
  onConnected(): void;
};

/** Opens nothing yet: the first `connect` does. */
export function openPool(config: PoolConfig & { max: number }, options: Options): ConnectionPool {
  const { namesStatements, onConnectionLost, onConnected } = options;
  const pool = new Pool(config);
  const reportLost = (error: Error): void => {
    const lost = markUnreachable(error);
    // A closing pool does not wait for the server, which may stop before it reads the disconnect message.
    if (!pool.ending) onConnectionLost(lost);
  };
  // Without these two listeners, a lost server would end this process. The first covers idle connections, the
  // second those lent out between two statements of a transaction.
  pool.on('error', reportLost);
  pool.on('connect', (client) => {
    client.on('error', reportLost);
    onConnected();
  });
  const nameOf = namesStatements ? statementNames() : () => undefined;
  /** Kysely recognizes a connection by its object, so each has one wrapper. */
  const wrappers = new WeakMap<PoolClient, PostgresPoolClient>();
  const load = watchLoad(pool, config.max);
  let refusal: unknown = null;
  return {
    options: pool.options,
    end: () => pool.end(),
    state: load.state,
    refusal: () => refusal,
    async connect() {
      const leaveQueue = load.enterQueue();
      try {
        const client = await connectUnlessDown(pool, (reason) => {
          refusal = reason;
        });
        const wrapper = wrappers.get(client) ?? wrap(client, nameOf);
        wrappers.set(client, wrapper);
        return wrapper;
      } finally {
        leaveQueue();
      }
    },
  };
}

const retryForMs = 1_500;
const retryAfterMs = 50;

/**
 * Retries refused connections while a pooler restarts or a cluster changes its primary's address. Nothing was
 * sent over a refused connection, so a retry repeats no work. After the limit, the caller gets the error, and
 * the customer's page retries. `onOutcome` receives null, or why an attempt failed.
 */
async function connectUnlessDown(pool: Pool, onOutcome: (refusal: unknown) => void): Promise<PoolClient> {
  const startedAt = performance.now();
  for (;;) {
    try {
      const client = await pool.connect();
      onOutcome(null);
      return client;
    } catch (error) {
      onOutcome(error);
      if (!isRefused(error)) throw error;
      if (performance.now() - startedAt > retryForMs) throw markUnreachable(error);
      await pause(retryAfterMs);
    }
  }
}

/** The driver's message for its own limit (`query_timeout`), which has no code. */
const unanswered = 'Query read timeout';
/** PostgreSQL's code for a write on a read-only server. */
const readOnly = '25006';

/**
 * Closes a connection that would fail its next user. Either the server hung in the middle of a statement: the
 * driver stops waiting, but the connection still expects the answer. Or the server was the primary of a
 * cluster and has become a replica, while a new connection reaches the new primary.
 */
function wrap(client: PoolClient, nameOf: ReturnType<typeof statementNames>): PostgresPoolClient {
  let isReadOnly = false;
  const send = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query({ name: nameOf(text, values), text, values: values as unknown[] });
    } catch (error) {
      const { message, code } = error as Error & { code?: unknown };
      if (code === readOnly) isReadOnly = true;
      if (message === unanswered) void client.end().catch(() => {});
      throw error;
    }
  };
  const query = (text: string, values: readonly unknown[]) => tracedStatement(text, () => send(text, values));
  return {
    // Without a cursor in its dialect, Kysely sends texts only.
    query: query as unknown as PostgresPoolClient['query'],
    // A read-only server still answers, so the transaction is rolled back before its connection is closed.
    release: (isBroken = false) => client.release(isBroken || isReadOnly),
  };
}

/** Weight of each sample in the moving average of how long a connection is in use. */
const weight = 0.1;

/**
 * Estimates how long the next caller would wait for one of `max` connections. The estimate rises as soon as a
 * queue forms behind slow work, not after the queue was served. This keeps waiting times bounded.
 */
function watchLoad(pool: Pool, max: number): { enterQueue: () => () => void; state: () => PoolState } {
  const lent = new Map<PoolClient, number>();
  const queue = new Set<{ since: number }>();
  let typicalHoldMs = 1;
  pool.on('acquire', (client) => lent.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const since = lent.get(client);
    lent.delete(client);
    if (since !== undefined) typicalHoldMs += weight * (performance.now() - since - typicalHoldMs);
  });
  const waitMs = (): number => {
    if (pool.waitingCount === 0) return 0;
    const now = performance.now();
    const [first = { since: now }] = queue;
    const heldMs = [...lent.values()].reduce((sum, since) => sum + now - since, 0) / Math.max(1, lent.size);
    return Math.max(now - first.since, (pool.waitingCount * Math.max(typicalHoldMs, heldMs)) / max);
  };
  return {
    enterQueue() {
      const place = { since: performance.now() };
      queue.add(place);
      return () => void queue.delete(place);
    },
    state: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      waitMs: waitMs(),
    }),
  };
}
