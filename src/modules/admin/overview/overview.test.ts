/** The home screen: work that needs a person, and daily totals, stored or computed. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { aMessage } from '#test/builders/message.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { insertOrders } from '#test/some-orders.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, daysBefore, storeTotals, totalsBetween } from './totals.ts';

let shop: Shop;
let owner: Customer;
let customer: Customer;
let orderId: string;
beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  customer = await aCustomer(shop);
  const answer = await buyAs(customer);
  orderId = answer.orderId;
  await confirm(shop, intentOf(answer));
  await until('it is paid', async () => (await statusOf(shop, orderId)).status === 'paid');
  await refundOf(shop, orderId, cents(2_000));
});
afterAll(() => shop.stop());

const todo = async (person: Customer = owner) => (await person.call(contract.staffReadTodo)).parts;
const partOf = async (kind: string) => (await todo()).find((part) => part.kind === kind);

describe('what needs a person', () => {
  test('is empty, then an alarm, and empty again once it is resolved', async () => {
    expect((await todo()).map(({ kind, count }) => [kind, count])).toEqual([
      ['alarms', 0],
      ['applications', 0],
      ['disputes', 0],
      ['messages', 0],
      ['emails', 0],
      ['reports', 0],
      ['overdue_invoices', 0],
      ['overdue_orders', 0],
    ]);
    await shop.db
      .insertInto('alarm')
      .values({ kind: 'payment_review', subject: orderId, detail: `Payment of order ${orderId} is parked` })
      .execute();
    const part = await partOf('alarms');
    expect(part).toMatchObject({ count: 1, countIsCapped: false });
    const [item] = part?.items ?? [];
    const { number } = await shop.db
      .selectFrom('shop_order')
      .select('number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const detail = `Payment of order S-${number} is parked`;
    expect(item).toMatchObject({ title: 'Payment review', detail, address: `/admin/orders/${orderId}` });
    const body = { alarms: item?.alarm ? [item.alarm] : [] };
    await owner.call(contract.staffSettleAlarms, { body });
    expect(await partOf('alarms')).toMatchObject({ count: 0, items: [] });
    await expect(owner.call(contract.staffSettleAlarms, { body })).rejects.toMatchObject({ status: 404 });
  });

  test('are unsendable emails, open disputes, and work open for more than 60 days', async () => {
    const now = shop.deps.clock.now();
    const long = new Date(now.getTime() - 61 * 86_400_000);
    const [old = ''] = await insertOrders(shop.db, customer.userId, 1);
    await shop.db
      .updateTable('shop_order')
      .set({ status: 'in_progress', completed_at: null, accepted_at: long, created_at: long })
      .where('id', '=', old)
      .execute();
    const mailId = freshId('mail');
    const email = {
      kind: 'receipt',
      order_id: null,
      to_address: 'x@example.com',
      subject: 'Your receipt',
      text: 'x',
      html: 'x',
    };
    await shop.db
      .insertInto('mail')
      .values({ id: mailId, ...email, created_at: long, failed_at: now })
      .execute();
    await shop.db
      .insertInto('alarm')
      .values({ kind: 'mail_undeliverable', subject: mailId, detail: 'given up' })
      .execute();
    const { id: paymentId } = await shop.db
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const dispute = {
      dispute_ref: 'dp_open',
      payment_id: paymentId,
      amount_cents: 100,
      status: 'needs_response',
      reason: 'fraudulent',
    };
    await shop.db
      .insertInto('dispute')
      .values({ ...dispute, withdrawn: false, closed: false })
      .execute();
    expect(await partOf('overdue_orders')).toMatchObject({
      count: 1,
      address: '/admin/orders?view=overdue',
      items: [{ id: old, address: `/admin/orders/${old}` }],
    });
    expect(await partOf('emails')).toMatchObject({
      count: 1,
      items: [{ id: mailId, alarm: { kind: 'mail_undeliverable', subject: mailId } }],
    });
    expect(await partOf('disputes')).toMatchObject({
      count: 1,
      items: [{ id: 'dp_open', amount: 1, address: '/admin/money/disputes/dp_open' }],
    });
    expect(await partOf('alarms'), 'nothing is reported twice').toMatchObject({ count: 0 });
  });

  test('is a message until it is answered, even if it stays open', async () => {
    const { id } = await aMessage(shop, { firstName: 'Esi', lastName: 'Boateng' });
    expect(await partOf('messages')).toMatchObject({
      count: 1,
      items: [{ id, title: 'Esi Boateng', address: `/admin/messages/${id}` }],
    });
    const headers = { 'idempotency-key': randomUUID() };
    await owner.call(contract.staffAnswerMessage, {
      params: { id },
      headers,
      body: { text: 'Yes.', close: false, version: 0 },
    });
    expect(await partOf('messages'), 'on its way').toMatchObject({ count: 0, items: [] });
    await shop.db.deleteFrom('contact_answer').where('message_id', '=', id).execute();
    expect(await partOf('messages'), 'the answer is no more').toMatchObject({ count: 1 });
    const answer = {
      id: freshId('ans'),
      message_id: id,
      author_id: owner.userId,
      press_key: 'x',
      text: 'Yes.',
      closes: false,
    };
    const now = shop.deps.clock.now();
    await shop.db
      .insertInto('contact_answer')
      .values({ ...answer, written_at: now, sent_at: now })
      .execute();
    expect(await partOf('messages'), 'sent').toMatchObject({ count: 0 });
  });

  test('is limited to what the role may read', async () => {
    expect(await todo(await aStaffPerson(shop, 'content'))).toEqual([]);
    expect((await todo(await aStaffPerson(shop, 'support'))).map(({ kind }) => kind)).toContain(
      'overdue_invoices',
    );
  });
});

describe('figures', () => {
  test('of today count income less refunds, and previous days are separate', async () => {
    const { sales, credit, from, to } = await owner.call(contract.staffReadFigures, { query: { days: '7' } });
    expect(sales).toMatchObject({ takings: { now: 129.5, before: 0 }, orders: { now: 1, before: 0 } });
    expect(sales?.series).toHaveLength(7);
    // Paid today, or yesterday if midnight passed in between.
    const day = sales?.series.find(({ orders }) => orders > 0)?.day ?? '';
    expect([to, daysBefore(to, 1)]).toContain(day);
    expect(sales?.series.find((point) => point.day === day)).toEqual({ day, takings: 129.5, orders: 1 });
    expect(from).toBe(daysBefore(to, 6));
    expect(credit).toEqual({ outstanding: { now: 0, before: null }, pastDue: { now: 0, before: null } });
  });

  test('are the same whether a day is stored or computed, and a second night changes nothing', async () => {
    const today = dayOf(shop.deps.clock.now());
    await shop.db
      .updateTable('payment')
      .set({ succeeded_at: new Date(`${daysBefore(today, 40)}T12:00:00Z`) })
      .where('order_id', '=', orderId)
      .execute();
    const range = [daysBefore(today, 60), today] as const;
    const before = await totalsBetween(shop.db, ...range);
    expect(before.find(({ day }) => day === daysBefore(today, 40))).toMatchObject({
      cash: { received: 14_950 },
    });
    await storeTotals(shop.deps);
    const after = await totalsBetween(shop.db, ...range);
    const plain = (totals: typeof after) => totals.map(({ outstanding: _o, pastDue: _p, ...total }) => total);
    expect(plain(after)).toEqual(plain(before));
    expect(after).toHaveLength(61);
    const stored = await shop.db.selectFrom('daily_total').selectAll().orderBy('day').execute();
    expect(stored.at(-1)).toMatchObject({ day: daysBefore(today, 1), credit_outstanding_cents: 0 });
    await storeTotals(shop.deps);
    expect(await shop.db.selectFrom('daily_total').selectAll().orderBy('day').execute()).toEqual(stored);
  });

  test('follow a payment, refund, and dispute of a stored day, at the next read and the next night', async () => {
    const today = dayOf(shop.deps.clock.now());
    const range = [daysBefore(today, 90), today] as const;
    const at = (days: number) => new Date(`${daysBefore(today, days)}T08:00:00Z`);
    const cashOn = async (days: number) =>
      (await totalsBetween(shop.db, ...range)).find(({ day }) => day === daysBefore(today, days))?.cash;
    await storeTotals(shop.deps);
    // As `adopt` and the past of a demo write it: today, about a day long ago.
    const [old = ''] = await insertOrders(shop.db, customer.userId, 1);
    const invoice = {
      id: freshId('inv'),
      order_id: old,
      kind: 'order' as const,
      status: 'draft' as const,
      amount_cents: 14_950,
    };
    await shop.db
      .insertInto('invoice')
      .values({ ...invoice, created_at: at(70) })
      .execute();
    const paymentId = freshId('pay');
    const payment = {
      id: paymentId,
      order_id: old,
      invoice_id: invoice.id,
      status: 'succeeded' as const,
      amount_cents: 14_950,
    };
    await shop.db
      .insertInto('payment')
      .values({ ...payment, request: '{}', created_at: at(70), updated_at: at(70), succeeded_at: at(70) })
      .execute();
    expect(await cashOn(70)).toEqual({ received: 14_950, refunded: 0, disputed: 0 });
    const dispute = { order_id: old, subject: 'dp_old', amount_cents: 14_950 };
    await shop.db
      .insertInto('order_event')
      .values({ ...dispute, kind: 'dispute_opened', at: at(60) })
      .execute();
    expect(await cashOn(60)).toEqual({ received: 0, refunded: 0, disputed: 14_950 });
    await shop.db
      .insertInto('order_event')
      .values({ ...dispute, kind: 'dispute_won', at: at(50) })
      .execute();
    expect(await cashOn(50)).toEqual({ received: 0, refunded: 0, disputed: -14_950 });
    const violations = async () =>
      (await checkInvariants(shop.db)).filter(({ invariant }) => invariant.startsWith('I21'));
    expect(await violations()).toEqual([]);
    const read = await totalsBetween(shop.db, ...range);
    await storeTotals(shop.deps);
    expect(await shop.db.selectFrom('daily_total_change').select('day').execute()).toEqual([]);
    expect(await totalsBetween(shop.db, ...range)).toMatchObject(
      read.map(({ day, cash, orders }) => ({ day, cash, orders })),
    );
    expect(await violations()).toEqual([]);
  });

  test('are limited by the role', async () => {
    const of = async (role: 'support' | 'content' | 'auditor') => {
      const { sales, credit } = await (await aStaffPerson(shop, role)).call(contract.staffReadFigures);
      return [sales !== null, credit !== null];
    };
    expect(await of('support')).toEqual([false, true]);
    expect(await of('content')).toEqual([false, false]);
    expect(await of('auditor')).toEqual([true, true]);
  });
});
