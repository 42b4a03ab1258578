/** The pages of counterparty and staff change the book, and reject forms of other origins. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFactiiv, type FactiivBusiness, type TestFactiiv } from '#test/builders/factiiv.ts';
import type { Trade } from './book.ts';

let factiiv: TestFactiiv;
let business: FactiivBusiness;
beforeAll(async () => {
  factiiv = await aFactiiv();
  business = await factiiv.aBusiness();
});
afterAll(() => factiiv.stop());

const page = async (path: string): Promise<string> => (await fetch(`${factiiv.origin}${path}`)).text();
const press = (path: string, form: Record<string, string> = {}, origin = factiiv.origin) =>
  fetch(`${factiiv.origin}${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
const statusOf = async (path: string, form: Record<string, string> = {}): Promise<number> =>
  (await press(path, form)).status;

async function aTrade(): Promise<string> {
  const { payload } = await factiiv.api<Trade>(business.apiKey, 'POST', '/trades', {
    typeDesc: 'buysell',
    relationDescription: '<b>Customer</b> of Stateside',
    relationshipDate: '2026-01-15',
    amount: 199,
    balance: 0,
    reference: 'order:1',
  });
  return payload.id;
}
const inBook = async (id: string): Promise<Trade | undefined> =>
  (await factiiv.control<{ trades: Trade[] }>('GET', `/book/${business.businessId}`)).trades.find(
    (trade) => trade.id === id,
  );

test('the queue takes a trade through both sides', async () => {
  expect(await page('/queue')).toContain('Nothing waits for a decision.');
  const id = await aTrade();
  const first = await page('/queue');
  for (const words of [
    'buysell: $199.00, balance $0.00',
    'Obi Textiles LLC',
    'order:1',
    'Accept as counterparty',
  ])
    expect(first).toContain(words);
  expect(first).not.toContain('<b>Customer');
  expect(await statusOf(`/queue/trade/${id}`, { as: 'counterparty', answer: 'accept' })).toBe(303);
  expect(await page('/queue')).toContain('Accept as staff');
  expect(await statusOf(`/queue/trade/${id}`, { as: 'staff', answer: 'accept' })).toBe(303);
  expect(await inBook(id)).toMatchObject({ tradeStatus: 'accepted', adminStatus: 'accepted' });
  const shown = await page(`/businesses/${business.businessId}`);
  for (const words of ['<dd>515</dd>', '<dt>Trade lines</dt><dd>1</dd>', 'buysell trade accepted'])
    expect(shown).toContain(words);
});

test('a rejection needs a reason', async () => {
  const id = await aTrade();
  const without = await press(`/queue/trade/${id}`, { as: 'counterparty', answer: 'reject', reason: ' ' });
  expect([without.status, await without.text()]).toEqual([
    422,
    expect.stringContaining('Type a reason to reject.'),
  ]);
  expect(
    await statusOf(`/queue/trade/${id}`, { as: 'counterparty', answer: 'reject', reason: 'Not ours' }),
  ).toBe(303);
  expect(await inBook(id)).toMatchObject({ tradeStatus: 'rejected', rejectedReason: 'Not ours' });
});

test('valid settings are saved; invalid numbers are not', async () => {
  expect(await statusOf('/settings', { how: 'automatic', seconds: '5', calls: '30', back: '/' })).toBe(303);
  expect(await factiiv.control('GET', '/settings')).toEqual({
    accept_after_seconds: 5,
    requests_per_minute: 30,
  });
  expect(await statusOf('/settings', { how: 'automatic', seconds: 'soon', calls: '' })).toBe(422);
  expect(await statusOf('/settings', { how: 'by-hand', seconds: '', calls: '0' })).toBe(422);
  expect(await statusOf('/settings', { how: 'by-hand', seconds: '', calls: '' })).toBe(303);
  expect(await factiiv.control('GET', '/settings')).toEqual({
    accept_after_seconds: null,
    requests_per_minute: null,
  });
});

test('a key is revoked on the page of its business', async () => {
  const { apiKey, businessId } = await factiiv.aBusiness();
  const path = /action="(\/keys\/[^"]+)"/.exec(await page(`/businesses/${businessId}`))?.[1] ?? '';
  const response = await press(path, { back: `/businesses/${businessId}` });
  expect([response.status, response.headers.get('location')]).toEqual([303, `/businesses/${businessId}`]);
  expect((await factiiv.api(apiKey, 'GET', '/me')).status).toBe(401);
});

test('a forged form changes nothing, and no form redirects elsewhere', async () => {
  const id = await aTrade();
  expect(
    (await press(`/queue/trade/${id}`, { as: 'counterparty', answer: 'accept' }, 'https://evil.example'))
      .status,
  ).toBe(403);
  expect(await inBook(id)).toMatchObject({ tradeStatus: 'pending' });
  const control = await fetch(`${factiiv.origin}/control/factiiv/reset`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  });
  expect(control.status).toBe(403);
  const response = await press('/queue/accept-all', { back: '//evil.example' });
  expect(response.headers.get('location')).toBe('/queue');
  expect(await inBook(id)).toMatchObject({ adminStatus: 'accepted' });
});
