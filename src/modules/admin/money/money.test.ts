/**
 * Refunds, disputes, and the comparison with the processor as staff see them, checked against the processor's
 * data.
 */
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { compareCharges } from '#modules/checkout/reconcile.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { cents } from '#kernel/money.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let owner: Customer;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  customer = await aCustomer(shop);
});
afterAll(() => shop.stop());

async function aPaidOrder(): Promise<{ orderId: string; intent: string; number: string }> {
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  const { number } = await owner.call(contract.staffReadOrder, { params: { id: answer.orderId } });
  return { orderId: answer.orderId, intent: intentOf(answer), number };
}

async function aDispute(intent: string): Promise<string> {
  const { id } = (await shop.control('POST', '/control/disputes', { payment_intent: intent })) as {
    id: string;
  };
  await until('the dispute is known', () =>
    shop.db.selectFrom('dispute').where('dispute_ref', '=', id).selectAll().executeTakeFirst(),
  );
  return id;
}

const file = async (path: string): Promise<string> => {
  const answer = await fetch(`${shop.origin}${path}`, {
    headers: { authorization: `Bearer ${owner.accessToken}` },
  });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  return Buffer.from(await answer.arrayBuffer()).toString();
};

describe('disputes', () => {
  test('are sorted by the processor’s deadlines, and link to where they are answered', async () => {
    const { orderId, intent, number } = await aPaidOrder();
    const id = await aDispute(intent);
    const dispute = await stripeOf(shop).disputes.retrieve(id);
    const answerBy = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString();
    const later = await aDispute((await aPaidOrder()).intent);
    await shop.db.updateTable('dispute').set({ answer_by: null }).where('dispute_ref', '=', later).execute();
    const { rows } = await owner.call(contract.staffListDisputes);
    expect(rows.map((row) => row.id)).toEqual([id, later]);
    expect(rows[0]).toMatchObject({
      order: { id: orderId, number },
      answerBy,
      needsAnswer: true,
      isClosed: false,
      amount: 149.5,
    });
    const read = await owner.call(contract.staffReadDispute, { params: { id } });
    expect(read).toMatchObject({
      answerUrl: `https://dashboard.stripe.com/disputes/${id}`,
      isWithdrawn: true,
      refunded: 0,
      orderTotal: 149.5,
    });
    expect(await file('/api/admin/money/disputes/export')).toContain(`${id},${number},`);
  });

  test('that were lost leave the list of open ones', async () => {
    const id = await aDispute((await aPaidOrder()).intent);
    await shop.control('POST', `/control/disputes/${id}/close`, { outcome: 'lost' });
    await until(
      'it is lost here',
      async () => (await owner.call(contract.staffReadDispute, { params: { id } })).status === 'lost',
    );
    const idsIn = async (view: 'to_answer' | 'lost' | 'all') =>
      (await owner.call(contract.staffListDisputes, { query: { view } })).rows.map((row) => row.id);
    expect(await idsIn('to_answer')).not.toContain(id);
    expect(await idsIn('lost')).toEqual([id]);
    expect(await idsIn('all')).toContain(id);
  });
});

describe('refunds', () => {
  test('are listed with who made them and their credit notes', async () => {
    const { orderId, number } = await aPaidOrder();
    await refundOf(shop, orderId, cents(1_250));
    const byStaff = await aPaidOrder();
    await owner.call(contract.staffRefundOrder, {
      params: { id: byStaff.orderId },
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: 5 },
    });
    await until(
      'both went back',
      async () => (await owner.call(contract.staffListRefunds, { query: { view: 'succeeded' } })).count === 2,
    );
    const { rows } = await owner.call(contract.staffListRefunds);
    expect(rows).toMatchObject([
      { order: { number: byStaff.number }, amount: 5, state: 'succeeded', by: expect.stringMatching(/./) },
      { order: { id: orderId, number }, amount: 12.5, by: null, creditNote: expect.stringMatching(/^CN-/) },
    ]);
    expect((await owner.call(contract.staffListRefunds, { query: { view: 'failed' } })).rows).toEqual([]);
    expect(
      (await owner.call(contract.staffListRefunds, { query: { reason: 'duplicate' as never } })).rows,
    ).toEqual([]);
    const text = await file('/api/admin/money/refunds/export?sort=oldest');
    expect(text.split('\r\n')[1]).toContain(`,${number},`);
    const exported = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'refunds_exported')
      .execute();
    expect(exported).toHaveLength(1);
  });
});

describe('the comparison', () => {
  test('shows that it never ran, then the differences with their records, and then none', async () => {
    const before = await owner.call(contract.staffReadComparisons);
    expect(before.comparisons.map(({ at }) => at)).toEqual([null, null, null]);
    const { orderId, number } = await aPaidOrder();
    const unknownIntent = await stripeOf(shop).paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      metadata: { order_id: orderId, payment_id: freshId('pay') },
    });
    await confirm(shop, unknownIntent.id);
    const started = await owner.call(contract.staffRunComparisons);
    expect(started.comparisons.every(({ isUnderWay }) => isUnderWay)).toBe(true);
    const isOver = async () => {
      const answer = await owner.call(contract.staffReadComparisons);
      return !answer.comparisons.some(({ isUnderWay }) => isUnderWay) && answer;
    };
    await until('all are made', isOver);
    // Comparisons skip payments that are only minutes old.
    const later = { now: () => new Date(shop.deps.clock.now().getTime() + 600_000) };
    await compareCharges({ ...shop.deps, clock: later }, { expireAfterHours: 24 });
    const { comparisons } = await owner.call(contract.staffReadComparisons);
    const charges = comparisons.find(({ kind }) => kind === 'charges');
    expect(charges).toMatchObject({ failed: 0, compared: expect.any(Number) });
    expect(charges?.differences).toEqual([
      {
        kind: 'unknown_here',
        reference: unknownIntent.id,
        amount: 50,
        order: { id: orderId, number },
        processorUrl: `https://dashboard.stripe.com/payments/${unknownIntent.id}`,
      },
    ]);
    expect(
      comparisons.filter(({ kind }) => kind !== 'charges').flatMap(({ differences }) => differences),
    ).toEqual([]);
  });

  test('cannot be started with read permission only', async () => {
    const auditor = await aStaffPerson(shop, 'auditor');
    expect((await auditor.call(contract.staffReadComparisons)).mayRun).toBe(false);
    await expect(auditor.call(contract.staffRunComparisons)).rejects.toMatchObject({
      code: 'permission_missing',
    });
  });
});
