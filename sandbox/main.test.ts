/**
 * The sandbox in a separate process: it reports readiness, survives a kill, and never outlives its parent.
 *
 * @module-tag long
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { sdkFor } from '#test/builders/stripe-sandbox.ts';
import { startSandbox } from './start.ts';

type Ready = {
  ready: true;
  origin: string;
  secretKey: string;
  publishableKey: string;
  smtpUrl: string;
  factiivOrigin: string | null;
};

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-main-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function start(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<{
  child: ChildProcess;
  ready: Ready;
  ended: Promise<{ code: number | null; signal: string | null }>;
}> {
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    env: { PATH: '', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA_DIR: dataDir, ...environment },
    execArgv: [],
    stdio: 'inherit',
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', () => reject(new Error('the sandbox ended before it was ready')));
  });
  return { child, ready, ended };
}

test('answers given before a kill -9 are there afterwards, under the same keys', async () => {
  const dataDir = await aDataDir();
  const first = await start(dataDir);
  expect(first.ready).toMatchObject({ ready: true, smtpUrl: expect.stringMatching(/^smtp:/) as unknown });
  const stripe = sdkFor(first.ready.origin, first.ready.secretKey);
  const paid = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      stripe.paymentIntents.create(
        {
          amount: 1_999,
          currency: 'usd',
          confirm: true,
          payment_method: 'pm_card_visa',
          return_url: 'http://shop.example',
        },
        { idempotencyKey: `kept-${number}` },
      ),
    ),
  );
  first.child.kill('SIGKILL');
  await first.ended;
  const { ready } = await start(dataDir);
  expect([ready.secretKey, ready.publishableKey]).toEqual([
    first.ready.secretKey,
    first.ready.publishableKey,
  ]);
  const secondSdk = sdkFor(ready.origin, ready.secretKey);
  const stored = await secondSdk.paymentIntents.list({ limit: 100 });
  expect(stored.data.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(
    paid.map(({ id }) => `${id} succeeded`).toSorted(),
  );
  expect((await secondSdk.events.list({ type: 'payment_intent.succeeded', limit: 100 })).data).toHaveLength(
    30,
  );
  expect((await secondSdk.charges.list({ limit: 100 })).data).toHaveLength(30);
});

test('it exits cleanly on SIGTERM, and when its parent is gone', async () => {
  const terminated = await start(await aDataDir());
  terminated.child.kill('SIGTERM');
  expect(await terminated.ended).toEqual({ code: 0, signal: null });
  const orphaned = await start(await aDataDir());
  orphaned.child.disconnect();
  expect(await orphaned.ended).toEqual({ code: 0, signal: null });
});

test('it listens on localhost even when the shop is public, unless SANDBOX_HOST is set', async () => {
  const { ready } = await start(await aDataDir(), { HOST: '0.0.0.0' });
  expect(ready.origin).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(ready.smtpUrl).toContain('127.0.0.1');
  const configured = await start(await aDataDir(), { HOST: '0.0.0.0', SANDBOX_HOST: 'localhost' });
  expect(configured.ready.origin).toMatch(/^http:\/\/localhost:/);
});

test('its files are readable by their owner only, including those of an earlier start', async () => {
  const dataDir = await aDataDir();
  await writeFile(join(dataDir, 'from-before.json'), '{}', { mode: 0o644 });
  const { ready } = await start(dataDir);
  await createTransport(ready.smtpUrl).sendMail({
    from: 'shop@example.com',
    to: 'ama@example.com',
    subject: 'A link',
    text: 'x',
  });
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(2);
  expect(names).toContain('stripe.sqlite');
  for (const name of ['.', ...names]) {
    const file = await stat(join(dataDir, name));
    expect((file.mode & 0o777).toString(8), name).toBe(file.isDirectory() ? '700' : '600');
  }
});

test('the parent folder, which the database opens as another user, keeps the mode of the umask', async () => {
  const above = join(await aDataDir(), 'a-new-shop');
  await start(join(above, 'sandbox'));
  const rightsOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await rightsOf(above)).toBe((0o777 & ~process.umask()).toString(8));
  expect(await rightsOf(join(above, 'sandbox'))).toBe('700');
});

test('it rejects foreign Host headers: a DNS name that resolves to this machine gives no access to mail or refunds', async () => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(() => sandbox.stop());
  const { port } = new URL(sandbox.origin);
  const statusFor = (host: string, path: string, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, setHost: false, headers: { host } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sent.on('error', reject).end();
    });
  for (const host of [`rebound.example:${port}`, 'rebound.example', `127.0.0.1.rebound.example:${port}`, ''])
    for (const [path, method] of [
      ['/mailbox', 'GET'],
      ['/control/mailbox', 'GET'],
      ['/control/refunds', 'POST'],
      ['/v1/charges', 'GET'],
      ['/endive/stripe.js', 'GET'],
    ] as const)
      expect(await statusFor(host, path, method), `${host} ${path}`).toBe(421);
  for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, 'localhost:8080'])
    expect(await statusFor(host, '/control/mailbox'), host).toBe(200);
});

test('a port in use is an error, and no process is left running', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => taken.close(resolve)));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startSandbox({ host: '127.0.0.1', port, smtpPort: 0, dataDir: null })).rejects.toThrow(
    'EADDRINUSE',
  );
});

test('the first page names the tools and the test cards', async () => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(() => sandbox.stop());
  const [index, payments] = await Promise.all(
    ['/', '/stripe'].map(async (path) => (await fetch(`${sandbox.origin}${path}`)).text()),
  );
  for (const word of ['href="/stripe"', 'href="/mailbox"', '4242 4242 4242 4242', '3782 822463 10005'])
    expect(index).toContain(word);
  expect(payments).toContain('No payment yet.');
});

test("Factiiv's book survives a kill -9; without a port that stand-in does not start", async () => {
  const dataDir = await aDataDir();
  const first = await start(dataDir, { SANDBOX_FACTIIV_PORT: '0' });
  const ask = async (origin: string | null, path: string, body?: object) => {
    const answer = await fetch(
      `${origin}/control/factiiv${path}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    );
    return (await answer.json()) as {
      data: { businesses: { id: string }[] }[];
      id: string;
      api_key: string;
      trades: object[];
    };
  };
  const { data } = await ask(first.ready.factiivOrigin, '/users');
  const business_id = data[0]?.businesses[0]?.id ?? '';
  const key = await ask(first.ready.origin, '/keys', {
    business_id,
    connecting_app: 'stateside',
    connecting_user_id: 'usr_1',
  });
  const trade = {
    typeDesc: 'buysell',
    relationDescription: 'x',
    relationshipDate: '2026-01-15',
    amount: 1,
    balance: 0,
    reference: 'order:1',
  };
  const headers = { authorization: `Bearer ${key.api_key}` };
  await fetch(`${first.ready.factiivOrigin}/api/v1/trades`, {
    method: 'POST',
    headers,
    body: JSON.stringify(trade),
  });
  first.child.kill('SIGKILL');
  await first.ended;
  const restarted = await start(dataDir, { SANDBOX_FACTIIV_PORT: '0' });
  expect((await ask(restarted.ready.origin, `/book/${business_id}`)).trades).toMatchObject([
    { reference: 'order:1' },
  ]);
  expect((await fetch(`${restarted.ready.factiivOrigin}/api/v1/me`, { headers })).status).toBe(200);
  expect((await start(await aDataDir())).ready.factiivOrigin).toBeNull();
});
