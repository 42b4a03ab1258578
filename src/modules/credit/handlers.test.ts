/**
 * Refunds and disputes of credit orders as the settlement reports them, and deleting accounts that have
 * credit.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { aBusiness, applyAs } from '#test/builders/business.ts';
import {
  anOrderRow,
  balance,
  buyOnCredit,
  completeOrderRow,
  type CreditShop,
  inTx,
  issueHalf,
  payInvoice,
} from '#test/builders/credit-account.ts';
import { aRefundRow, reportDispute } from '#test/credit-money-back.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditDisputeMoved, creditRefundMoved } from './handlers.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { findOf } from '#modules/credit/ledger/store.ts';

let shop: Shop & CreditShop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

async function approved() {
  const person = await aBusiness(shop);
  await applyAs(person);
  return person;
}

/** An order that is paid and completed, so the limit has risen by its bonus. */
async function paidOrder(userId: string) {
  const orderId = await buyOnCredit(shop, userId, cents(20_000));
  const [invoiceId, second] = [await issueHalf(shop, orderId, 1), await issueHalf(shop, orderId, 2)];
  for (const id of [invoiceId, second]) await payInvoice(shop, id);
  await completeOrderRow(shop, orderId);
  return { orderId, invoiceId };
}

const refund = (
  fact: { refundId: string; orderId: string; invoiceId: string },
  stage: 'pending' | 'succeeded' | 'failed',
) =>
  inTx(shop, (tx) => {
    const now = shop.deps.clock.now();
    return creditRefundMoved(tx, shop.deps, { ...fact, stage, amount: cents(4_000), askedAt: now, now });
  });

describe('a refund of an invoice on credit', () => {
  test('cancels the credited debt, takes the bonus back, and is undone when it fails, each once', async () => {
    const { userId } = await approved();
    const order = await paidOrder(userId);
    expect(await balance(shop, userId)).toEqual({ approved: 52_000, available: 52_000, hold: 0, owed: 0 });
    const fact = { ...order, refundId: freshId('ref') };
    await refund(fact, 'pending');
    expect(await balance(shop, userId)).toMatchObject({ approved: 52_000 });
    for (let attempt = 0; attempt < 2; attempt += 1) await refund(fact, 'succeeded');
    expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });
    for (let attempt = 0; attempt < 2; attempt += 1) await refund(fact, 'failed');
    expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });
    const kinds = await shop.db
      .selectFrom('credit_movement')
      .select('kind')
      .where('invoice_id', '=', order.invoiceId)
      .orderBy('id')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'invoiced',
      'paid',
      'returned',
      'credited',
      'returned',
      'paid',
    ]);
  });

  test('of a booster takes the limit increase back, once', async () => {
    const { userId, orderId: bought } = await approved();
    const orderId = await inTx(shop, (tx) =>
      anOrderRow(tx, { userId, total: cents(4_900), now: shop.deps.clock.now() }),
    );
    await inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { userId, orderId, amount: cents(25_000) }));
    const refundId = await aRefundRow(shop, { orderId, amount: cents(4_900) });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await refund({ refundId, orderId, invoiceId: 'inv_of_a_card' }, 'succeeded');
    expect(await balance(shop, userId)).toMatchObject({ approved: 50_000, available: 50_000 });
    await refund({ refundId: freshId('ref'), orderId: bought, invoiceId: 'inv_of_a_card' }, 'succeeded');
    expect(await balance(shop, userId)).toMatchObject({ approved: 50_000, available: 50_000 });
  });
});

