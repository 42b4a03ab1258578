/**
 * Valid requests that follow from the schemas of an endpoint. Values that a schema cannot provide, such as
 * the ID of a record, are written by hand.
 */
import { randomBytes } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';

type Shape = { type?: string; enum?: unknown[]; const?: unknown; items?: Shape; minimum?: number };

const shapeOf = (schema: z.ZodType, io: 'input' | 'output'): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;

/** Texts of the formats that the contract has. The first one that a schema accepts is its sample. */
const texts = (): string[] => {
  const word = randomBytes(6).toString('hex');
  return [
    `Sample ${word}`,
    `sample-${word}`,
    `${word}@example.com`,
    'orders',
    'GH',
    '#1f5c52',
    '35.00',
    '2026-01',
    '2026-01-01',
    '2100-01-01T09:00:00.000Z',
  ];
};

/** The words that a filter may list, or the values of a view and a sort. */
export function wordsOf(schema: z.ZodType): string[] {
  const { enum: words, items } = shapeOf(schema, 'output');
  return (items?.enum ?? words ?? []) as string[];
}

function candidatesOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return candidatesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNullable) return [null, ...candidatesOf(schema.unwrap() as z.ZodType)];
  if (schema instanceof z.ZodUnion)
    return (schema.options as readonly z.ZodType[]).map((option) => sampleOf(option));
  if (schema instanceof z.ZodArray) return [[], [sampleOf(schema.element as z.ZodType)]];
  if (schema instanceof z.ZodRecord) return [{}];
  if (schema instanceof z.ZodObject) return [objectOf(schema)];
  const input = shapeOf(schema, 'input');
  if (input.const !== undefined) return [input.const];
  if (input.enum !== undefined) return input.enum;
  if (input.type === 'boolean') return [false, true];
  if (input.type === 'number' || input.type === 'integer') return [input.minimum, 0, 1, 100];
  return [...wordsOf(schema), ...texts()];
}

/** The required fields only. */
const objectOf = ({ shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name, field]) => [name, sampleOf(field)]),
  );

/** Undefined if no sample follows from the schema. */
export const sampleOf = (schema: z.ZodType): unknown =>
  candidatesOf(schema).find((candidate) => schema.safeParse(candidate).success);

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

/** The parts of a request that follow from the schemas, and whether these are all. */
export function derivedRequest(endpoint: Endpoint): { parts: Parts; isComplete: boolean } {
  const derived = (['params', 'query', 'body'] as const).map(
    (part) => [part, sampleOf(endpoint[part])] as const,
  );
  const known = derived.filter(([, sample]) => sample !== undefined);
  return { parts: Object.fromEntries(known) as Parts, isComplete: known.length === derived.length };
}
