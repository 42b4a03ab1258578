/** The API's own description, and its response to invalid credentials. */
import { readFileSync } from 'node:fs';
import { contract } from '#contract/contract.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from './app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

test('the API description is served as it is in the repository', async () => {
  const answer = await fetch(`${shop.origin}/api/openapi.json`);
  expect(await answer.json()).toEqual(
    JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')),
  );
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test("a claim to act as a customer is rejected, and not served as the administrator's account", async () => {
  const answer = await fetch(`${shop.origin}/api/products`, {
    headers: { 'admin-as-user': 'true', 'user-id': '1', 'user-email': 'a@example.com' },
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toBe('You may not act as another user');
});

test('the three headers have no effect without the claim', async () => {
  expect(
    (
      await fetch(`${shop.origin}/api/products`, {
        headers: { 'user-id': '1', 'user-email': 'a@example.com' },
      })
    ).status,
  ).toBe(200);
});

test('every endpoint of the contract has a handler', () => {
  const served = new Set(createdApi().routes.map(({ method, path }) => `${method} ${path}`));
  const missing = Object.entries(contract)
    .filter(([, { method, path }]) => !served.has(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
    .map(([name]) => name);
  expect(missing, 'endpoints without a handler').toEqual([]);
});

const createdApi = () =>
  createApi({
    deps: shop.deps,
    runtime: { stripePublishableKey: '', stripeScriptUrl: null },
    notReady: async () => null,
  });
