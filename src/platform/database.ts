/**
 * The one way to PostgreSQL. `Tx` is a type of its own: a function that takes it cannot be called outside a transaction.
 * bigint arrives as a number and throws where a number could not hold it; numeric and date stay text, since a float or a local
 * midnight would be a different value; timestamptz is a Date; what goes into jsonb is text made by `JSON.stringify`.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, types } from 'pg';
import type { DB } from '#db/types.ts';
import { connectAgain } from './connect-again.ts';
import { markUnreachable } from './database-trouble.ts';
import { nameStatements } from './named-statements.ts';
import { isTracing, traceStatements } from './tracing.ts';
import { type PoolState, watchPool } from './pool-watch.ts';
import { endWhenUseless } from './useless-connection.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

export type DatabaseOptions = {
  /** Connections at most; 10 unless told. */
  max?: number;
  applicationName?: string;
  /** A statement that runs longer is cancelled by the server; 5 s unless told. */
  statementTimeoutMs?: number;
  /** How long a connection may take, made anew or given back by others; 5 s unless told. */
  connectWithinMs?: number;
  /** True behind a pooler that hands connections around: it takes no settings of a session, so the limits for statements are its own. */
  isPooled?: boolean;
  /** False where such a pooler cannot carry them. */
  namesStatements?: boolean;
  /** Told about a connection that died while no query was waiting on it. The pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void;
  /** Told of each new connection: the database answers. */
  onConnected?: () => void;
};

const bigint = types.builtins.INT8;
const date = types.builtins.DATE;

export function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`);
  return value;
}

/** For this pool only: the global table of `pg` stays as it is for other packages. */
const parsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === bigint) return toSafeNumber;
    if (type === date) return (text: string) => text;
    return types.getTypeParser(type, format as 'text');
  },
} as typeof types;

const states = new WeakMap<Database, () => PoolState>();

/** How it stands with the connections of a database that `createDatabase` has made. */
export const poolState = (db: Database): PoolState => states.get(db)?.() ?? { total: 0, idle: 0, waiting: 0, waitMs: 0 };

const refusals = new WeakMap<Database, () => unknown>();

/** Why no connection to this database can be made now; null while connections are made. */
export const connectionRefusal = (db: Database): unknown => refusals.get(db)?.() ?? null;

/** Opens nothing yet: the first query connects. `db.destroy()` closes every connection. */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { max = 10, applicationName = 'stateside', statementTimeoutMs = 5_000, onConnectionLost = () => {} } = options;
  const lost = (error: Error): void => onConnectionLost(markUnreachable(error));
  const { isPooled = false, namesStatements = true, connectWithinMs = 5_000 } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 30_000,
    ...(isPooled ? {} : limitsOf(statementTimeoutMs)),
    // The server's own limit cannot fire when the server is gone without a word; this one can.
    query_timeout: 2 * statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  });
  // Without these two listeners a server that dies takes the process with it: one is for connections that rest in the pool,
  // the other for those that are lent out and wait between two statements of a transaction.
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    options.onConnected?.();
  });
  endWhenUseless(pool);
  if (namesStatements) pool.on('connect', nameStatements());
  const refusal = connectAgain(pool);
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

/** Without one a statement could run for ever: what a connection through a pooler is told of the limits that the pooler has set. */
export const hasStatementLimit = async (db: Database): Promise<boolean> =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]?.limit !== '0';
