/**
 * The sandbox's clock: the machine's time plus an offset added through the control API. It only moves
 * forward. The offset is stored in the database, so it survives a restart. Signatures and idempotency keys
 * use machine time.
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

  /** Moves forward to that time. An earlier time is ignored. */
  moveTo(atMs: number): void {
    if (atMs > this.nowMs()) this.#set(atMs - Date.now());
  }

  /** Sets a start time in the past. Allowed only while the world is empty. */
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
