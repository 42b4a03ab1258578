/** The whole client: fill the path, send, and either return the answer or throw what the server said. */
import { type Message, phrase } from '#kernel/language.ts';
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
export const tryLater = phrase('error occurred, please try again later');

/** Request time-out of the specification, section 9 of its first document. */
export const requestTimeoutMs = 60_000;

/** What went wrong, with the server's sentence, and how it is said in another language where that is known. */
export type Refusal = { status: number; code: string; text: string; detail: Message | null };
/** Says it in the reader's language. */
export type SayRefusal = (refusal: Refusal) => Promise<string>;
const inEnglish: SayRefusal = async ({ text }) => text;

export type Client = <E extends Endpoint>(row: E, ...sent: SentArgument<E>) => Promise<Answer<E>>;
/** What page loaders get: rows that need a person do not compile. */
export type PublicClient = <E extends Endpoint & { access: Extract<Access, 'public'> }>(
  row: E,
  ...sent: SentArgument<E>
) => Promise<Answer<E>>;

type Loose = { params?: Record<string, string>; query?: Record<string, string | number>; headers?: Record<string, string>; body?: unknown };

export const createClient =
  (send: typeof fetch, origin: string, sayRefusal: SayRefusal = inEnglish): Client =>
  async (row, ...[sent]) => {
    const failure = async (status: number, code: string, text = tryLater, answered?: Response): Promise<CallError> => {
      const detail = answered !== undefined && status < 500 ? detailOf(answered.headers) : null;
      return new CallError(status, code, await sayRefusal({ status, code, text, detail }), answered?.headers.get('x-request-id') ?? '');
    };
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
    }).catch(async () => {
      throw await failure(0, 'network');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    // An answer that broke off on the way is no answer: whoever asked must ask again.
    if (response.ok && answer === undefined) throw await failure(0, 'network');
    if (response.ok) return answer as never;
    const code = response.headers.get('x-error-code');
    if (response.status >= 500) throw await failure(response.status, code ?? 'internal', tryLater, response);
    // A sentence of the server is shown as it is, also where no code comes with it.
    if (typeof answer === 'string') throw await failure(response.status, code ?? 'refused', answer, response);
    throw await failure(response.status, 'unknown', tryLater, response);
  };

/** What does not come from us may say anything. */
function detailOf(headers: Headers): Message | null {
  try {
    return JSON.parse(headers.get('x-error-detail') ?? 'null') as Message | null;
  } catch {
    return null;
  }
}
