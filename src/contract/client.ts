/** The whole client: fill the path, send, and either return the answer or throw what the server said. */
import type { Access, Answer, Endpoint, SentArgument } from './endpoint.ts';

/** A refusal or a failed connection. `message` is fit for the shopper's eyes. */
export class CallError extends Error {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** The server's `x-error-code`; `network` when no answer arrived. */
  readonly code: string;
  /** Under which the answer stands in our log; empty when none arrived. */
  readonly requestId: string;
  constructor(status: number, code: string, message: string, requestId = '') {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** The specification's words for an accident on the server, and for no answer at all. */
export const tryLater = 'error occurred, please try again later';

/** Request time-out of the specification, section 9 of its first document. */
export const requestTimeoutMs = 60_000;

export type Client = <E extends Endpoint>(row: E, ...sent: SentArgument<E>) => Promise<Answer<E>>;
/** What page loaders get: rows that need a person do not compile. */
export type PublicClient = <E extends Endpoint & { access: Extract<Access, 'public'> }>(
  row: E,
  ...sent: SentArgument<E>
) => Promise<Answer<E>>;

type Loose = { params?: Record<string, string>; query?: Record<string, string | number>; headers?: Record<string, string>; body?: unknown };

export const createClient =
  (send: typeof fetch, origin: string): Client =>
  async (row, ...[sent]) => {
    // A write without a content is sent as an empty object, since the server takes writes as JSON only.
    const empty = row.method === 'POST' || row.method === 'PUT' ? {} : undefined;
    const { params = {}, query = {}, headers = {}, body = empty } = (sent ?? {}) as Loose;
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
    const response = await send(`${origin}${path}${search && `?${search}`}`, {
      method: row.method,
      headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch(() => {
      throw new CallError(0, 'network', tryLater);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    // An answer that broke off on the way is no answer: whoever asked must ask again.
    if (response.ok && answer === undefined) throw new CallError(0, 'network', tryLater);
    if (response.ok) return answer as never;
    const code = response.headers.get('x-error-code');
    const refusal = (word: string, text: string) => new CallError(response.status, word, text, response.headers.get('x-request-id') ?? '');
    if (response.status >= 500) throw refusal(code ?? 'internal', tryLater);
    // A sentence of the server is shown as it is, also where no code comes with it.
    if (typeof answer === 'string') throw refusal(code ?? 'refused', answer);
    throw refusal('unknown', tryLater);
  };
