/** The checker finds nothing in a healthy shop, and finds each kind of damage when somebody does it by hand. */
import { aCart, buy, confirm, intentOf, statusOf } from '#test/a-buyer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';

let shop: Shop;
let paidOrder: string;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
  const answer = await buy(shop, { cartId: await aCart(shop), discountCode: 'WELCOME10' });
  await confirm(shop, intentOf(answer));
  await statusOf(shop, answer.orderId);
  paidOrder = answer.orderId;
  await buy(shop, { cartId: await aCart(shop), discountCode: 'SAVE25' });
  await buy(shop, { discountCode: 'FREEORDER' });
});
afterAll(() => shop.stop());

test('a shop with paid, free and waiting orders breaks no invariant', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});

const damages: [string, RegExp, (id: string) => ReturnType<typeof sql>][] = [
  ['a coupon use that was counted twice', /^I3/, () => sql`update coupon set used_count = used_count + 1 where code = 'WELCOME10'`],
  [
    'a second payment that counts',
    /^I4/,
    (id) => sql`
    insert into payment (id, order_id, status, amount_cents, request) select 'pay_again', order_id, 'duplicate', amount_cents, request from payment where order_id = ${id}`,
  ],
  ['a paid order without its payment', /^I5/, (id) => sql`update payment set status = 'canceled' where order_id = ${id}`],
  ['an item that changed its price', /^I6/, (id) => sql`update order_item set total_cents = total_cents + 1 where order_id = ${id}`],
  ['a receipt that was never written', /^I10/, (id) => sql`delete from mail where order_id = ${id}`],
  [
    'a cart that reopened',
    /^I12/,
    (id) => sql`update cart set status = 'pending' where id = (select cart_id from shop_order where id = ${id})`,
  ],
  [
    'a coupon use that was given back although the order is paid',
    /^I15/,
    (id) => sql`update coupon_redemption set state = 'released' where order_id = ${id}`,
  ],
  [
    'a refund of more than was paid',
    /^I15/,
    (id) => sql`
    insert into refund (id, payment_id, amount_cents, reason, state) select 'ref_x', id, amount_cents + 1, 'requested', 'succeeded' from payment where order_id = ${id}`,
  ],
  [
    'a paid order that its buyer does not find',
    /^I15 a paid order without an owner/,
    (id) => sql`update shop_order set user_id = null, paid_at = paid_at + interval '1 minute' where id = ${id}`,
  ],
  [
    'an account that nobody was told of',
    /^I10 whoever was given an account/,
    () => sql`update mail set kind = 'password_changed' where kind = 'set_password'`,
  ],
  [
    'a customer who is asked for again',
    /^I15 a person is one customer/,
    (id) => sql`
    with known as (update app_user set customer_ref = 'cus_1' where id = (select user_id from shop_order where id = ${id}) returning id)
    insert into customer_request (user_id, request, keyed_at) select id, '{}', now() from known`,
  ],
  [
    'a try to save a card that points nowhere',
    /^I15 a try to save a card/,
    (id) => sql`
    insert into card_setup (id, user_id, holder_name, customer_ref, status, created_at)
    select 'set_x', user_id, 'Kofi', 'cus_1', 'succeeded', now() from shop_order where id = ${id}`,
  ],
];
for (const [what, expected, damage] of damages) {
  test(`finds ${what}`, async () => {
    // The damage is done in a transaction that is undone at the end, on a connection of its own.
    const undone = new Error('undo');
    await shop.db
      .transaction()
      .execute(async (tx) => {
        await damage(paidOrder).execute(tx);
        const found = await checkInvariants(tx);
        expect(found.map((violation) => violation.invariant).some((name) => expected.test(name))).toBe(true);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
  });
}
