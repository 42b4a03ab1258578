/**
 * `npm run admin -- migrate` as an operator runs it before starting a new version: on an empty database, and
 * repeated.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '#platform/migration-files.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { compileCache } from '#test/compile-cache.ts';
import { testSessionSecret } from '#test/secrets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase({ content: 'none' });
});
afterAll(() => database.close());

const program = fileURLToPath(new URL('./admin.ts', import.meta.url));
const admin = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: {
      ...compileCache,
      DATABASE_URL: database.url,
      SESSION_SECRET: testSessionSecret,
      STRIPE_SECRET_KEY: 'sk_test_51',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_51',
      STRIPE_WEBHOOK_SECRETS: 'whsec_of_a_test',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  });
  return stdout;
};

test('it shows its plan, applies it, and then has nothing to do', { tags: ['long'] }, async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const planned = await admin('migrate', '--dry-run');
  expect(planned).toContain(`${names[0]}  compatible with running versions, in one transaction\n`);
  expect(planned).toMatch(new RegExp(`\\n${names.length} pending\\.\\n$`));
  expect((await sql`select to_regclass('schema_migration') as found`.execute(database.db)).rows).toEqual([
    { found: null },
  ]);
  const applied = names.map((name) => `applied  ${name}\n`).join('');
  expect(await admin('migrate')).toBe(`${applied}${names.length} applied.\n`);
  expect(
    (await sql`select to_regclass('pgboss.job') is not null as found`.execute(database.db)).rows,
  ).toEqual([{ found: true }]);
  expect(await admin('migrate', '--dry-run')).toBe('No pending migrations.\n');
  expect(await admin('migrate')).toBe('The database schema is up to date.\n');
});
