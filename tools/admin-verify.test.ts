/**
 * `npm run admin -- verify --processor` as an operator runs it: a separate process that uses the shop's data
 * and the processor.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { compileCache } from '#test/compile-cache.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let sandbox: Sandbox;
beforeAll(async () => {
  database = await aDatabase();
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
});
afterAll(async () => {
  await sandbox.stop();
  await database.close();
});

const program = fileURLToPath(new URL('./admin.ts', import.meta.url));

const admin = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [program, ...words], {
    env: {
      ...compileCache,
      DATABASE_URL: database.url,
      SESSION_SECRET: testSessionSecret,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRETS: 'whsec_of_a_test',
      STRIPE_API_BASE: sandbox.origin,
      STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
      SMTP_URL: sandbox.smtpUrl,
    },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

test('it reports that the books agree, and rejects invalid days', { tags: ['long'] }, async () => {
  const sound = await admin('verify', '--processor', '--days', '3');
  expect(sound).toMatchObject({ code: 0, stderr: '' });
  expect(sound.stdout).toContain('invariants hold.');
  expect(sound.stdout).toContain('Difference      none');
  expect(await admin('verify', '--processor', '--days', 'some')).toMatchObject({
    code: 2,
    stderr: 'some is not a valid number of days\n',
  });
});