test('a lost dispute is owed again; an opened or won one changes nothing', async () => {
  const { userId } = await approved();
  const { orderId, invoiceId } = await paidOrder(userId);
  const disputeRef = `dp_${randomUUID()}`;
  await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, request, succeeded_at)
    values (${freshId('pay')}, ${orderId}, ${invoiceId}, 'succeeded', 10000, '{}', now())`.execute(shop.db);
  await sql`insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    select ${disputeRef}, id, 10000, 'lost', 'fraudulent', true, true from payment where invoice_id = ${invoiceId}`.execute(
    shop.db,
  );
  const moved = (stage: 'opened' | 'won' | 'lost') =>
    inTx(shop, (tx) =>
      creditDisputeMoved(tx, shop.deps, {
        disputeRef,
        stage,
        isLast: true,
        amount: cents(10_000),
        orderId,
        now: shop.deps.clock.now(),
      }),
    );
  for (const stage of ['opened', 'won'] as const) await moved(stage);
  expect(await balance(shop, userId)).toMatchObject({ approved: 52_000, owed: 0 });
  for (let attempt = 0; attempt < 2; attempt += 1) await moved('lost');
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 40_000, hold: 0, owed: 10_000 });
});

test('a bonus of a disputed order: lost, won on appeal, lost again, each once; a refunded one stays reversed', async () => {
  const { userId } = await approved();
  const { orderId, invoiceId } = await paidOrder(userId);
  const disputeRef = `dp_${randomUUID()}`;
  await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, request, succeeded_at)
    values (${freshId('pay')}, ${orderId}, ${invoiceId}, 'succeeded', 10000, '{}', now())`.execute(shop.db);
  await sql`insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    select ${disputeRef}, id, 10000, 'lost', 'fraudulent', true, true from payment where invoice_id = ${invoiceId}`.execute(
    shop.db,
  );
  const deliver = async (stage: 'won' | 'lost') => {
    await shop.db
      .updateTable('dispute')
      .set({ status: stage })
      .where('dispute_ref', '=', disputeRef)
      .execute();
    for (let attempt = 0; attempt < 2; attempt += 1)
      await reportDispute(shop, stage, { disputeRef, orderId, amount: cents(10_000) });
    return balance(shop, userId);
  };
  expect(await deliver('lost')).toEqual({ approved: 50_000, available: 40_000, hold: 0, owed: 10_000 });
  expect(await deliver('won')).toEqual({ approved: 52_000, available: 52_000, hold: 0, owed: 0 });
  expect(await deliver('lost')).toEqual({ approved: 50_000, available: 40_000, hold: 0, owed: 10_000 });
  expect(await deliver('won')).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });

  const refunded = await paidOrder(userId);
  await refund({ ...refunded, refundId: freshId('ref') }, 'succeeded');
  await reportDispute(shop, 'won', { disputeRef, orderId: refunded.orderId, amount: cents(10_000) });
  expect(await balance(shop, userId)).toMatchObject({ approved: 50_000 });
});

test('a disputed booster: lost, won on appeal, and lost again, each once; a refunded one stays reversed', async () => {
  const { userId } = await approved();
  const aBooster = async () => {
    const orderId = await inTx(shop, (tx) =>
      anOrderRow(tx, { userId, total: cents(4_900), now: shop.deps.clock.now() }),
    );
    await inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { userId, orderId, amount: cents(25_000) }));
    return orderId;
  };
  const disputed = { disputeRef: `dp_${randomUUID()}`, orderId: await aBooster(), amount: cents(4_900) };
  for (const [stage, approvedCents] of [
    ['won', 75_000],
    ['lost', 50_000],
    ['won', 75_000],
    ['lost', 50_000],
    ['won', 50_000],
  ] as const) {
    for (let attempt = 0; attempt < 2; attempt += 1) await reportDispute(shop, stage, disputed);
    expect(await balance(shop, userId)).toMatchObject({ approved: approvedCents, available: approvedCents });
  }
  const orderId = await aBooster();
  const refundId = await aRefundRow(shop, { orderId, amount: cents(4_900) });
  await refund({ refundId, orderId, invoiceId: 'inv_of_a_card' }, 'succeeded');
  await reportDispute(shop, 'won', { ...disputed, orderId });
  expect(await balance(shop, userId)).toMatchObject({ approved: 50_000 });
});

describe('the end of an account', () => {
  test('waits until nothing is held or owed, then erases the EIN and preserves the ledger', async () => {
    const person = await approved();
    const orderId = await buyOnCredit(shop, person.userId, cents(5_000));
    const leave = () => person.call(contract.deleteAccount, { body: { password: person.password } });
    await expect(leave()).rejects.toThrow('Please pay your open invoices first');
    expect((await person.call(contract.readCreditAccount)).held).toBe(50);
    await inTx(shop, (tx) => ledger.orderCanceled(tx, shop.deps, { orderId }));
    const { content } = await person.call(contract.readArchive);
    const files = unzipSync(Buffer.from(content, 'base64'));
    const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(read('company.json')).toMatchObject([
      { legal_name: 'Harmattan Trading LLC', ein: `*****${person.ein.slice(-4)}` },
    ]);
    expect(read('credit-ledger.json')).toMatchObject([
      { kind: 'approved', limit: 500 },
      { kind: 'held', held: 50 },
      { kind: 'released', held: -50 },
    ]);
    expect(read('credit-applications.json')).toMatchObject([
      { state: 'approved', decisions: [{ outcome: 'approve', by: 'our published rules' }] },
    ]);
    expect(await leave()).toEqual({});
    const company = await shop.db
      .selectFrom('company')
      .selectAll()
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(company).toMatchObject({
      legal_name: '',
      ein_sealed: null,
      ein_index: null,
      ein_last4: null,
      phone: '',
      address_line1: '',
    });
    expect(await findOf(shop.db, person.userId)).toMatchObject({
      status: 'closed',
      closeReason: 'account_deleted',
      limit: 0,
      available: 0,
    });
    const { ein_index: index } = await shop.db
      .selectFrom('credit_account')
      .select('ein_index')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(index).toBeNull();
    expect(
      await shop.db.selectFrom('credit_movement').select('id').where('order_id', '=', orderId).execute(),
    ).toHaveLength(2);
    const secondBusiness = await aBusiness(shop, { company: { ein: person.ein } });
    expect((await applyAs(secondBusiness)).application).toMatchObject({ state: 'approved' });
  });
});
