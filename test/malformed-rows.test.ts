/**
 * With one malformed row, left by a manual mistake or a later version, all other data of the customer is
 * still returned. Only the document with the malformed content cannot be shown.
 */
import { contract } from '#contract/contract.ts';
import { connected } from '#test/builders/connection.ts';
import { aBoughtInvoice, payOnPage, untilPaid } from '#test/builders/credit-buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { buySubscription } from '#test/builders/subscription.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let reads: [what: string, read: () => Promise<unknown>][];
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
  const { person, id } = await aBoughtInvoice(shop);
  await payOnPage(shop, id);
  await untilPaid(shop, id);
  await connected(shop, person);
  await buySubscription(shop, { customer: person });
  const orders = await person.call(contract.listOrders, { query: {} });
  const orderIds = orders.data.map((order) => order.id);
  // The oldest order was paid by card.
  await refundOf(shop, orderIds.at(-1) ?? '');
  reads = readsOf(person, orderIds);
});
afterAll(() => shop.stop());

const readsOf = ({ call }: Customer, orderIds: string[]): typeof reads => [
  ['who one is', () => call(contract.me)],
  ['orders', () => call(contract.listOrders, { query: {} })],
  ...orderIds.map((id): (typeof reads)[number] => [
    `order ${id}`,
    () => call(contract.readOrder, { params: { id } }),
  ]),
  ['subscriptions', () => call(contract.listSubscriptions, { query: {} })],
  ['account', () => call(contract.readCreditAccount)],
  ['movements', () => call(contract.listCreditMovements, { query: {} })],
  ['statement', () => call(contract.readCreditStatement, { query: {} })],
  ['application', () => call(contract.readApplication)],
  ['reporting', () => call(contract.readReporting)],
  ['reports', () => call(contract.listReports, { query: {} })],
  ['products', () => shop.call(contract.listProducts)],
  ['a product', () => shop.call(contract.readProduct, { params: { slug: 'ein-filing' } })],
];

const odd = ['{}', '[]', '"x"', '[{"odd": 1}]', '{"name": 5}'];
const columns = [
  ...([
    'invoice.bill_to',
    'invoice.lines',
    'invoice.discount',
    'credit_note.bill_to',
    'credit_note.lines',
    'subscription.bill_to',
  ] as const),
  ...([
    'product.details',
    'credit_movement.inputs',
    'credit_decision.inputs',
    'bureau_report.fields',
    'payment.request',
  ] as const),
];

/** Writes the value with triggers disabled, runs the checks, and restores the row. */
async function withInvalidValue(
  column: (typeof columns)[number],
  value: string,
  work: () => Promise<void>,
): Promise<void> {
  const [table = '', name = ''] = column.split('.');
  const write = (statement: string) =>
    shop.db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await sql.raw(statement).execute(connection);
      await sql`set session_replication_role = default`.execute(connection);
    });
  await write(`create table was as select id, ${name} as content from ${table}`);
  await write(`update ${table} set ${name} = '${value}'`);
  try {
    await work();
  } finally {
    await write(`update ${table} set ${name} = was.content from was where was.id = ${table}.id`);
    await write('drop table was');
  }
}

test.each(columns)('an odd %s breaks only its own content', { tags: ['long'] }, async (column) => {
  for (const value of odd)
    await withInvalidValue(column, value, async () => {
      const failed = await Promise.all(
        reads.map(([what, read]) =>
          read().then(
            () => [],
            (error: Error) => [`${what} with ${value}: ${error.message}`],
          ),
        ),
      );
      expect(failed.flat()).toEqual([]);
    });
});
