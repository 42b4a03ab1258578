/**
 * The most recent calls of the API and the connect pages, for tests and debugging. In memory only, without
 * keys and passwords.
 */
export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  /** What was sent to the API; null on the connect pages. */
  body: string | null;
  profileId: string | null;
  /** Null when the caller got no response. */
  status: number | null;
  fault: string | null;
};

const longest = 1_000;

export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > longest * 2) this.#entries = this.#entries.slice(-longest);
  }

  newest(limit: number): LoggedRequest[] {
    return this.#entries.slice(-Math.min(limit, longest)).reverse();
  }

  clear(): void {
    this.#entries = [];
  }
}
