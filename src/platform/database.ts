/**
 * The only access to PostgreSQL. `Tx` is a separate type, so a function that takes it cannot be called
 * outside a transaction. bigint becomes a number and throws when it does not fit. numeric and date stay text,
 * because a float or a local midnight would be a different value. timestamptz becomes a Date. jsonb
 * parameters are text made by `JSON.stringify`.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { types } from 'pg';
import type { DB } from '#db/types.ts';
import { type ConnectionPool, openPool, type PoolState } from './pool.ts';

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

const pools = new WeakMap<Database, ConnectionPool>();

/** The pool's state for a database that `createDatabase` has made. */
export const poolState = (db: Database): PoolState =>
  pools.get(db)?.state() ?? { total: 0, idle: 0, waiting: 0, waitMs: 0 };

/** Why connections to this database fail now; null while they succeed. */
export const connectionRefusal = (db: Database): unknown => pools.get(db)?.refusal() ?? null;

/** Opens nothing yet: the first query connects. `db.destroy()` closes every connection. */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const {
    max = 10,
    applicationName = 'stateside',
    statementTimeoutMs = 5_000,
    connectWithinMs = 5_000,
    isPooled = false,
    namesStatements = true,
    onConnectionLost = () => {},
    onConnected = () => {},
  } = options;
  const config = {
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
  };
  const pool = openPool(config, { namesStatements, onConnectionLost, onConnected });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
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
