/** When a start without Stripe's key is a demonstration, and when it is a mistake. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doubtAboutDemo } from './demo-guard.ts';

test('a start from an empty environment, or on this machine only, is a demonstration', () => {
  for (const environment of [
    {},
    { PORT: '4000', HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1', STRIPE_SECRET_KEY: '', DATABASE_URL: '' },
  ])
    expect(doubtAboutDemo(environment)).toBeNull();
});

test('what only a real shop needs makes it a mistake, and the sentence names all of it', () => {
  expect(doubtAboutDemo({ STRIPE_SECRETKEY: 'sk_live_1', DATABASE_URL: 'postgres://shop', HOST: '0.0.0.0' })).toBe(
    'STRIPE_SECRET_KEY is not set, but DATABASE_URL, HOST, STRIPE_SECRETKEY: without the key this would be a demonstration that takes play money. Set the key, or set DEMO=1 if a demonstration is what you want.',
  );
  for (const sign of [{ DATABASE_URL: 'postgres://shop' }, { STRIPE_WEBHOOK_SECRETS: 'whsec_1' }, { HOST: '10.0.0.4' }])
    expect(doubtAboutDemo(sign)).toContain(Object.keys(sign)[0]);
});

test('DEMO=1 says that a demonstration is meant, and a key that a shop is', () => {
  expect(doubtAboutDemo({ DATABASE_URL: 'postgres://shop', DEMO: '1' })).toBeNull();
  expect(doubtAboutDemo({ DATABASE_URL: 'postgres://shop', STRIPE_SECRET_KEY: 'sk_live_1' })).toBeNull();
});

test('the start itself refuses, before it builds or touches anything', async () => {
  const [code, said] = await new Promise<[number, string]>((resolve) => {
    const start = execFile(
      process.execPath,
      [join(import.meta.dirname, 'start.ts')],
      { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: '0' } },
      (_error, _out, complaint) => resolve([start.exitCode ?? 0, complaint]),
    );
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^STRIPE_SECRET_KEY is not set, but DATABASE_URL: .*\n$/);
});
