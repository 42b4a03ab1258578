/**
 * The SQLite file of one sandbox service. Calls are synchronous, so one request is one step: nothing else
 * runs between its first read and its commit. Write-ahead logging keeps every committed step through a `kill
 * -9` of this process.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Row = Record<string, string | number | null>;

export type Layout = {
  /** The file's name in the sandbox's data folder. */
  file: string;
  tables: string;
  /** Increment it when the code can no longer read the stored state. */
  version: number;
  /** Migrates state of an earlier version before the tables are created. `found` is 0 when there is none. */
  upgrade?: (sqlite: DatabaseSync, found: number) => void;
};

export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #open = false;

  /** With `dataDir` null, everything stays in memory. */
  constructor(dataDir: string | null, { file, tables, version, upgrade }: Layout) {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
    this.#sqlite = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, file));
    this.#sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
    const found = this.#checkVersion(dataDir, version);
    upgrade?.(this.#sqlite, found);
    this.#sqlite.exec(tables);
    this.#sqlite.exec(`pragma user_version = ${version}`);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  first(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.#prepared(sql).get(...values) as Row | undefined) ?? null;
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** Runs `work` in a transaction. A nested step joins the outer one. */
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

  /** Returns a stored text, created on first use. */
  setting(name: string, make: () => string): string {
    const stored = this.first('select value from setting where name = ?', name);
    if (stored !== null) return String(stored.value);
    const value = make();
    this.run('insert into setting (name, value) values (?, ?)', name, value);
    return value;
  }

  changeSetting(name: string, value: string): void {
    this.run('insert or replace into setting (name, value) values (?, ?)', name, value);
  }

  /** Returns the version of the stored state, 0 when there is none. */
  #checkVersion(dataDir: string | null, version: number): number {
    const { user_version: found } = this.#sqlite.prepare('pragma user_version').get() as {
      user_version: number;
    };
    if (found < 0 || found > version) {
      this.#sqlite.close();
      throw new Error(
        `The sandbox's state in ${dataDir} was written by another version of it. Remove that folder to start afresh.`,
      );
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
