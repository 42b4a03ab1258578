/**
 * Every value that the database allows fits the response schemas: no response adds its own bounds, and its
 * enums have all values of their column.
 */
import { answerSchema } from '#contract/answer-schema.ts';
import { contract } from '#contract/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { aDatabase, type TestDatabase } from './builders/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

type Definition = z.core.$ZodTypeDef & {
  format?: string;
  entries?: Record<string, string>;
  catchall?: unknown;
} & Record<'shape' | 'element' | 'innerType' | 'options' | 'in' | 'out' | 'keyType' | 'valueType', unknown>;
type Found = { where: string; definition: Definition };

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Yields every schema inside a schema, with its path. */
function* partsOf(schema: z.ZodType, where: string): Generator<Found> {
  const definition = schema._zod.def as Definition;
  yield { where, definition };
  const { shape, options, element, innerType, in: into, out, keyType, valueType } = definition;
  for (const [name, field] of Object.entries((shape ?? {}) as Record<string, z.ZodType>))
    yield* partsOf(field, `${where}.${name}`);
  for (const part of [...((options ?? []) as z.ZodType[]), element, innerType, into, out, keyType, valueType])
    if (isSchema(part)) yield* partsOf(part, where);
}

const endpoints = Object.entries(contract);
const parts = endpoints.flatMap(([name, endpoint]) => [...partsOf(answerSchema(endpoint.response), name)]);

test('no response schema has a length, range, format, or condition', () => {
  expect(parts.length).toBeGreaterThan(3_000);
  const bounded = parts.filter(
    ({ definition: { checks = [], format, type, catchall } }) =>
      checks.length > 0 || format !== undefined || type === 'template_literal' || catchall !== undefined,
  );
  expect(bounded.map(({ where }) => where)).toEqual([]);
});

test('the walk finds the limits of a request', () => {
  const bodyParts = [...partsOf(contract.createAndPurchase.body, 'body')];
  const bounded = bodyParts
    .filter(({ definition }) => (definition.checks ?? []).length > 0)
    .map(({ where }) => where);
  expect(bounded).toEqual(
    expect.arrayContaining(['body.productIds', 'body.expectedTotal', 'body.billingDetails.firstName']),
  );
});

/**
 * Enums that omit some values of a column on purpose. The handler never reads a row with such a value, or it
 * maps the value.
 */
const narrowed: Record<string, string> = {
  'open|paid|void|uncollectible': 'a draft is not listed',
  'connected|revoked': 'an ended connection is none',
  'active|past_due|canceled|ended': 'a subscription that starts is not listed',
  'payment|refund': 'the two kinds of line of a receipt',
  'owner|manager|support|credit|content|auditor': 'a customer is no member of staff',
};

const wordsIn = (constraint: string): string[] =>
  [...constraint.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word);

test('an enum in a response has every value that its column allows', async () => {
  const { rows: constraints } = await sql<{ place: string; definition: string }>`
    select conrelid::regclass::text as place, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY'`.execute(
    database.db,
  );
  expect(constraints.length).toBeGreaterThan(50);
  const sets = constraints
    .map(({ place, definition }) => ({ place, words: wordsIn(definition) }))
    .filter(({ words }) => words.length > 1);
  const answers = parts.flatMap(({ where, definition }) =>
    definition.entries === undefined ? [] : [{ where, words: Object.values(definition.entries) }],
  );
  const missing = answers.flatMap(({ where, words }) => {
    if (narrowed[words.join('|')] !== undefined) return [];
    // An enum whose values all come from one column, but which lacks some of that column's values.
    const columns = sets.filter(
      (column) => words.length > 1 && words.every((word) => column.words.includes(word)),
    );
    const isComplete = columns.length === 0 || columns.some((column) => column.words.length === words.length);
    return isComplete
      ? []
      : [`${where}: ${words.join('|')} of ${columns.map(({ place }) => place).join(', ')}`];
  });
  expect(missing).toEqual([]);
  const used = new Set(answers.map(({ words }) => words.join('|')));
  expect(Object.keys(narrowed).filter((words) => !used.has(words))).toEqual([]);
});
