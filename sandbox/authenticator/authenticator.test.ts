/**
 * The authenticator of the staff: filled through the control API, shown on the index page, and empty at
 * first.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '#test/builders/second-factor.ts';
import { expect, test } from 'vitest';
import { indexPage } from '#sandbox/index-page.ts';
import { openAuthenticator } from './app.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const put = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const body = { authenticators: [{ name: 'owner@demo.example', secret }] };

test('it shows the codes of added accounts only', async () => {
  const { app, codes } = openAuthenticator(null);
  expect(codes()).toEqual([]);
  expect(indexPage(null, codes())).not.toContain('second factor');
  expect((await app.request('http://127.0.0.1:3001/control/authenticators', put(body))).status).toBe(200);
  const before = codeOf(secret, new Date());
  const [shown] = codes();
  expect([before, codeOf(secret, new Date())]).toContain(shown?.code);
  expect(indexPage(null, codes())).toContain(shown?.code);
  const { data } = (await (await app.request('http://127.0.0.1:3001/control/authenticators')).json()) as {
    data: unknown[];
  };
  expect(data).toMatchObject([{ name: 'owner@demo.example' }]);
  expect(JSON.stringify(data)).not.toContain(secret);
});

test('requests of other origins cannot add accounts, and invalid input is rejected', async () => {
  const { app, codes } = openAuthenticator(null);
  const elsewhere = put(body, { origin: 'https://evil.example', host: '127.0.0.1:3001' });
  expect((await app.request('http://127.0.0.1:3001/control/authenticators', elsewhere)).status).toBe(403);
  expect(
    (
      await app.request(
        'http://127.0.0.1:3001/control/authenticators',
        put({ authenticators: [{ name: 'x' }] }),
      )
    ).status,
  ).toBe(400);
  expect(codes()).toEqual([]);
});

test('a restarted sandbox still has its accounts, and other users of the machine cannot read them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authenticator-'));
  try {
    await openAuthenticator(folder).app.request('http://127.0.0.1:3001/control/authenticators', put(body));
    expect(openAuthenticator(folder).codes()).toMatchObject([{ name: 'owner@demo.example' }]);
    expect(statSync(join(folder, 'authenticators.json')).mode & 0o077).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
