/**
 * The row types are generated. These tests fail when a migration changed and the types were not regenerated.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { aDatabase } from '#test/builders/database.ts';
import { describeDatabase, generatedFile, wordsOfCheck } from './types.ts';

test('db/types.ts matches the migrated database (renew it with `npm run row-types`)', async () => {
  const { url, close } = await aDatabase();
  try {
    expect(await readFile(generatedFile, 'utf8')).toBe(await describeDatabase(url));
  } finally {
    await close();
  }
});

test('a check on a list of values becomes a union, quotes included, and any other check is ignored', () => {
  expect(wordsOfCheck("CHECK ((status = ANY (ARRAY['paid'::text, 'it''s'::text])))")).toEqual({
    column: 'status',
    values: ['paid', "it's"],
  });
  expect(wordsOfCheck("CHECK ((currency = 'usd'::text))")).toEqual({ column: 'currency', values: ['usd'] });
  expect(wordsOfCheck('CHECK ((used_count <= usage_limit))')).toBeNull();
  expect(wordsOfCheck("CHECK (((kind = 'free'::text) = (total_cents = 0)))")).toBeNull();
  expect(wordsOfCheck("CHECK ((id ~ '^[a-z0-9-]{1,60}$'::text))")).toBeNull();
});
