/** Access to carts: a guest's cart is open to the holder of its id, a person's only to that person. */
import { contract } from '#contract/contract.ts';
import { aCart, buy, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

type Caller = Pick<Customer, 'call'>;

const unknownCart = { status: 404, code: 'cart_not_found', message: 'Cart not found' };
const orderRow = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const settled = async (answer: { orderId: string; client_secret?: string | undefined }): Promise<string> => {
  if (answer.client_secret !== undefined) await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
};
const ordersIn = async ({ call }: Caller) => (await call(contract.me)).orders.map(({ id }) => id);

describe('a cart', () => {
  const draft = (email: string) => ({ productIds: ['ein-filing'], email });
  const readCart = ({ call }: Caller, id: string) => call(contract.readCart, { params: { id } });

  test('of a customer can be read, changed, and bought by that customer only', async () => {
    const [owner, stranger] = [await aCustomer(shop), await aCustomer(shop)];
    const { id } = await owner.call(contract.createCart, { body: draft(owner.email) });
    expect(await readCart(owner, id)).toMatchObject({ id, email: owner.email });
    for (const other of [stranger, shop]) {
      await expect(readCart(other, id)).rejects.toMatchObject(unknownCart);
      await expect(
        other.call(contract.updateCart, { params: { id }, body: draft('x@example.com') }),
      ).rejects.toMatchObject(unknownCart);
      await expect(other.call(contract.deleteCart, { params: { id } })).rejects.toMatchObject(unknownCart);
    }
    await expect(buyAs(stranger, { cartId: id })).rejects.toMatchObject(unknownCart);
    await expect(buy(shop, { cartId: id })).rejects.toMatchObject(unknownCart);
    await settled(await buyAs(owner, { cartId: id }));
    expect(await readCart(owner, id)).toEqual({ id, status: 'completed' });
  });

  test('that was deleted answers 404 to its owner and everyone else, on every endpoint', async () => {
    const owner = await aCustomer(shop);
    const own = (await owner.call(contract.createCart, { body: draft(owner.email) })).id;
    for (const [{ call }, id] of [[owner, own] as const, [shop, await aCart(shop)] as const]) {
      const params = { id };
      expect(await call(contract.deleteCart, { params })).toEqual({ id, status: 'lost' });
      await expect(call(contract.readCart, { params })).rejects.toMatchObject(unknownCart);
      await expect(call(contract.updateCart, { params, body: draft('x@example.com') })).rejects.toMatchObject(
        unknownCart,
      );
      await expect(call(contract.deleteCart, { params })).rejects.toMatchObject(unknownCart);
      await expect(owner.call(contract.mergeCart, { params })).rejects.toMatchObject(unknownCart);
      await expect(buyAs(owner, { cartId: id })).rejects.toMatchObject(unknownCart);
    }
    expect((await owner.call(contract.me)).cart).toBeNull();
  });

  test('that was merged into a deleted one is deleted with it', async () => {
    const owner = await aCustomer(shop);
    const target = (await owner.call(contract.createCart, { body: draft(owner.email) })).id;
    const id = await aCart(shop);
    expect((await owner.call(contract.mergeCart, { params: { id } })).id).toBe(target);
    await owner.call(contract.deleteCart, { params: { id: target } });
    await expect(readCart(owner, id)).rejects.toMatchObject(unknownCart);
    await expect(
      owner.call(contract.updateCart, { params: { id }, body: draft(owner.email) }),
    ).rejects.toMatchObject(unknownCart);
  });

  test('whose order was placed before it was deleted leaves the order payable', async () => {
    const owner = await aCustomer(shop);
    const { id } = await owner.call(contract.createCart, { body: draft(owner.email) });
    const answer = await buyAs(owner, { cartId: id });
    await owner.call(contract.deleteCart, { params: { id } });
    await settled(answer);
    await expect(readCart(owner, id)).rejects.toMatchObject(unknownCart);
  });

  test('of a guest belongs to the customer who changes it after logging in', async () => {
    const customer = await aCustomer(shop);
    const id = await aCart(shop);
    expect((await customer.call(contract.me)).cart).toBeNull();
    await customer.call(contract.updateCart, { params: { id }, body: draft(customer.email) });
    expect((await customer.call(contract.me)).cart).toMatchObject({ id, productIds: ['ein-filing'] });
    await expect(readCart(shop, id)).rejects.toMatchObject(unknownCart);
  });

  test('is one per customer: the one changed last', async () => {
    const customer = await aCustomer(shop);
    const first = await customer.call(contract.createCart, { body: draft(customer.email) });
    const second = await customer.call(contract.createCart, { body: draft(customer.email) });
    const pending = async () =>
      (await customer.call(contract.readPendingCart, { params: { email: customer.email } })).id;
    expect(await pending()).toBe(second.id);
    await customer.call(contract.updateCart, { params: { id: first.id }, body: draft(customer.email) });
    expect(await pending()).toBe(first.id);
    await settled(await buyAs(customer, { cartId: first.id }));
    await expect(pending()).rejects.toMatchObject(unknownCart);
    expect((await customer.call(contract.me)).cart).toBeNull();
  });

  test('of another customer is not found, like an unknown one; without a log-in that answer is never reached', async () => {
    const [owner, stranger] = [await aCustomer(shop), await aCustomer(shop)];
    await owner.call(contract.createCart, { body: draft(owner.email) });
    for (const email of [owner.email, 'nobody@example.com', 'no address', stranger.email])
      await expect(stranger.call(contract.readPendingCart, { params: { email } })).rejects.toMatchObject(
        unknownCart,
      );
    expect(
      (await owner.call(contract.readPendingCart, { params: { email: owner.email.toUpperCase() } })).email,
    ).toBe(owner.email);
    await expect(
      shop.call(contract.readPendingCart, { params: { email: owner.email } }),
    ).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });

  test('of another customer leaves one row in the audit log, at most twenty requests a minute', async () => {
    const stranger = await aCustomer(shop);
    const ask = (email: string) => stranger.call(contract.readPendingCart, { params: { email } });
    for (let time = 0; time < 20; time += 1)
      await expect(ask(`person-${time}@example.com`)).rejects.toMatchObject(unknownCart);
    await expect(ask(stranger.email)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    const auditEntries = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', stranger.userId)
      .execute();
    expect(auditEntries.filter(({ action }) => action === 'foreign_cart_asked')).toHaveLength(1);
  });

  test('that a guest started buying is bought again after logging in: one live order, the customer’s', async () => {
    const customer = await aCustomer(shop);
    const cartId = await aCart(shop);
    const asGuest = await buy(shop, { cartId });
    const asCustomer = await buyAs(customer, { cartId });
    expect(asCustomer.orderId).not.toBe(asGuest.orderId);
    expect((await orderRow(asGuest.orderId)).status).toBe('canceled');
    await settled(asCustomer);
    expect(await ordersIn(customer)).toEqual([asCustomer.orderId]);
  });
});

test('a product without a price is rejected by the cart and by the purchase', async () => {
  const body = { productIds: ['ein-filing', 'visa-application-support'], email: 'ama@example.com' };
  await expect(shop.call(contract.createCart, { body })).rejects.toMatchObject({
    status: 409,
    code: 'product_needs_quote',
  });
});
