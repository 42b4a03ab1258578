/**
 * The sandbox's own SQLite file. Calls are synchronous, so one request is one step: nothing else runs between its first
 * read and its commit. Write-ahead logging keeps every committed step through a `kill -9` of this process.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Raised when stored state can no longer be read as it was written. */
const stateVersion = 2;

const tables = `
  create table if not exists object (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    deleted integer not null default 0,
    body text not null,
    secrets text not null
  );
  create index if not exists object_by_kind on object (kind, seq);
  create table if not exists link (
    kind text not null, field text not null, value text not null, seq integer not null,
    primary key (kind, field, value, seq)
  ) without rowid;
  create index if not exists link_by_object on link (seq);
  create table if not exists idempotency (
    key text primary key, fingerprint text not null, status integer not null, body text not null,
    request_id text not null, created integer not null
  );
  create table if not exists delivery (
    id integer primary key autoincrement,
    event_id text not null, endpoint_id text not null, state text not null,
    attempts integer not null default 0, next_at integer not null, answered_status integer, problem text
  );
  create index if not exists delivery_due on delivery (state, next_at);
  create index if not exists delivery_by_event on delivery (event_id);
  create table if not exists timer (
    id integer primary key autoincrement, due_at integer not null, work text not null, object_id text not null, clock text
  );
  create index if not exists timer_due on timer (clock, due_at);
  create index if not exists timer_by_object on timer (object_id);
  create table if not exists setting (name text primary key, value text not null);
`;

export type Row = Record<string, string | number | null>;

export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #open = false;

  /** `dataDir` null keeps everything in memory. */
  constructor(dataDir: string | null) {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
    this.#sqlite = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, 'stripe.sqlite'));
    this.#sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
    const found = this.#checkVersion(dataDir);
    if (found === 1) this.#sqlite.exec('alter table timer add column clock text');
    this.#sqlite.exec(tables);
    this.#sqlite.exec(`pragma user_version = ${stateVersion}`);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  first(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.#prepared(sql).get(...values) as Row | undefined) ?? null;
  }

  /** Answers the number of rows that changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** All or nothing. A step inside a step belongs to the outer one. */
  step<T>(work: () => T): T {
    if (this.#open) return work();
    this.#sqlite.exec('begin immediate');
    this.#open = true;
    try {
      const result = work();
      this.#sqlite.exec('commit');
      return result;
    } catch (error) {
      this.#sqlite.exec('rollback');
      throw error;
    } finally {
      this.#open = false;
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  /** The version of the state that was found, 0 when there is none. Version 1 had no test clocks. */
  #checkVersion(dataDir: string | null): number {
    const { user_version: found } = this.#sqlite.prepare('pragma user_version').get() as { user_version: number };
    if (found < 0 || found > stateVersion) {
      this.#sqlite.close();
      throw new Error(`The sandbox's state in ${dataDir} was written by another version of it. Remove that folder to start afresh.`);
    }
    return found;
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
