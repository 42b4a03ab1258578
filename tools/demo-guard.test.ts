/** When a start without Stripe's key is a demo, and when it is a mistake. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoProblem, deleteDemoSettings, noteDemoSettings, settingsForCommand } from './demo-guard.ts';

test('a start from an empty environment, or on localhost only, is a demo', () => {
  for (const environment of [
    {},
    { PORT: '4000', HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1', STRIPE_SECRET_KEY: '', DATABASE_URL: '' },
  ])
    expect(demoProblem(environment)).toBeNull();
});

test('settings of a real shop reject the demo, and the message names all of them', () => {
  expect(
    demoProblem({ STRIPE_SECRETKEY: 'sk_live_1', DATABASE_URL: 'postgres://shop', HOST: '0.0.0.0' }),
  ).toBe(
    'STRIPE_SECRET_KEY is not set, but these settings are: DATABASE_URL, HOST, STRIPE_SECRETKEY. Without the key, this is a demo with test payments. Set the key, or set DEMO=1 to run a demo.',
  );
  for (const sign of [
    { DATABASE_URL: 'postgres://shop' },
    { STRIPE_WEBHOOK_SECRETS: 'whsec_1' },
    { HOST: '10.0.0.4' },
  ])
    expect(demoProblem(sign)).toContain(Object.keys(sign)[0]);
});

test('DEMO=1 declares a demo, and a key declares a shop', () => {
  expect(demoProblem({ DATABASE_URL: 'postgres://shop', DEMO: '1' })).toBeNull();
  expect(demoProblem({ DATABASE_URL: 'postgres://shop', STRIPE_SECRET_KEY: 'sk_live_1' })).toBeNull();
});

test('the start itself rejects it, before it builds or changes anything', { tags: ['long'] }, async () => {
  const [code, output] = await new Promise<[number, string]>((resolve) => {
    const start = execFile(
      process.execPath,
      [join(import.meta.dirname, 'start.ts')],
      { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: '0' } },
      (_error, _out, complaint) => resolve([start.exitCode ?? 0, complaint]),
    );
  });
  expect(code).toBe(1);
  expect(output).toMatch(/^STRIPE_SECRET_KEY is not set, but these settings are: DATABASE_URL\. .*\n$/);
});

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stateside-guard-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
const noted = {
  STRIPE_SECRET_KEY: 'sk_test_noted',
  SESSION_SECRET: 'noted',
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
};

test("a command uses the settings stored by a demo's start, and explicit ones win", () => {
  noteDemoSettings(dataDir, noted);
  expect(settingsForCommand({ PORT: '4000' }, dataDir)).toEqual({ ...noted, PORT: '4000' });
  expect(settingsForCommand({ SESSION_SECRET: 'mine', STRIPE_SECRET_KEY: '' }, dataDir)).toEqual({
    ...noted,
    SESSION_SECRET: 'mine',
  });
  expect(settingsForCommand({ DEMO: '1', DATABASE_URL: 'postgres://stories' }, dataDir).DATABASE_URL).toBe(
    'postgres://stories',
  );
});

test('a command on a real database without its key is rejected: demo mode would cancel real orders', () => {
  noteDemoSettings(dataDir, noted);
  for (const environment of [
    { DATABASE_URL: 'postgres://shop' },
    { DATABASE_URL: 'postgres://shop', SESSION_SECRET: 'mine' },
  ])
    expect(() => settingsForCommand(environment, dataDir)).toThrow(
      /^STRIPE_SECRET_KEY is not set, but these settings are: DATABASE_URL\. /,
    );
});

test("with its key a command ignores the demo, and starting a shop removes the demo's leftovers", () => {
  noteDemoSettings(dataDir, noted);
  const real = { DATABASE_URL: 'postgres://shop', STRIPE_SECRET_KEY: 'sk_live_1' };
  expect(settingsForCommand(real, dataDir)).toEqual(real);
  deleteDemoSettings(dataDir);
  expect(settingsForCommand({}, dataDir)).toEqual({});
});

test('the terminal itself rejects it, before it connects to anything', { tags: ['long'] }, async () => {
  const [code, complaint] = await new Promise<[number, string]>((resolve) => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: dataDir };
    const command = execFile(
      process.execPath,
      [join(import.meta.dirname, 'admin.ts'), 'reconcile'],
      { env: environment },
      (_error, _out, output) => resolve([command.exitCode ?? 0, output]),
    );
  });
  expect(code).toBe(2);
  expect(complaint).toMatch(/^STRIPE_SECRET_KEY is not set, but these settings are: DATABASE_URL\. /);
});
