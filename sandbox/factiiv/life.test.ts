/**
 * Stored state survives a restart, due approvals happen automatically, and the whole sandbox shares one
 * clock.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { aFactiiv, type TestFactiiv } from '#test/builders/factiiv.ts';
import { aStripeSandbox } from '#test/builders/stripe-sandbox.ts';
import type { Trade } from './book.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function opened(dataDir: string | null = null): Promise<TestFactiiv> {
  const factiiv = await aFactiiv({ dataDir });
  cleanups.push(() => factiiv.stop());
  return factiiv;
}

const purchase = {
  typeDesc: 'buysell',
  relationDescription: 'Customer of Stateside',
  relationshipDate: '2026-01-15',
  amount: 49,
  balance: 0,
};

test('keys, book, score, settings, and time survive a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'factiiv-'));
  cleanups.push(() => rm(dataDir, { recursive: true }));
  const first = await aFactiiv({ dataDir });
  const { apiKey, businessId } = await first.aBusiness();
  await first.api(apiKey, 'POST', '/trades', purchase);
  await first.control('POST', '/accept-all');
  await first.api(apiKey, 'POST', '/trades', purchase);
  await first.control('PUT', '/settings', { requests_per_minute: 77 });
  await first.control('POST', '/clock', { advance_seconds: 86_400 });
  const book = await first.control('GET', `/book/${businessId}`);
  await first.stop();
  const restarted = await opened(dataDir);
  expect(await restarted.control('GET', `/book/${businessId}`)).toEqual(book);
  expect(book).toMatchObject({
    score: { score: 515, tradeLines: 1 },
    trades: [{ adminStatus: 'pending' }, { adminStatus: 'accepted' }],
  });
  expect((await restarted.api(apiKey, 'GET', '/me')).status).toBe(200);
  expect(await restarted.control('GET', '/clock')).toMatchObject({ ahead_seconds: 86_400 });
});

test('each side accepts automatically after the configured seconds, with that time', async () => {
  const factiiv = await opened();
  await factiiv.control('PUT', '/settings', { accept_after_seconds: 600 });
  const { apiKey, businessId } = await factiiv.aBusiness();
  const { payload: trade } = await factiiv.api<Trade>(apiKey, 'POST', '/trades', purchase);
  const statuses: string[][] = [];
  for (const seconds of [590, 20, 580, 20]) {
    await factiiv.control('POST', '/clock', { advance_seconds: seconds });
    const { payload } = await factiiv.api<{ data: Trade[] }>(apiKey, 'GET', `/trades/history/${businessId}`);
    statuses.push(payload.data.map(({ tradeStatus, adminStatus }) => `${tradeStatus} ${adminStatus}`));
  }
  expect(statuses).toEqual([
    ['pending pending'],
    ['accepted pending'],
    ['accepted pending'],
    ['accepted accepted'],
  ]);
  const book = await factiiv.control<{ scoreHistory: { at: string }[] }>('GET', `/book/${businessId}`);
  expect(Date.parse(book.scoreHistory[0]?.at ?? '') - Date.parse(trade.createdAt ?? '')).toBe(1_200_000);
});

test('a score is set manually and changes from there', async () => {
  const factiiv = await opened();
  const { apiKey, businessId } = await factiiv.aBusiness();
  expect(await factiiv.control('POST', `/scores/${businessId}`, { score: 720 })).toMatchObject({
    score: 720,
    tradeLines: 0,
  });
  await factiiv.api(apiKey, 'POST', '/trades', purchase);
  await factiiv.control('POST', '/accept-all');
  const { payload } = await factiiv.api(apiKey, 'GET', `/scores/${businessId}`);
  expect(payload).toMatchObject({ score: 735, tradeLines: 1 });
  expect(await factiiv.control('POST', `/scores/${businessId}`, { score: null })).toMatchObject({
    score: 515,
  });
});

test('a reset restores only the demo people', async () => {
  const factiiv = await opened();
  const { apiKey } = await factiiv.aBusiness();
  await factiiv.control('POST', '/reset');
  expect((await factiiv.api(apiKey, 'GET', '/me')).status).toBe(401);
  const { data } = await factiiv.control<{ data: { email: string }[] }>('GET', '/users');
  expect(data.map(({ email }) => email)).toEqual([
    'priya@demo.example',
    'amara@demo.example',
    'mateo@demo.example',
    'newcomer@demo.example',
  ]);
});

test('with the sandbox it shares time, control API, and first page; it is absent unless enabled', async () => {
  const { sandbox, control, stop } = await aStripeSandbox({ factiivPort: 0 });
  cleanups.push(stop);
  expect(sandbox.factiivOrigin).not.toBe(sandbox.origin);
  expect(await control('GET', '/factiiv')).toEqual({
    origin: sandbox.factiivOrigin,
    api_base: `${sandbox.factiivOrigin}/api/v1`,
    connect_url: `${sandbox.factiivOrigin}/connect`,
  });
  expect(await (await fetch(sandbox.origin)).text()).toContain(`href="${sandbox.factiivOrigin}/"`);
  await control('POST', '/clock', { advance_days: 2 });
  expect(await control('GET', '/factiiv/clock')).toMatchObject({ ahead_seconds: 172_800 });
  await control('POST', '/factiiv/clock', { advance_seconds: 86_400 });
  expect(await control('GET', '/clock')).toMatchObject({ ahead_seconds: 259_200 });
  const without = await aStripeSandbox();
  cleanups.push(without.stop);
  expect(without.sandbox.factiivOrigin).toBeNull();
  expect(await (await fetch(without.sandbox.origin)).text()).not.toContain('>Factiiv<');
});
