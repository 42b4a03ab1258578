/**
 * Every client input has a length limit and is validated in linear time, so a form field or search term
 * cannot block the shop.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { amount } from './amount.ts';
import { lengthsAtMost } from '#content/post-lengths.ts';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

type Found = { path: string; schema: z.core.$ZodType };

function isTextual(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return (
    def.type === 'string' || def.type === 'template_literal' || (def.type === 'pipe' && isTextual(def.in))
  );
}

/** Returns the parts of a schema on its input side, each once. */
function partsOf(schema: z.core.$ZodType, path: string, seen = new Set<unknown>()): Found[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (part: z.core.$ZodType, name = ''): Found[] => partsOf(part, `${path}${name}`, seen);
  const own = { path, schema };
  switch (def.type) {
    case 'object':
      return [own, ...Object.entries(def.shape).flatMap(([name, part]) => inner(part, `.${name}`))];
    case 'array':
      return [own, ...inner(def.element, '[]')];
    case 'record':
      return [own, ...inner(def.keyType, '{key}'), ...inner(def.valueType, '{}')];
    case 'tuple':
      return def.items.flatMap((part, at) => inner(part, `[${at}]`));
    case 'union':
      return def.options.flatMap((part) => inner(part));
    case 'intersection':
      return [...inner(def.left), ...inner(def.right)];
    case 'pipe':
      // A string may be trimmed or parsed before its length is checked.
      return isTextual(def.in) ? [own] : inner(def.in);
    case 'lazy':
      return inner(def.getter());
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return inner(def.innerType);
    default:
      return [own];
  }
}

const endpoints: [name: string, row: Endpoint][] = Object.entries<Endpoint>(contract);
const received = endpoints.flatMap(([name, { params, query, body, bytesAtMost }]) => [
  ...partsOf(params, `${name} params`),
  ...partsOf(query, `${name} query`),
  ...(bytesAtMost === undefined ? partsOf(body, `${name} body`) : []),
]);

/** Longer than any text that the shop stores. */
const length = 90_000;
const pieces = [
  'a',
  '1',
  ' ',
  '-',
  'a-',
  'é',
  '\u0301',
  '@',
  'a@',
  'a.',
  '.',
  '/',
  '<',
  '<a',
  '\n',
  '+',
  '0',
  '=',
  '&',
  '%41',
  '2026-',
  '😀',
  '{',
  '{a}',
  '\u200b',
];
/** By default every sixth piece is tried; `test:all` tries each. */
const longTexts = pieces
  .filter((_, at) => at % amount(6, 1) === 0)
  .flatMap((piece) => {
    const text = piece.repeat(Math.ceil(length / [...piece].length));
    return [text, `${text}!`, `a@${text}.com`, `https://${text}`, `${text}@a.co`];
  });

const isText = ({ schema }: Found): boolean => isTextual(schema);
const accepts = (schema: z.core.$ZodType, value: unknown): boolean => {
  const { success, data } = z.core.safeParse(schema, value);
  // Strings are trimmed before their length is checked.
  return success && (typeof data !== 'string' || data.length > lengthsAtMost.body);
};

test('each text has a maximum length', () => {
  const texts = received.filter(isText);
  expect(texts.length).toBeGreaterThan(100);
  const endless = texts.filter(({ schema }) => longTexts.some((text) => accepts(schema, text)));
  expect(endless.map(({ path }) => path)).toEqual([]);
});

test('each list and each record has a maximum length', () => {
  const endless = received.filter(({ schema }) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type !== 'array' && def.type !== 'record') return false;
    // A record with listed keys has a fixed number of entries.
    if (def.type === 'record' && (def.keyType as z.core.$ZodTypes)._zod.def.type === 'enum') return false;
    const checks = (def.checks ?? []).map((check) => check._zod.def.check);
    return !checks.some(
      (check) =>
        check === 'max_length' || check === 'length_equals' || check === 'custom' || check === 'max_size',
    );
  });
  expect(endless.map(({ path }) => path)).toEqual([]);
});

test('an overlong text is rejected in linear time, by each field', { tags: ['long'] }, () => {
  const slow: [path: string, text: string, ms: number][] = [];
  for (const { path, schema } of received.filter(isText))
    for (const text of longTexts) {
      const measureCpuMs = () => {
        const before = process.threadCpuUsage();
        accepts(schema, text);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1_000;
      };
      // A garbage collection may affect one measurement, but not all three.
      if (measureCpuMs() > 20) {
        const ms = Math.min(measureCpuMs(), measureCpuMs(), measureCpuMs());
        if (ms > 20) slow.push([path, text.slice(0, 20), Math.round(ms)]);
      }
    }
  expect(slow).toEqual([]);
});
