/**
 * A credit account is written off while one of its orders is running: the order gets no more credit and can
 * only be canceled.
 */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { writeOff } from '#modules/credit/account/staff.ts';
import { accountOf, aCreditBuyer, buyOnAccount, complete, sentInvoice } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

test('a write-off releases holds of running orders; such an order cannot be completed, only canceled', async () => {
  const person = await aCreditBuyer(shop);
  const { orderId } = await buyOnAccount(shop, person);
  const read = () => person.call(contract.readOrder, { params: { id: orderId } });
  const id = (await read()).invoices[0]?.id ?? '';
  const sent = await sentInvoice(shop, id);
  expect(
    await writeOff(shop.deps, { email: person.email, actorId: null, reason: 'Dissolved', beforeDue: true }),
  ).toBe(7_475);
  expect(await accountOf(person)).toMatchObject({
    status: 'closed',
    approvedCredit: 0,
    availableCredit: 0,
    held: 0,
    owed: 0,
  });
  const { data: book } = await person.call(contract.listCreditMovements, { query: {} });
  expect(book.filter(({ kind }) => kind === 'released')).toMatchObject([{ reason: 'account_written_off' }]);

  await expect(complete(shop, orderId)).rejects.toThrow(
    'The account of this order was written off: cancel the order',
  );
  expect(await read()).toMatchObject({ status: 'in_progress', invoices: [{ id }] });
  await cancelCreditOrder(shop.deps, orderId);
  expect(await read()).toMatchObject({ status: 'canceled', invoices: [{ id, status: 'void' }] });
  expect((await stripeOf(shop).invoices.retrieve(sent.id)).status).toBe('void');
  expect(await accountOf(person)).toMatchObject({ approvedCredit: 0, availableCredit: 0, held: 0, owed: 0 });
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a write-off waits for an invoice update, which locks first the order and then the invoice', async () => {
  const person = await aCreditBuyer(shop);
  const { orderId } = await buyOnAccount(shop, person);
  const { invoices } = await person.call(contract.readOrder, { params: { id: orderId } });
  await settleWebhooks(shop);
  const waits = shop.db.selectNoFrom(
    sql<string>`(select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`.as(
      'waiting',
    ),
  );
  let writingOff: Promise<unknown> = Promise.resolve();
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('shop_order').select('id').where('id', '=', orderId).forUpdate().execute();
    writingOff = writeOff(shop.deps, {
      email: person.email,
      actorId: null,
      reason: 'Dissolved',
      beforeDue: true,
    });
    await until(
      'the write-off waits',
      async () => Number((await waits.executeTakeFirstOrThrow()).waiting) > 0,
    );
    // A deadlock here would roll one of the two back.
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await tx
      .selectFrom('invoice')
      .select('id')
      .where('id', '=', invoices[0]?.id ?? '')
      .forUpdate()
      .execute();
  });
  expect(await writingOff).toBe(7_475);
});
