/** Generates values that fit a JSON Schema of docs/openapi.json, and request bodies that do not. */
import fc from 'fast-check';

export type Schema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** Existing values of this shop by field name. Without them nearly every call would end in "not found". */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

export function validValues(schema: Schema, knownValues: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const any = ofSchema(schema, knownValues, name);
  const values = knownValues[name] ?? [];
  return values.length === 0 || schema.type === 'array'
    ? any
    : fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: any });
}

function ofSchema(schema: Schema, knownValues: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => validValues(each, knownValues, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1_000_000, maximum = 1_000_000, minItems = 0, maxItems = 5 } = schema;
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc
        .integer({ min: Math.ceil(minimum * 100), max: Math.floor(maximum * 100) })
        .map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.uniqueArray(validValues(schema.items ?? {}, knownValues, name), {
        minLength: minItems,
        maxLength: Math.min(5, maxItems),
      });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.entries(properties).map(
        ([key, each]) => [key, validValues(each, knownValues, key)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
    }
    default:
      return fc.jsonValue();
  }
}

function text({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined && /^[\^\w[\]{},$-]+$/.test(pattern))
    return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.min(maxLength, 60) };
  return fc.oneof(
    fc.string({ unit: 'grapheme-ascii', ...length }),
    fc.string({ unit: 'grapheme', ...length }),
  );
}

const long = fc.constantFrom(300, 5_000, 60_000, 99_000, 150_000);

/** Values that no field accepts. */
export const invalidValues = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eabc',
    '__proto__',
    "' or '1'='1",
    '{{7*7}}',
    '../..',
    '\r\nBcc: a@b.example',
  ),
  fc.constantFrom(-1, -0, 0.001, 1e21, 1e308, 2 ** 53, 2 ** 31, null, true, [], {}, [[]]),
  fc
    .tuple(long, fc.constantFrom('x', 'é', '💥', '\u0000', '"'))
    .map(([length, unit]) => unit.repeat(length / unit.length)),
  long.map((length) => Array.from({ length: length / 10 }, (_, at) => at)),
);

type Change = 'replace' | 'remove' | 'add' | 'repeat' | 'cut';

/** Nearly valid JSON: one field is changed, missing, unknown, or duplicated, or the end is cut off. */
export const nearlyValidJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      value,
      fc.constantFrom<Change[]>('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'cut'),
      fc.nat(1_000),
      invalidValues,
    )
    .map(([original, change, at, other]) => {
      const originalJson = JSON.stringify(original);
      if (typeof original !== 'object' || original === null) return JSON.stringify(other);
      if (change === 'cut') return originalJson.slice(0, at % Math.max(1, originalJson.length));
      const places = placesIn(original);
      const [holder, key] = places[at % Math.max(1, places.length)] ?? [original as Holder, 'none'];
      if (change === 'repeat')
        return originalJson.replace('{', `{${JSON.stringify(key)}:${JSON.stringify(other) ?? null},`);
      const changed = structuredClone(original);
      const [same] = placesIn(changed)[at % Math.max(1, places.length)] ?? [changed as Holder];
      if (change === 'remove') delete same[key];
      else
        Object.defineProperty(same, change === 'add' ? `${key}${Array.isArray(holder) ? '' : 'x'}` : key, {
          value: other,
          enumerable: true,
        });
      return JSON.stringify(changed);
    });

type Holder = Record<string, unknown>;

/** Every field at every depth, with the object that contains it. */
function placesIn(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => [
    [value as Holder, key] as [Holder, string],
    ...placesIn(inside),
  ]);
}

/** Any JSON, JSON nested deeper than a stack, and text that is not JSON. */
export const anyBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.json(),
  invalidValues.map((value) => JSON.stringify(value)),
  fc.constantFrom(10, 1_000, 40_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(10, 1_000, 10_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
);
