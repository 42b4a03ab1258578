/** One search field that finds any kind of record, by any of its identifiers. */
import { contract } from '#contract/contract.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containing, parseTerms } from './rules.ts';

let shop: Shop;
let owner: Customer;
let joao: Customer;
let order: { id: string; number: string; intent: string; charge: string };
beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  joao = await aCustomer(shop, { firstName: 'João', lastName: 'Gonçalves', email: 'joao@lisboa.example' });
  await aCustomer(shop, { firstName: 'Иван', lastName: 'Петров', email: 'ivan@example.com' });
  const answer = await buyAs(joao);
  await confirm(shop, intentOf(answer), '5555555555554444');
  await until('it is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  const { number } = await joao.call(contract.readOrder, { params: { id: answer.orderId } });
  const { attempt_ref: charge } = await shop.db
    .selectFrom('payment_attempt')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('attempt_ref')
    .where('order_id', '=', answer.orderId)
    .executeTakeFirstOrThrow();
  order = { id: answer.orderId, number, intent: intentOf(answer), charge };
});
afterAll(() => shop.stop());

const find = async (q: string, person: Customer = owner) =>
  (await person.call(contract.staffSearch, { query: { q } })).hits;
const found = async (q: string) => (await find(q)).map(({ kind, id }) => `${kind} ${id}`);

describe('an exact match is listed first', () => {
  const ways: [string, () => string][] = [
    ['the number of an order', () => order.number],
    ['the number in small letters', () => order.number.toLowerCase()],
    ['the number alone', () => order.number.slice(2)],
    ['an id of the processor', () => order.intent],
    ['the charge', () => ` ${order.charge} `],
    ['our own id', () => order.id],
    ['the last four digits of the card', () => '4444'],
  ];
  for (const [what, text] of ways)
    test(what, async () => {
      const hits = await find(text());
      expect(hits.filter(({ isExact }) => isExact)).toContainEqual(
        expect.objectContaining({
          kind: 'order',
          id: order.id,
          title: order.number,
          address: `/admin/orders/${order.id}`,
        }),
      );
    });

  test('an email finds the customer before the orders', async () => {
    const hits = await find('JOAO@lisboa.example');
    expect(hits[0]).toMatchObject({
      kind: 'customer',
      id: joao.userId,
      title: 'João Gonçalves',
      isExact: true,
      address: `/admin/customers/${joao.userId}`,
    });
  });

  test('the last four digits find the customer who used the card', async () => {
    expect(await found('4444')).toContain(`customer ${joao.userId}`);
  });

  test('the number of an invoice opens its order', async () => {
    const { number } = await shop.db
      .selectFrom('invoice')
      .select('number')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(await find(number ?? '')).toContainEqual(
      expect.objectContaining({ kind: 'invoice', title: number, address: `/admin/orders/${order.id}` }),
    );
  });
});

test('four digits find the order of that number before the customer whose card ends in them', async () => {
  const { card_last4: lastFour } = await shop.db
    .selectFrom('payment')
    .select('card_last4')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const digits = order.number.slice(2);
  expect(digits).toMatch(/^\d{4}$/);
  await shop.db.updateTable('payment').set({ card_last4: digits }).where('order_id', '=', order.id).execute();
  expect((await find(digits)).slice(0, 2)).toMatchObject([
    { kind: 'order', title: order.number },
    { kind: 'customer', id: joao.userId },
  ]);
  await shop.db
    .updateTable('payment')
    .set({ card_last4: lastFour })
    .where('order_id', '=', order.id)
    .execute();
});

describe('partial matches are found, too', () => {
  test.each([
    ['without accents', 'goncal'],
    ['with accents, in capitals', 'GONÇALVES'],
    ['two words in any order', 'gonca joao'],
    ['a part of an email', 'lisboa.ex'],
    ['with a slip', 'gonzalves'],
  ])('%s', async (_what, text) => {
    expect(await found(text)).toContain(`customer ${joao.userId}`);
  });
  test('whole words of another script', async () => {
    expect((await find('петров')).map(({ title }) => title)).toEqual(['Иван Петров']);
    expect((await find('Петров Иван')).map(({ title }) => title)).toEqual(['Иван Петров']);
  });
  test('a product by its name', async () => {
    expect((await find('ein fil'))[0]).toMatchObject({
      kind: 'product',
      id: 'ein-filing',
      address: '/admin/catalog/products/ein-filing',
    });
  });
  test('pattern characters are literal', async () => {
    expect(await found('%%%')).toEqual([]);
    expect(await found('___')).toEqual([]);
  });
});

test('the index follows its record: a new name is found, the old one and a deleted account are not', async () => {
  const person = await aCustomer(shop, { firstName: 'Zanele', lastName: 'Khumalo' });
  await shop.db
    .updateTable('app_user')
    .set({ last_name: 'Mokoena' })
    .where('id', '=', person.userId)
    .execute();
  expect(await found('khumalo')).toEqual([]);
  expect(await found('mokoena')).toEqual([`customer ${person.userId}`]);
  await person.call(contract.deleteAccount, { body: { password: person.password } });
  expect(await found('mokoena')).toEqual([]);
  const remaining = await shop.db
    .selectFrom('search_entry')
    .select('id')
    .where('words', 'like', '%mokoena%')
    .execute();
  expect(remaining).toEqual([]);
});

test('search results are limited by the role', async () => {
  const kindsFor = async (role: StaffRole, text: string) =>
    new Set((await find(text, await aStaffPerson(shop, role))).map(({ kind }) => kind));
  expect(await kindsFor('content', 'joao')).toEqual(new Set());
  expect(await kindsFor('content', 'ein-filing')).toEqual(new Set(['product']));
  expect(await kindsFor('credit', 'ein-filing')).toEqual(new Set());
  expect(await kindsFor('auditor', 'joao')).toEqual(new Set(['customer']));
  expect(await kindsFor('auditor', 'kofi mensah')).toEqual(new Set(['order', 'invoice']));
});

test('typed queries are parsed', () => {
  expect(parseTerms('+351 (21) 123-4567')).toMatchObject({
    parts: ['351211234567'],
    whole: expect.arrayContaining(['351211234567']),
  });
  expect(parseTerms('#1001').whole).toContain('1001');
  expect(parseTerms('li')).toMatchObject({ parts: [], words: [] });
  expect(containing('50%_off\\')).toBe('%50\\%\\_off\\\\%');
});
