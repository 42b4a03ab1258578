/**
 * The sandbox's own time: the machine's time plus what was added through the control API. It moves forward only, and what
 * was added lies in the database, so a restart goes on where it was. Signatures and keys of idempotency use machine time.
 */
import type { Database } from './database.ts';

const name = 'clock_ahead_ms';

export class Clock {
  readonly #database: Database;
  #aheadMs: number;

  constructor(database: Database) {
    this.#database = database;
    this.#aheadMs = Number(database.first('select value from setting where name = ?', name)?.value ?? 0);
  }

  /** Milliseconds since 1970. */
  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Moves forward to that time; an earlier time changes nothing. */
  moveTo(atMs: number): void {
    if (atMs > this.nowMs()) this.#set(atMs - Date.now());
  }

  /** Only before anything has happened: a world with a past begins in it, and moves forward from there. */
  beginAt(atMs: number): void {
    this.#set(atMs - Date.now());
  }

  reset(): void {
    this.#set(0);
  }

  #set(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    this.#database.changeSetting(name, String(aheadMs));
  }
}
