/** The checker finds nothing in a healthy shop, and finds each kind of manual damage. */
import { aCart, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { harmlessChanges } from '#test/harmless-changes.ts';
import { damagesByModule } from '#test/damages-by-module.ts';
import type { Damage } from '#test/corruptions/credit.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChanges, checkInvariants, namesOfInvariants, type Violation } from './invariants.ts';

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
const aSession = sql`insert into session (id, user_id, rotated_at, created_at, last_used_at, expires_at, ends_at)`;
const damages: [string, string, (id: string) => Damage][] = [
  [
    'a coupon use counted twice',
    'I3 a coupon counts exactly its live redemptions, and never more than its limit',
    () => sql`update coupon set used_count = used_count + 1 where code = 'WELCOME10'`,
  ],
  [
    'a second use of a coupon limited to one per customer',
    'I3 no customer uses a coupon more often than it allows',
    () => sql`with one as (update coupon set uses_per_customer = 1 where code = 'WELCOME10' returning id)
      update coupon_redemption set coupon_id = one.id from one`,
  ],
  [
    'a second successful payment',
    'I4 no order keeps money that it does not need',
    (id) => sql`
    insert into payment (id, order_id, invoice_id, status, amount_cents, request) select 'pay_again', order_id, invoice_id, 'duplicate', amount_cents, request from payment where order_id = ${id}`,
  ],
  [
    'a duplicate payment whose refund was never sent',
    'I4 no order keeps money that it does not need',
    (id) => sql`
    with again as (
      insert into payment (id, order_id, invoice_id, status, amount_cents, received_cents, request)
      select 'pay_again', order_id, invoice_id, 'duplicate', amount_cents, amount_cents, request from payment where order_id = ${id} returning *)
    insert into refund (id, payment_id, amount_cents, reason, state, created_at)
    select 'ref_old', id, amount_cents, 'duplicate', 'creating', now() - interval '25 hours' from again`,
  ],
  [
    'parked money of an order paid otherwise',
    'I4 no order keeps money that it does not need',
    (id) => sql`
    insert into payment (id, order_id, invoice_id, status, amount_cents, received_cents, request)
    select 'pay_again', order_id, invoice_id, 'review', amount_cents, amount_cents - 1, request from payment where order_id = ${id}`,
  ],
  [
    'a paid invoice without its payment',
    'I5 the paid amount of an invoice is the sum of its payments',
    (id) => sql`update payment set status = 'canceled' where order_id = ${id}`,
  ],
  [
    'a second invoice of one order',
    'I5 an order has one invoice over its total, and their states agree',
    (id) => sql`
    insert into invoice (id, kind, order_id, status, amount_cents, created_at, closed_at)
    select 'inv_again', kind, order_id, 'void', amount_cents, now(), now() from invoice where order_id = ${id}`,
  ],
  [
    'an accepted order with a draft invoice',
    'I5 an order has one invoice over its total, and their states agree',
    () =>
      sql`update shop_order set status = 'in_progress', accepted_at = now() where status = 'awaiting_payment'`,
  ],
  [
    'an invoice whose lines do not add up to its amount',
    'I6 an issued invoice is the sum of its lines less the discount',
    (id) => sql`
    insert into invoice (id, number, kind, order_id, status, amount_cents, bill_to, lines, created_at, issued_at, due_on, closed_at)
    select 'inv_wrong', 'INV-2026-99999', kind, order_id, 'void', amount_cents + 1, bill_to, lines, now(), now(), due_on, now()
    from invoice where order_id = ${id}`,
  ],
  [
    'a number without an invoice',
    'I15 document numbers of a year have no gaps and no duplicates',
    () => sql`update document_number set last = last + 1`,
  ],
  [
    'an invoice with a number outside every series',
    'I15 a numbered document belongs to a year of its series',
    () => sql`delete from document_number`,
  ],
  [
    'a void invoice with a running payment',
    'I15 an invoice that is not owed has no open payment',
    (id) => sql`
    with void as (
      insert into invoice (id, kind, order_id, status, amount_cents, created_at, closed_at)
      select 'inv_again', kind, order_id, 'void', amount_cents, now(), now() from invoice where order_id = ${id} returning *)
    insert into payment (id, order_id, invoice_id, status, amount_cents, request)
    select 'pay_again', order_id, id, 'open', amount_cents, '{}' from void`,
  ],
  [
    'an item with a changed price',
    'I6 a total is the sum of its items less the discount',
    (id) => sql`update order_item set total_cents = total_cents + 1 where order_id = ${id}`,
  ],
  [
    'a missing receipt',
    'I10 a paid order has exactly one receipt, and only a paid order has one',
    (id) => sql`delete from mail where order_id = ${id}`,
  ],
  [
    'a cart that reopened',
    'I12 a closed cart has exactly one paid order, and a paid order has a closed cart',
    (id) =>
      sql`update cart set status = 'pending' where id = (select cart_id from shop_order where id = ${id})`,
  ],
  [
    'a returned coupon use of a paid order',
    'I15 a coupon use has the state of its order',
    (id) => sql`update coupon_redemption set state = 'released' where order_id = ${id}`,
  ],
  [
    'a payable order with a discount whose use was returned',
    'I15 a payable order with a discount holds a use of its code',
    (id) => sql`
    with reopened as (update shop_order set status = 'awaiting_payment', accepted_at = null where id = ${id} returning id),
      used as (update coupon_redemption set state = 'released' where order_id in (select id from reopened))
    update payment set status = 'open' where order_id in (select id from reopened)`,
  ],
  [
    'a refund of more than was paid',
    'I15 refunds never exceed the payment',
    (id) => sql`
    insert into refund (id, payment_id, amount_cents, reason, state) select 'ref_x', id, amount_cents + 1, 'requested', 'succeeded' from payment where order_id = ${id}`,
  ],
  [
    'a paid order hidden from its buyer',
    'I15 a paid order stays without an owner only if the account of its address is confirmed',
    (id) =>
      sql`update shop_order set user_id = null, accepted_at = accepted_at + interval '1 minute' where id = ${id}`,
  ],
  [
    'an account without its email',
    'I10 a buyer who got an account was sent a link to it',
    () => sql`update mail set kind = 'password_changed' where kind = 'set_password'`,
  ],
  [
    'a customer requested again',
    'I15 a user is one customer at the processor, requested once',
    (id) => sql`
    with known as (update app_user set customer_ref = 'cus_1' where id = (select user_id from shop_order where id = ${id}) returning id)
    insert into customer_request (user_id, request, keyed_at) select id, '{}', now() from known`,
  ],
  [
    'a card set-up without a reference',
    'I15 a continued card setup has a reference at the processor',
    (id) => sql`
    insert into card_setup (id, user_id, holder_name, customer_ref, status, created_at)
    select 'set_x', user_id, 'Kofi', 'cus_1', 'succeeded', now() from shop_order where id = ${id}`,
  ],
  [
    'a receipt planned but not stored',
    'I10 a decided effect has its email',
    (id) => sql`delete from mail where order_id = ${id} and kind = 'receipt'`,
  ],
  [
    'a canceled order whose buyer could still pay',
    'I15 no canceled order has a payment in progress',
    () =>
      sql`update shop_order set status = 'canceled', canceled_at = now() where status = 'awaiting_payment'`,
  ],
  [
    'a canceled order whose money has arrived',
    'I15 no canceled order holds unrefunded money in review',
    () => sql`
    with parked as (update payment set status = 'review', received_cents = amount_cents
                    where order_id in (select id from shop_order where status = 'awaiting_payment') returning order_id)
    update shop_order set status = 'canceled', canceled_at = now() where id in (select order_id from parked)`,
  ],
  [
    'an unprocessed report',
    'I9 a webhook event is handled within two hours',
    () => sql`
    insert into webhook_inbox (event_id, type, object_ref, event_created, payload, received_at)
    values ('evt_x', 'payment_intent.succeeded', 'pi_x', now(), '{}', now() - interval '121 minutes')`,
  ],
  [
    'an unsent email',
    'I10 an email is sent or given up within six days',
    (id) =>
      sql`update mail set sent_at = null, failed_at = null, created_at = now() - interval '145 hours' where order_id = ${id}`,
  ],
  [
    'an email that failed without an alarm',
    'I10 an email that was given up raised an alarm',
    (id) => sql`update mail set sent_at = null, failed_at = now() where order_id = ${id}`,
  ],
  [
    'a stolen session left open',
    'I13 a session whose old token was reused has ended',
    (id) => sql`
    with stolen as (${aSession} select 'ses_x', user_id, now(), now(), now(), now() + interval '1 day', now() + interval '1 day'
                    from shop_order where id = ${id} returning id)
    insert into audit_log (at, ip, route, action, object, detail, mac)
    select now(), '', '', 'refresh_token_reused', id, '{}', 'x' from stolen`,
  ],
  [
    'a session of a disabled account',
    'I13 a disabled or deleted account has no session',
    (id) => sql`
    with kept_out as (update app_user set disabled_at = now() where id = (select user_id from shop_order where id = ${id}) returning id)
    ${aSession} select 'ses_x', id, now(), now(), now(), now() + interval '1 day', now() + interval '1 day' from kept_out`,
  ],
  [
    'a token used after its expiry',
    'I14 a one-time token is used once, before it expires, and never after a newer one',
    () => sql`update one_time_token set used_at = expires_at + interval '1 second'`,
  ],
  [
    'an unsent refund',
    'I15 a refund is settled within days',
    (id) => sql`
    insert into refund (id, payment_id, amount_cents, reason, state, created_at)
    select 'ref_x', id, 1, 'requested', 'creating', now() - interval '49 hours' from payment where order_id = ${id}`,
  ],
  [
    'an unlogged paid order',
    'I18 a paid order or credit order has exactly one audit entry',
    (id) => sql`
    insert into audit_log (at, ip, route, action, object, detail, mac) values (now(), '', '', 'order_paid', ${id}, '{}', 'x')`,
  ],
  [
    'an unlogged refund',
    'I18 a refund has exactly one audit entry',
    (id) => sql`
    insert into refund (id, payment_id, amount_cents, reason, state) select 'ref_x', id, 1, 'requested', 'succeeded' from payment where order_id = ${id}`,
  ],
  [
    'an unlogged refund at the processor',
    'I18 a refund has exactly one audit entry',
    (id) => sql`
    insert into refund (id, payment_id, amount_cents, reason, state, refund_ref)
    select 'ref_x', id, 1, 'processor', 'succeeded', 're_x' from payment where order_id = ${id}`,
  ],
  [
    'an unlogged dispute',
    'I18 a dispute has exactly one audit entry',
    (id) => sql`
    insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    select 'dp_x', id, 1, 'needs_response', 'fraudulent', false, false from payment where order_id = ${id}`,
  ],
  ...damagesByModule,
];
/** Pages cannot be damaged through SQL; the server counts these failures itself. */
const beyondReach = ['I20 no page of the database has failed its checksum'];

test('each invariant is broken once by a test', () => {
  const broken = damages.map(([, invariant]) => invariant);
  expect([...new Set([...broken, ...beyondReach])].toSorted()).toEqual([...namesOfInvariants].toSorted());
});
const longAgo = new Date(Date.now() - 3_600_000);
const checks = {
  'the full check': checkInvariants,
  'the check of what has changed': (tx: Tx) => checkChanges(tx, longAgo),
};
/** Runs in a transaction that is rolled back at the end, on a separate connection. */
async function foundAfter(
  damage: (id: string) => Damage,
  check: (tx: Tx) => Promise<Violation[]>,
): Promise<string[]> {
  const undone = new Error('undo');
  let found: string[] = [];
  await shop.db
    .transaction()
    .execute(async (tx) => {
      await damage(paidOrder).execute(tx);
      found = (await check(tx)).map(({ invariant }) => invariant);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}
for (const [name, check] of Object.entries(checks)) {
  for (const [what, expected, damage] of damages)
    test(`${name} finds ${what}`, async () => expect(await foundAfter(damage, check)).toContain(expected));
  for (const [what, change] of harmlessChanges)
    test(`${name} accepts ${what}`, async () => expect(await foundAfter(change, check)).toEqual([]));
}
