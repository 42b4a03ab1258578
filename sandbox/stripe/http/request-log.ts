/** The most recent REST calls, newest first, for tests and debugging. In memory only; secrets are masked. */
export type LoggedRequest = {
  id: string;
  at: string;
  method: string;
  path: string;
  parameters: string;
  idempotencyKey: string | null;
  isBrowser: boolean;
  /** Null when the caller got no response. */
  status: number | null;
  replayed: boolean;
  fault: string | null;
  tookMs: number;
};

const longest = 1_000;

export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.#entries.push({ ...entry, parameters: mask(entry.parameters) });
    if (this.#entries.length > longest * 2) this.#entries = this.#entries.slice(-longest);
  }

  newest(limit: number): LoggedRequest[] {
    return this.#entries.slice(-Math.min(limit, longest)).reverse();
  }

  clear(): void {
    this.#entries = [];
  }
}

/** Card numbers and security codes never reach the log. */
const mask = (parameters: string): string =>
  parameters.replace(/((?:number|cvc)(?:%5D|\])?=)[^&]*/gi, '$1…').slice(0, 4_000);
