/**
 * The whole client: fills in the path, sends, and either returns the response or throws the server's error.
 */
import { type Message, phrase } from '#kernel/language.ts';
import type { Access, Answer, Endpoint, SentArgument } from './endpoint.ts';

/** An error response or a failed connection. `message` can be shown to the shopper. */
export class CallError extends Error {
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
  /** The server's `x-error-code`; `network` when no response arrived. */
  readonly code: string;
  /** Id of the request in our log; empty when no response arrived. */
  readonly requestId: string;
  constructor(status: number, code: string, message: string, requestId = '') {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** The specification's text for a server failure, and for no response at all. */
export const tryLater = phrase('error occurred, please try again later');

/** Request timeout of the specification, section 9 of its first document. */
export const requestTimeoutMs = 60_000;

/** The error with the server's text, and its translatable details if known. */
export type Refusal = { status: number; code: string; text: string; detail: Message | null };
/** Translates an error to the reader's language. */
export type SayRefusal = (refusal: Refusal) => Promise<string>;
const inEnglish: SayRefusal = async ({ text }) => text;

export type Client = <E extends Endpoint>(endpoint: E, ...sent: SentArgument<E>) => Promise<Answer<E>>;
/** For page loaders: endpoints that require a user do not compile. */
export type PublicClient = <E extends Endpoint & { access: Extract<Access, 'public'> }>(
  endpoint: E,
  ...sent: SentArgument<E>
) => Promise<Answer<E>>;

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: unknown;
};

export const createClient =
  (send: typeof fetch, origin: string, describeRefusal: SayRefusal = inEnglish): Client =>
  async (endpoint, ...[sent]) => {
    const failure = async (
      status: number,
      code: string,
      text = tryLater,
      answered?: Response,
    ): Promise<CallError> => {
      const detail = answered !== undefined && status < 500 ? detailOf(answered.headers) : null;
      return new CallError(
        status,
        code,
        await describeRefusal({ status, code, text, detail }),
        answered?.headers.get('x-request-id') ?? '',
      );
    };
    // A write without a body is sent as an empty object, because the server accepts writes only as JSON.
    const empty = endpoint.method === 'POST' || endpoint.method === 'PUT' ? {} : undefined;
    const { params = {}, query = {}, headers = {}, body = empty } = (sent ?? {}) as Loose;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const response = await send(`${origin}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch(async () => {
      throw await failure(0, 'network');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    // A response cut off on the way counts as none: the caller must retry.
    if (response.ok && answer === undefined) throw await failure(0, 'network');
    if (response.ok) return answer as never;
    const code = response.headers.get('x-error-code');
    if (response.status >= 500) throw await failure(response.status, code ?? 'internal', tryLater, response);
    // The server's text is shown unchanged, even without a code.
    if (typeof answer === 'string') throw await failure(response.status, code ?? 'refused', answer, response);
    throw await failure(response.status, 'unknown', tryLater, response);
  };

/** Headers that do not come from our server may have any content. */
function detailOf(headers: Headers): Message | null {
  try {
    return JSON.parse(headers.get('x-error-detail') ?? 'null') as Message | null;
  } catch {
    return null;
  }
}
