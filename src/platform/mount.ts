/**
 * The only code that touches HTTP: binds one contract endpoint to one handler. It authorizes, parses, calls,
 * and validates the response. Encoding the response strips every field that the contract does not name, so
 * private fields cannot leak.
 */
import { DomainError } from '#kernel/errors.ts';
import { messageOf } from '#kernel/language.ts';
import { answerSchema } from '#contract/answer-schema.ts';
import type { Access, Endpoint, Handled, Received } from '#contract/endpoint.ts';
import { permissions, type Role } from '#kernel/permissions.ts';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { type CsvFile, csvStream } from './csv.ts';
import { nameRoute } from './request-context.ts';
import { toSentence } from './sentences.ts';

/**
 * A user with a live session. `userId`, `email`, and `role` are those of the person that actions are for.
 * `actor` is set while a member of staff acts for that person.
 */
export type Person = {
  kind: 'person';
  userId: string;
  email: string;
  sessionId: string;
  role: Role;
  actor: { userId: string; grantId: string } | null;
};
export type Caller = { kind: 'guest' } | Person;
/** Endpoints for customers or staff are never called for a guest, so their handlers need not check. */
export type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? Caller : Person;
export type Handler<E extends Endpoint> = (received: Received<E>, caller: CallerOf<E>) => Promise<Handled<E>>;
export type Mount = <E extends Endpoint>(endpoint: E, handle: Handler<E>) => void;
export type AccessRules = Pick<
  Endpoint,
  'access' | 'impersonation' | 'method' | 'path' | 'permission' | 'fresh' | 'beforeFactor'
>;
/** Throws unless the caller may use the endpoint. Returns a guest only for a public one. */
export type Authorize = (context: Context, endpoint: AccessRules) => Promise<Caller>;

/** Throws when the caller has used up the limit of the endpoint. */
export type EnforceLimit = (endpoint: Endpoint, received: { body: unknown }, caller: Caller) => Promise<void>;

const accesses: readonly Access[] = ['public', 'customer', 'staff'];

/** The largest JSON body that any endpoint accepts, in bytes. */
export const bodyAtMostBytes = 100_000;

export const mounter =
  (api: Hono, authorize: Authorize, enforceLimit: EnforceLimit): Mount =>
  (endpoint, handle) => {
    // Code that was not type-checked could omit the access. Fail here rather than on the first call.
    if (!accesses.includes(endpoint.access))
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
    if (endpoint.access === 'staff' && !permissions.some((permission) => permission === endpoint.permission))
      throw new Error(`${endpoint.method} ${endpoint.path} does not say which permission it needs`);
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    const toBody = encoder(endpoint.response);
    const takesNoFields =
      endpoint.body instanceof z.ZodObject && Object.keys(endpoint.body.shape).length === 0;
    const readsHeaders = !(
      endpoint.headers instanceof z.ZodObject && Object.keys(endpoint.headers.shape).length === 0
    );
    api.on(endpoint.method, path, async (context) => {
      nameRoute(endpoint.path);
      const caller = (await authorize(context, endpoint)) as CallerOf<typeof endpoint>;
      const received = {
        params: decode(endpoint.params, decodedParams(context)),
        query: decode(endpoint.query, queryOf(context, allowsUnknown(endpoint.query))),
        headers: readsHeaders ? decode(endpoint.headers, context.req.header()) : {},
        body: await readBody(context, endpoint, takesNoFields),
      } as Received<typeof endpoint>;
      await enforceLimit(endpoint, received, caller);
      const answer = await handle(received, caller);
      if (endpoint.answers !== undefined)
        return fileAnswer(context, fileTypes[endpoint.answers], answer as CsvFile);
      return context.body(toBody(answer), 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
    });
  };

const fileTypes = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const;

/** A failure aborts the download, so a partial file is never taken for a complete one. */
function fileAnswer(context: Context, type: string, file: CsvFile): Response {
  context.header('cache-control', 'no-store');
  context.header('content-type', type);
  context.header('content-disposition', `attachment; filename="${file.fileName}"`);
  return context.body(csvStream(file));
}

async function readBody(context: Context, endpoint: Endpoint, takesNoFields: boolean): Promise<unknown> {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return {};
  return decode(
    endpoint.body,
    endpoint.bytesAtMost === undefined
      ? await readJson(context, takesNoFields)
      : await readBytes(context, endpoint.bytesAtMost),
  );
}

/**
 * A frozen response never changes, so its encoded bytes are cached for handlers that return the same object
 * again.
 */
function encoder<Schema extends z.ZodType>(
  schema: Schema,
): (answer: z.output<Schema>) => string | Uint8Array<ArrayBuffer> {
  const cached = new WeakMap<object, Uint8Array<ArrayBuffer>>();
  const encode = (answer: z.output<Schema>): string => JSON.stringify(z.encode(answerSchema(schema), answer));
  return (answer) => {
    if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer)) return encode(answer);
    const bytes = cached.get(answer) ?? new TextEncoder().encode(encode(answer));
    cached.set(answer, bytes);
    return bytes;
  };
}

/** Reports an invalid shape as one readable sentence: the first problem found. */
function decode(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: toSentence });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new DomainError('invalid_request', first && messageOf(first.message));
}

function decodedParams(context: Context): Record<string, string> {
  try {
    return context.req.param();
  } catch {
    throw new DomainError('not_found');
  }
}

/** An endpoint whose query is not a strict object accepts its own parameters and ignores all others. */
const allowsUnknown = (query: z.ZodType): boolean =>
  query instanceof z.ZodObject && query.def.catchall === undefined;

/**
 * A repeated parameter is rejected, or ignored where unknown ones are: two readers could use two different
 * values.
 */
function queryOf(context: Context, isIgnored: boolean): Record<string, string> {
  if (!context.req.url.includes('?')) return {};
  return Object.fromEntries(
    Object.entries(context.req.queries()).flatMap(([key, values]) => {
      if (values.length === 1) return [[key, values[0] ?? '']];
      if (isIgnored) return [];
      throw new DomainError('invalid_request', `The address names ${key} more than once`);
    }),
  );
}

/** `mayBeEmpty`: for an endpoint without input, as in the specification's "empty body". */
async function readJson(context: Context, mayBeEmpty: boolean): Promise<unknown> {
  const type = context.req.header('content-type');
  const isJson = /^application\/json\s*(;|$)/i.test(type ?? '');
  if (!isJson && (type !== undefined || !mayBeEmpty)) throw new DomainError('content_type');
  const text = await readText(context, bodyAtMostBytes);
  if (text === '' && mayBeEmpty) return {};
  if (!isJson) throw new DomainError('content_type');
  return parse(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('malformed_json');
  }
}

/**
 * Returns the body as text and reads at most `atMostBytes`, regardless of the declared length. Throws
 * `body_too_large`, or `malformed_json` for invalid UTF-8.
 */
export async function readText(context: Context, atMostBytes: number): Promise<string> {
  const bytes = await readBytes(context, atMostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('malformed_json');
  }
}

/** For a file, the error says how large it may be. */
export const bodyTooLarge = (atMostBytes: number): DomainError =>
  new DomainError(
    'body_too_large',
    atMostBytes < 1_000_000
      ? undefined
      : `The file is larger than ${atMostBytes / 1_000_000} MB. Choose a smaller one`,
  );

/** Throws `body_too_large`. */
async function readBytes(context: Context, atMostBytes: number): Promise<Uint8Array> {
  if (Number(context.req.header('content-length') ?? 0) > atMostBytes) throw bodyTooLarge(atMostBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > atMostBytes) throw bodyTooLarge(atMostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
