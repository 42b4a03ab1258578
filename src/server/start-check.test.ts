/**
 * Problems that prevent a start are reported together, one sentence each: settings, ports, and the folder.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSessionSecret } from '#test/secrets.ts';
import { afterEach, expect, test } from 'vitest';
import { checkStart, portIn } from './start-check.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const right = {
  PORT: '0',
  DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop',
  SESSION_SECRET: testSessionSecret,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1',
  SMTP_URL: 'smtp://127.0.0.1:25',
};
const problemsOf = (environment: Record<string, string | undefined>, parts = {}): Promise<string[]> =>
  checkStart(environment, parts).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  );

test('a start without errors gets its settings', async () => {
  expect(await checkStart(right)).toMatchObject({ port: 0, databaseUrl: right.DATABASE_URL });
});

test('five invalid settings, two of them interdependent, are all reported together', async () => {
  const wrong = { REQUESTS_PER_MINUTE: 'many', TRUST_PROXY: '-1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const together = { EDGE_PURGE_URL: 'http://cache.example', FACTIIV_API_BASE: 'http://factiiv.example' };
  const named = (await problemsOf({ ...right, ...wrong, ...together })).map((line) => line.split(':')[0]);
  expect(named.toSorted()).toEqual([
    'EDGE_PURGE_URL, EDGE_PURGE_TOKEN',
    'FACTIIV_API_BASE, FACTIIV_CONNECT_URL, FACTIIV_SITE_URL',
    'Invalid settings',
    'REQUESTS_PER_MINUTE',
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY',
    'TRUST_PROXY',
  ]);
});

test('an invalid setting is not reported twice, alone and with others', async () => {
  expect(await problemsOf({ ...right, STRIPE_PUBLISHABLE_KEY: 'x' })).toEqual([
    'Invalid settings:',
    'STRIPE_PUBLISHABLE_KEY: must look like pk_live_… or pk_test_…',
  ]);
});

test('ports in use of shop and sandbox, and a folder that is a file, are reported with invalid settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-check-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const [port, sandbox, factiiv] = [await takenPort(), await takenPort(), await takenPort()];
  const host = '127.0.0.1';
  const ports = [
    { host, port: sandbox, setting: 'SANDBOX_PORT' },
    { host, port: factiiv, setting: 'SANDBOX_FACTIIV_PORT' },
    { host, port: 0, setting: 'SANDBOX_SMTP_PORT' },
  ];
  const { DATABASE_URL: _, ...withoutDatabase } = right;
  const environment = {
    ...withoutDatabase,
    PORT: String(port),
    METRICS_PORT: 'off',
    TRUST_PROXY: 'x',
    DATA_DIR: join(folder, 'file', 'data'),
  };
  const inUse = (setting: string, taken: number): string =>
    `${setting}: ${taken} on 127.0.0.1 is already in use. Stop the program that uses it, or set ${setting} to another port.`;
  expect(await problemsOf(environment, { ports })).toEqual([
    'Invalid settings:',
    'TRUST_PROXY: must be the number of trusted proxies',
    inUse('PORT', port),
    inUse('SANDBOX_PORT', sandbox),
    inUse('SANDBOX_FACTIIV_PORT', factiiv),
    expect.stringMatching(/^The database cannot be stored in .+: part of the path is a file, not a folder\./),
  ]);
});

test('a setting whose optional packages are not installed is reported, and an unused package is not missed', async () => {
  const isInstalled = (): boolean => false;
  const used = {
    FILES_URL: 'https://key:secret@files.example/pictures',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces',
  };
  expect(await problemsOf({ ...right, ...used }, { isInstalled })).toEqual([
    'FILES_URL needs the package @aws-sdk/client-s3, which "npm ci --omit=optional" does not install.',
    'OTEL_EXPORTER_OTLP_ENDPOINT needs the package @opentelemetry/api, which "npm ci --omit=optional" does not install.',
  ]);
  expect(await problemsOf({ ...right, ...used })).toEqual([]);
  expect(await problemsOf(right, { isInstalled })).toEqual([]);
});

test('an invalid port is reported by the settings', () => {
  expect([portIn('', 3), portIn(undefined, 3), portIn('0', 3), portIn('65536', 3), portIn('x', 3)]).toEqual([
    3,
    3,
    0,
    null,
    null,
  ]);
});
