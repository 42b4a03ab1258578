/**
 * The check of recent changes includes an old order as soon as anything belonging to it changes, and not
 * before.
 */
import { aCart, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChanges, checkInvariants } from './invariants.ts';

let shop: Shop;
let orderId: string;
const damaged = 'I6 a total is the sum of its items less the discount';
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
  const answer = await buy(shop, { cartId: await aCart(shop), discountCode: 'WELCOME10' });
  await confirm(shop, intentOf(answer));
  orderId = answer.orderId;
  await statusOf(shop, orderId);
  await shop.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, columns] of Object.entries(stamps)) {
      const older = columns
        .split(' ')
        .map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - interval '400 days'`);
      await sql`update ${sql.table(table)} set ${sql.join(older)}`.execute(tx);
    }
    await sql`update order_item set total_cents = total_cents + 1 where order_id = ${orderId}`.execute(tx);
  });
});
afterAll(() => shop.stop());

/** The timestamps of a purchase. */
const stamps = {
  shop_order: 'created_at accepted_at canceled_at completed_at',
  payment: 'created_at updated_at succeeded_at',
  invoice: 'created_at issued_at paid_at closed_at',
  coupon_redemption: 'created_at updated_at',
  cart: 'created_at updated_at',
  mail: 'created_at sent_at',
  audit_log: 'at appended_at',
  app_user: 'created_at updated_at',
  session: 'created_at',
};
const tenMinutesAgo = () => new Date(Date.now() - 600_000);

async function foundAfter(change: RawBuilder<unknown> | null): Promise<string[]> {
  const undone = new Error('undo');
  let found: string[] = [];
  const work = shop.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change?.execute(tx);
    found = (await checkChanges(tx, tenMinutesAgo())).map(({ invariant }) => invariant);
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return found;
}

test('records unchanged for long are left to the full check', async () => {
  expect(await foundAfter(null)).not.toContain(damaged);
  expect((await checkInvariants(shop.db)).map(({ invariant }) => invariant)).toContain(damaged);
});

const refund = (stamp: RawBuilder<unknown>) => sql`
  insert into refund (id, payment_id, amount_cents, reason, state, created_at, updated_at)
  select 'ref_x', id, 1, 'requested', 'succeeded', now() - interval '400 days', ${stamp} from payment where order_id = ${orderId}`;
const changes: [string, () => RawBuilder<unknown>][] = [
  [
    'its order ends',
    () => sql`update shop_order set status = 'completed', completed_at = now() where id = ${orderId}`,
  ],
  ['its payment is judged', () => sql`update payment set updated_at = now() where order_id = ${orderId}`],
  [
    'its payment succeeds by a clock that is ahead',
    () => sql`update payment set succeeded_at = now() + interval '30 days' where order_id = ${orderId}`,
  ],
  ['an invoice is added', () => sql`update invoice set issued_at = now() where order_id = ${orderId}`],
  [
    'its code is given back',
    () => sql`update coupon_redemption set updated_at = now() where order_id = ${orderId}`,
  ],
  [
    'its cart is changed',
    () =>
      sql`update cart set updated_at = now() where id = (select cart_id from shop_order where id = ${orderId})`,
  ],
  ['an email is written', () => sql`update mail set created_at = now() where order_id = ${orderId}`],
  [
    'its history goes on',
    () => sql`insert into order_event (order_id, kind, at) values (${orderId}, 'canceled', now())`,
  ],
  ['money goes back', () => refund(sql`now()`)],
  [
    'a bank takes money back',
    () => sql`
    insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    select 'dp_x', id, 1, 'needs_response', 'fraudulent', false, false from payment where order_id = ${orderId}`,
  ],
  [
    'a credit note is issued',
    () => sql`
    with given as (${refund(sql`now() - interval '400 days'`)} returning id)
    insert into credit_note (id, number, invoice_id, refund_id, amount_cents, bill_to, lines, issued_at)
    select 'cn_x', 'CN-2026-00001', invoice.id, given.id, 1, '{}', '[]', now() from invoice, given where order_id = ${orderId}`,
  ],
  [
    'the audit log says more of it',
    () => sql`update audit_log set appended_at = now() where object = ${orderId}`,
  ],
  [
    'its buyer has an account, and the order waits for it',
    () => sql`
    with given as (update shop_order set user_id = null where id = ${orderId} returning email)
    update app_user set updated_at = now() where email in (select lower(email) from given)`,
  ],
  [
    'the two hours after its payment are over',
    () => sql`update invoice set paid_at = now() - interval '121 minutes' where order_id = ${orderId}`,
  ],
];
for (const [what, change] of changes)
  test(`an old order is checked again when ${what}`, async () =>
    expect(await foundAfter(change())).toContain(damaged));

test('the two hours after a payment are checked once', async () => {
  expect(
    await foundAfter(
      sql`update invoice set paid_at = now() - interval '3 hours' where order_id = ${orderId}`,
    ),
  ).not.toContain(damaged);
});
