/** A cart as staff see it, from its first product to its order. */
import { contract } from '#contract/contract.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { freshId } from '#kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let support: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  support = await aStaffPerson(shop, 'support');
});
afterAll(() => shop.stop());

const read = (id: string) => support.call(contract.staffReadCart, { params: { id } });

test('a guest cart shows its items and the reminders sent', async () => {
  const { id } = await shop.call(contract.createCart, {
    body: { productIds: ['ein-filing'], firstName: 'Kojo', lastName: 'Mensah', email: 'kojo@example.com' },
  });
  const now = shop.deps.clock.now();
  await shop.db.insertInto('reminder_address').values({ address_hash: 'kojo' }).execute();
  const reminder = { cart_id: id, address_hash: 'kojo', created_at: now };
  const [first, second] = [freshId('rem'), freshId('rem')];
  await shop.db
    .insertInto('cart_reminder')
    .values([
      { ...reminder, id: first, number: 1 },
      { ...reminder, id: second, number: 2, skipped: 'stopped' },
    ])
    .execute();
  expect(await read(id)).toMatchObject({
    ...{
      status: 'pending',
      customer: null,
      name: 'Kojo Mensah',
      email: 'kojo@example.com',
      orders: [],
      mergedInto: null,
    },
    items: [{ productId: 'ein-filing', price: expect.any(Number) }],
    reminders: [
      { number: 1, state: 'waiting', skipped: null },
      { number: 2, state: 'skipped', skipped: 'stopped' },
    ],
  });
});

test('a customer’s cart links to the customer and to its order', async () => {
  const customer = await aCustomer(shop);
  const { id } = await customer.call(contract.createCart, {
    body: { productIds: ['ein-filing'], email: customer.email },
  });
  const { orderId } = await buyAs(customer, { cartId: id });
  expect(await read(id)).toMatchObject({
    customer: { id: customer.userId, name: 'Ama Boateng' },
    orders: [{ id: orderId, status: 'awaiting_payment' }],
  });
  await expect(read(`cart_${'A'.repeat(22)}`)).rejects.toMatchObject({ status: 404 });
});
