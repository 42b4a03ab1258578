/**
 * The only access to PostgreSQL. `Tx` is a separate type, so a function that takes it cannot be called
 * outside a transaction. bigint becomes a number and throws when it does not fit. numeric and date stay text,
 * because a float or a local midnight would be a different value. timestamptz becomes a Date. jsonb
 * parameters are text made by `JSON.stringify`.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, types } from 'pg';
import type { DB } from '#db/types.ts';
import { retryRefusedConnections } from './retry-refused-connections.ts';
import { markUnreachable } from './database-trouble.ts';
import { nameStatements } from './named-statements.ts';
import { isTracing, traceStatements } from './tracing.ts';
import { type PoolState, watchPool } from './pool-watch.ts';
import { endWhenUseless } from './useless-connection.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

export type DatabaseOptions = {
  /** Maximum number of connections; default 10. */
  max?: number;
  applicationName?: string;
  /** The server cancels statements that run longer; default 5 s. */
  statementTimeoutMs?: number;
  /** Time limit for getting a connection, new or returned to the pool; default 5 s. */
  connectWithinMs?: number;
  /**
   * True behind a pooler that shares connections: it accepts no session settings, so the pooler sets the
   * statement limits.
   */
  isPooled?: boolean;
  /** False when such a pooler does not support named statements. */
  namesStatements?: boolean;
  /** Called when an idle connection was lost. The pool replaces it. */
  onConnectionLost?: (error: Error) => void;
  /** Called for each new connection: the database answers. */
  onConnected?: () => void;
};

const bigint = types.builtins.INT8;
const date = types.builtins.DATE;

export function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`);
  return value;
}

/** For this pool only: the global type parsers of `pg` stay unchanged for other packages. */
const parsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === bigint) return toSafeNumber;
    if (type === date) return (text: string) => text;
    return types.getTypeParser(type, format as 'text');
  },
} as typeof types;

const states = new WeakMap<Database, () => PoolState>();

/** The pool's state for a database that `createDatabase` has made. */
export const poolState = (db: Database): PoolState =>
  states.get(db)?.() ?? { total: 0, idle: 0, waiting: 0, waitMs: 0 };

const refusals = new WeakMap<Database, () => unknown>();

/** Why connections to this database fail now; null while they succeed. */
export const connectionRefusal = (db: Database): unknown => refusals.get(db)?.() ?? null;

/** Opens nothing yet: the first query connects. `db.destroy()` closes every connection. */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const {
    max = 10,
    applicationName = 'stateside',
    statementTimeoutMs = 5_000,
    onConnectionLost = () => {},
  } = options;
  const reportLost = (error: Error): void => {
    const lost = markUnreachable(error);
    // A closing pool does not wait for the server, which may stop before it reads the disconnect message.
    if (!pool.ending) onConnectionLost(lost);
  };
  const { isPooled = false, namesStatements = true, connectWithinMs = 5_000 } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 30_000,
    ...(isPooled ? {} : limitsOf(statementTimeoutMs)),
    // The server's limit cannot fire when the server disappears silently; this one can.
    query_timeout: 2 * statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  });
  // Without these two listeners, a lost server would end this process. The first covers idle connections, the
  // second those lent out between two statements of a transaction.
  pool.on('error', reportLost);
  pool.on('connect', (client) => {
    client.on('error', reportLost);
    options.onConnected?.();
  });
  endWhenUseless(pool);
  if (namesStatements) pool.on('connect', nameStatements());
  const refusal = retryRefusedConnections(pool);
  // Last, so that it sees each statement as it was written.
  if (isTracing()) pool.on('connect', traceStatements);
  const state = watchPool(pool, max);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  states.set(db, state);
  refusals.set(db, refusal);
  return db;
}

const limitsOf = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 4 * statementTimeoutMs,
});

/**
 * Whether statements have a time limit. Behind a pooler, the pooler must set it; without one, a statement
 * could run without end.
 */
export const hasStatementLimit = async (db: Database): Promise<boolean> =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]
    ?.limit !== '0';
