/**
 * Every list of the console, as its schemas define it: each view, sort, and filter is accepted, a filter
 * returns only rows that have its value, and the exported file has the rows of the list.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readCsv } from '#platform/csv-reader.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import { aCart, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCreditAccount } from '#test/builders/credit-account.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aMessage } from '#test/builders/message.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aDrawing } from './catalog-samples.ts';
import { sampleOf, wordsOf } from './derived-samples.ts';
import { staffEndpoints } from './endpoints.ts';
import { aStoredPost } from './post-samples.ts';

type Fields = Record<string, z.ZodType>;
type Page = { rows: Record<string, unknown>[]; count: number };

const fieldsOf = ({ query }: Endpoint): Fields =>
  query instanceof z.ZodObject ? (query.shape as Fields) : {};

const lists = staffEndpoints
  .map(([, endpoint]) => endpoint)
  .filter((endpoint) => 'view' in fieldsOf(endpoint) && 'cursor' in fieldsOf(endpoint));

/**
 * One parameter at a time: each word that a view, a sort, or a filter may have, all words of a filter that
 * takes several, and a sample of others.
 */
const queries = (list: Endpoint): [name: string, value: string][] =>
  Object.entries(fieldsOf(list)).flatMap(([name, schema]): [string, string][] => {
    if (name === 'cursor') return [];
    const words = wordsOf(schema);
    const all = words.join(',');
    const several = words.length > 1 && schema.safeParse(all).success ? [all] : [];
    const values = words.length > 0 ? [...words, ...several] : [sampleOf(schema)];
    return values.flatMap((value) => (value === undefined ? [] : [[name, String(value)]]));
  });

/** The last value of each parameter, together. */
const combined = (list: Endpoint): Record<string, string> => Object.fromEntries(queries(list));

let shop: Shop;
let owner: Customer;

async function aPaidOrder(customer: Customer) {
  const bought = await buyAs(customer);
  await confirm(shop, intentOf(bought));
  await until('the order is paid', async () => (await statusOf(shop, bought.orderId)).status === 'paid');
  return bought;
}

beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  const customer = await aCustomer(shop);
  const bought = await aPaidOrder(customer);
  const disputed = await aPaidOrder(customer);
  await shop.control('POST', '/control/disputes', { payment_intent: intentOf(disputed) });
  await until('the dispute is known', () =>
    shop.db.selectFrom('dispute').select('dispute_ref').executeTakeFirst(),
  );
  await owner.call(contract.staffRefundOrder, {
    params: { id: bought.orderId },
    headers: { 'idempotency-key': randomUUID() },
    body: { amount: 1 },
  });
  await aCart(shop);
  await aCreditAccount(shop);
  await anApplicationInReview(shop);
  await aMessage(shop);
  await aStoredPost(shop);
  const uploaded = await fetch(shop.origin + contract.staffUploadPicture.path, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/octet-stream' },
    body: Buffer.from(aDrawing()),
  });
  expect(uploaded.ok, await uploaded.text()).toBe(true);
});
afterAll(() => shop.stop());

const readPage = (list: Endpoint, query: Record<string, string>): Promise<Page> =>
  owner.call(list, { query } as never) as Promise<Page>;

async function readFile({ path }: Endpoint, query: Record<string, string>) {
  const address = `${shop.origin}${path}?${new URLSearchParams(query)}`;
  const answer = await fetch(address, { headers: owner.headers });
  expect(answer.status, address).toBe(200);
  return readCsv(new Uint8Array(await answer.arrayBuffer()));
}

test('the console has lists', () => {
  expect(lists.length).toBeGreaterThan(10);
});

for (const list of lists)
  describe(list.path, () => {
    test('each view, sort, and filter is accepted, and a filter returns only matching rows', async () => {
      for (const [name, value] of queries(list)) {
        const { rows } = await readPage(list, { [name]: value });
        const others = rows.filter((row) => name in row && !value.split(',').includes(String(row[name])));
        expect(others, `${name}=${value}`).toEqual([]);
      }
      expect((await readPage(list, combined(list))).rows).toBeInstanceOf(Array);
    });

    test('has a row in some view, so the other checks compare something', async () => {
      const counts = await Promise.all(
        wordsOf(fieldsOf(list).view as z.ZodType).map(async (view) => (await readPage(list, { view })).count),
      );
      expect(Math.max(...counts)).toBeGreaterThan(0);
    });

    const file = staffEndpoints.find(([, { path }]) => path === `${list.path}/export`)?.[1];
    if (file?.answers === 'csv')
      test('the exported file has the rows of each view', async () => {
        for (const view of wordsOf(fieldsOf(list).view as z.ZodType)) {
          const before = await readPage(list, { view });
          const { rows } = await readFile(file, { view });
          // An export is itself an entry of the audit log, and jobs are running.
          const after = await readPage(list, { view });
          expect(rows.length, view).toBeGreaterThanOrEqual(Math.min(before.count, after.count));
          expect(rows.length, view).toBeLessThanOrEqual(Math.max(before.count, after.count));
        }
      });
  });
