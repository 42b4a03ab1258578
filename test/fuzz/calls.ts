/**
 * Random calls for every documented path. Most are valid; the others differ from the document in one or many
 * ways.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import type { Random } from '#test/chaos/random.ts';
import {
  anyBody,
  validValues,
  type KnownValues,
  nearlyValidJson,
  invalidValues,
  type Schema,
} from './values.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | null;
  answer: Schema;
  isPublic: boolean;
};

type Content = { content: { 'application/json': { schema: Schema } } };
type Documented = {
  operationId: string;
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: { 200: Content };
};
const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Documented>>;
};

const isJson = ({ content }: Content): boolean => Object.hasOwn(content, 'application/json');

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    // Raw files have no JSON to validate, so their operations are skipped.
    .filter(
      ([, { requestBody, responses }]) =>
        isJson(responses[200]) && (requestBody === undefined || isJson(requestBody)),
    )
    .map(([method, { operationId, security, parameters = [], requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json'].schema ?? null,
      answer: responses[200].content['application/json'].schema,
      isPublic: security.length === 0,
    })),
);

export type Call = {
  operation: Operation;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

const anyOf = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A client may send any path that its parser accepts, so some segments are not encoded. */
const oddSegment = anyOf<string>(
  [4, invalidValues.map((value) => encoded(textOf(value).slice(0, 300)))],
  [
    1,
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%',
      '%ff',
      '%2f',
      '%00',
      '\\',
      ';x',
      'a'.repeat(3_000),
      '%c3%a9',
      '%61',
    ),
  ],
);
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 80,
});

function targetOf({ path, parameters }: Operation, knownValues: KnownValues): fc.Arbitrary<string> {
  const segments = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) =>
      anyOf(
        [8, validValues(schema, knownValues, name).map((value) => encoded(textOf(value)))],
        [1, oddSegment],
      ).map((text) => [name, text] as const),
    );
  const documented = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required }) =>
      fc
        .option(
          anyOf(
            [8, validValues(schema, knownValues, name).map(textOf)],
            [1, invalidValues.map((value) => textOf(value).slice(0, 300))],
          ),
          {
            freq: required ? 20 : 2,
          },
        )
        .map((value) => [name, value] as const),
    );
  const others = anyOf<[string, string][]>(
    [12, fc.constant([])],
    [1, fc.array(fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 30 })), { maxLength: 3 })],
  );
  return fc
    .tuple(fc.tuple(...segments), fc.tuple(...documented), others)
    .map(([named, queryValues, more]) => {
      const filled = named.reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path);
      const query = [...queryValues, ...more]
        .flatMap(([name, value]) => (value === null ? [] : [`${encoded(name)}=${encoded(value)}`]))
        .join('&');
      return query === '' ? filled : `${filled}?${query}`;
    });
}

/** Not `String`: an object may have a `toString` field that is not a function. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

type Header = fc.Arbitrary<string | null>;

function headersOf(
  { parameters, isPublic }: Operation,
  knownValues: KnownValues,
): fc.Arbitrary<Record<string, string>> {
  const bearer = fc.constantFrom(...(knownValues.accessToken ?? []).map((token) => `Bearer ${token}`));
  const documented = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema }): [string, Header] => [
      name,
      anyOf(
        [6, validValues(schema, knownValues, name).map(asHeader)],
        [6, fc.constant(null)],
        [1, headerText],
      ),
    ]);
  const headers: Record<string, Header> = {
    ...Object.fromEntries(documented),
    authorization: anyOf(
      [40, bearer],
      [isPublic ? 40 : 1, fc.constant(null)],
      [1, headerText],
      [1, headerText.map((text) => `Bearer ${text}`)],
    ),
    'content-type': anyOf(
      [60, fc.constant('application/json')],
      [1, fc.constantFrom('text/plain', 'application/json; charset=utf-16')],
      [1, headerText],
    ),
    'admin-as-user': anyOf([60, fc.constant(null)], [1, headerText]),
  };
  return fc
    .record(headers)
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
    );
}

const asHeader = (value: unknown): string =>
  textOf(value)
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 300);

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * `count` concurrent calls. Half go to the operations whose turn it is, so none is missed by chance; the
 * others go to any.
 */
export function severalCalls(
  knownValues: KnownValues,
  count: number,
  turns: (many: number) => Operation[],
): fc.Arbitrary<Call[]> {
  const calls = new Map(operations.map((operation) => [operation, callOf(operation, knownValues)]));
  const any = fc.oneof(...calls.values());
  const inTurn = Math.ceil(count / 2);
  return fc
    .constant(null)
    .chain(() =>
      fc.tuple(
        ...turns(inTurn).map((operation) => calls.get(operation) ?? any),
        ...Array.from({ length: count - inTurn }, () => any),
      ),
    );
}

/** All operations in random order, then all of them in another order. */
export function takeInTurns(chance: Random): (many: number) => Operation[] {
  let remaining: Operation[] = [];
  return (many) => {
    while (remaining.length < many) remaining = [...remaining, ...chance.shuffle(operations)];
    return remaining.splice(0, many);
  };
}

function callOf(operation: Operation, knownValues: KnownValues): fc.Arbitrary<Call> {
  const validBody = operation.body === null ? null : validValues(operation.body, knownValues).map(agreeing);
  const body: fc.Arbitrary<Call['body']> =
    validBody === null
      ? anyOf<Call['body']>([20, fc.constant(null)], [1, anyBody])
      : anyOf<Call['body']>(
          [6, validBody.map((value) => JSON.stringify(value))],
          [4, nearlyValidJson(validBody)],
          [1, anyBody],
          [1, fc.constant(null)],
        );
  return fc.record({
    operation: fc.constant(operation),
    method: anyOf([30, fc.constant(operation.method)], [1, fc.constantFrom(...methods)]),
    target: targetOf(operation, knownValues),
    headers: headersOf(operation, knownValues),
    body,
  });
}

/** Fields that a form asks for twice mostly match. */
function agreeing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const [name, twin] of [
    ['password', 'confirmPassword'],
    ['newPassword', 'confirmNewPassword'],
    ['email', 'confirmEmail'],
  ] as const)
    if (name in fields && twin in fields) fields[twin] = fields[name];
  return value;
}
