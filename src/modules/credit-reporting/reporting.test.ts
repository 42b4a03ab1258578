/** The lifecycle of a report: what is queued and sent, the decisions, and corrections after a refund. */
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { cents } from '#kernel/money.ts';
import { contract } from '#contract/contract.ts';
import { boosted } from '#test/builders/booster.ts';
import { acceptAll, bookOf, connectAs, connected, syncReports } from '#test/builders/connection.ts';
import { aCreditBuyer, buyOnAccount, payOnPage } from '#test/builders/credit-buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aDisputeOf, refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncInTurn } from './sync.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
});
afterAll(() => shop.stop());

async function bought(customer: Customer, productIds = ['ein-filing']): Promise<string> {
  const answer = await buyAs(customer, { productIds });
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
}
const reports = async ({ call }: Customer, orderId?: string) =>
  (await call(contract.listReports, { query: { orderId } })).data;
const connectionOf = async ({ userId }: Customer): Promise<string> =>
  (
    await shop.db
      .selectFrom('bureau_connection')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '=', 'connected')
      .executeTakeFirstOrThrow()
  ).id;

describe('a card purchase', () => {
  test('before the connection is back-filled by the first sync, and reported once', async () => {
    const customer = await aCustomer(shop);
    const orderId = await bought(customer);
    const { business } = await connected(shop, customer);
    await syncReports(customer);
    await syncReports(customer);
    const book = await bookOf(shop, business.businessId);
    expect(book).toHaveLength(1);
    expect(book[0]).toMatchObject({ typeDesc: 'buysell', balance: 0 });
    const [report] = await reports(customer, orderId);
    expect(report).toMatchObject({
      kind: 'purchase',
      state: 'awaiting_you',
      reason: null,
      fields: { typeDesc: 'buysell', amount: book[0]?.amount },
    });
    expect(report?.order?.id).toBe(orderId);
  });

  test('afterwards is sent automatically, accepted by both sides, and moves the score', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const orderId = await bought(customer);
    await until('it is over there', async () => (await bookOf(shop, business.businessId)).length === 1);
    expect((await customer.call(contract.readReporting)).counts).toMatchObject({ accepted: 0 });
    await acceptAll(shop);
    await syncReports(customer);
    expect((await reports(customer, orderId))[0]?.state).toBe('accepted');
    const score = await customer.call(contract.readCreditScore, { params: { id: customer.userId } });
    expect(score.business.factiiv).toMatchObject({ tradeLines: 1, value: expect.any(Number) });
  });

  test('that is partly refunded is corrected, and withdrawn after a full refund', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const orderId = await bought(customer);
    await syncReports(customer);
    const [before] = await bookOf(shop, business.businessId);
    await refundOf(shop, orderId, cents(5_000));
    await syncReports(customer);
    expect((await bookOf(shop, business.businessId))[0]?.amount).toBe((before?.amount ?? 0) - 50);
    await refundOf(shop, orderId);
    await syncReports(customer);
    expect((await bookOf(shop, business.businessId))[0]?.withdrawnAt).not.toBeNull();
    const found = (await reports(customer, orderId)).map(({ kind, change }) => `${kind} ${change}`);
    expect(found.toSorted()).toEqual(['correction fall', 'correction fall', 'purchase null']);
  });

  test('that is charged back is withdrawn, and reported again when the dispute is won', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const orderId = await bought(customer);
    await syncReports(customer);
    const [first] = await bookOf(shop, business.businessId);
    const reportStates = async () =>
      (await reports(customer, orderId)).map(({ kind, state }) => `${kind} ${state}`);
    const dispute = await aDisputeOf(shop, orderId);
    await dispute.decide('lost');
    await syncReports(customer);
    expect((await bookOf(shop, business.businessId)).map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([
      false,
    ]);
    expect(await reportStates()).toEqual(['correction accepted', 'purchase withdrawn']);
    await dispute.decide('won');
    await syncReports(customer);
    await syncReports(customer);
    const book = await bookOf(shop, business.businessId);
    expect(book.map(({ withdrawnAt, amount }) => [withdrawnAt === null, amount])).toEqual([
      [false, first?.amount],
      [true, first?.amount],
    ]);
    expect(await reportStates()).toEqual([
      'correction awaiting_you',
      'correction accepted',
      'purchase withdrawn',
    ]);
    await acceptAll(shop);
    await syncReports(customer);
    expect((await reportStates())[0]).toBe('correction accepted');
    await dispute.decide('lost');
    await syncReports(customer);
    expect((await reports(customer, orderId)).map(({ change }) => change)).toEqual([
      'fall',
      'rise',
      'fall',
      null,
    ]);
    expect((await bookOf(shop, business.businessId)).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(
      true,
    );
  });

  test('whose dispute was lost before the connection is reported once it is won', async () => {
    const customer = await aCustomer(shop);
    const dispute = await aDisputeOf(shop, await bought(customer));
    await dispute.decide('lost');
    const { business } = await connected(shop, customer);
    await syncReports(customer);
    expect(await bookOf(shop, business.businessId)).toEqual([]);
    await dispute.decide('won');
    await syncReports(customer);
    expect(await bookOf(shop, business.businessId)).toHaveLength(1);
  });

  test('refunded before it was reported is not reported, with a reason', async () => {
    const customer = await aCustomer(shop);
    const orderId = await bought(customer);
    await refundOf(shop, orderId);
    const { business } = await connected(shop, customer);
    await syncReports(customer);
    expect(await bookOf(shop, business.businessId)).toEqual([]);
    const [report] = (await reports(customer, orderId)).filter(({ kind }) => kind === 'purchase');
    expect(report).toMatchObject({
      state: 'not_reported',
      reason: 'Refunded before it was reported',
      fields: null,
    });
  });

  test('rejected by Factiiv shows and emails the reason; its owner can dispute that once', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const orderId = await bought(customer);
    await syncReports(customer);
    const [trade] = await bookOf(shop, business.businessId);
    await shop.control('POST', `/control/factiiv/trades/${trade?.id}/accept`, { as: 'counterparty' });
    await syncReports(customer);
    expect((await reports(customer, orderId))[0]?.state).toBe('awaiting_factiiv');
    await shop.control('POST', `/control/factiiv/trades/${trade?.id}/reject`, {
      as: 'staff',
      reason: 'No such business',
    });
    await syncReports(customer);
    const [report] = await reports(customer, orderId);
    expect(report).toMatchObject({ state: 'rejected', reason: 'No such business' });
    const subjects = async () => (await emailsTo(shop, customer.email)).map(({ subject }) => subject);
    await until('the email has come', async () => (await subjects()).includes('Factiiv rejected a report'));
    const params = { id: report?.id ?? '' };
    const disputed = await customer.call(contract.disputeReport, {
      params,
      body: { message: 'The business is mine' },
    });
    expect(disputed).toMatchObject({
      state: 'disputed',
      dispute: { message: 'The business is mine', answer: null },
    });
    const days =
      (Date.parse(disputed.dispute?.answerBy ?? '') - Date.parse(disputed.dispute?.openedAt ?? '')) /
      86_400_000;
    expect(days).toBe(30);
    const repeated = customer.call(contract.disputeReport, { params, body: { message: 'Again' } });
    await expect(repeated).rejects.toThrow('You have already told us about this report. Our team will reply');
    const stranger = (await aCustomer(shop)).call(contract.disputeReport, {
      params,
      body: { message: 'Mine' },
    });
    await expect(stranger).rejects.toMatchObject({ status: 404 });
  });
});

test("a business later connected by another customer keeps the first one's reports, and sends no emails", async () => {
  const { customer: first, business } = await connected(shop, await aCreditBuyer(shop));
  const orderId = await bought(first);
  await syncReports(first);
  const line = async () =>
    (await bookOf(shop, business.businessId)).find(({ typeDesc }) => typeDesc === 'borrow');
  await until('line and purchase are in the book', async () => {
    const [sent] = await reports(first, orderId);
    return sent?.state === 'awaiting_you' && (await line()) !== undefined;
  });
  await first.call(contract.disconnectFactiiv);
  const second = await aCustomer(shop);
  const granted = {
    business_id: business.businessId,
    connecting_app: 'stateside',
    connecting_user_id: second.userId,
  };
  const { api_key: apiKey } = (await shop.control('POST', '/control/factiiv/keys', granted)) as {
    api_key: string;
  };
  await connectAs(second, { ...business, apiKey });
  await buyOnAccount(shop, first);
  await syncReports(second);
  expect(await line()).toMatchObject({ balance: 0 });
  for (const { id } of await bookOf(shop, business.businessId))
    await shop.control('POST', `/control/factiiv/trades/${id}/reject`, {
      as: 'counterparty',
      reason: 'Not mine',
    });
  await syncReports(second);
  const mails = await shop.db
    .selectFrom('mail')
    .select('kind')
    .where('to_address', '=', second.email)
    .execute();
  expect(mails.map(({ kind }) => kind)).not.toContain('report_rejected');
  expect((await reports(first, orderId))[0]?.state).toBe('awaiting_you');
});

describe('consent', () => {
  test('that is withdrawn stops reports but not the score; after renewed consent, waiting reports are sent', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    await customer.call(contract.withdrawReporting);
    await bought(customer);
    await expect(syncReports(customer)).rejects.toThrow(
      'Reporting is stopped. Agree to the reporting terms first',
    );
    await customer.call(contract.refreshCreditScore);
    expect(await bookOf(shop, business.businessId)).toEqual([]);
    const old = customer.call(contract.agreeToReporting, { body: { version: '2020-01-01' } });
    await expect(old).rejects.toThrow('The reporting terms have changed. Please read them and try again');
    await customer.call(contract.agreeToReporting, { body: { version: reportingTermsVersion } });
    await syncReports(customer);
    expect(await bookOf(shop, business.businessId)).toHaveLength(1);
  });
});

test.each(['before', 'after'] as const)(
  'a call whose response was lost %s its effect is not repeated once consent is withdrawn',
  async (where) => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    await shop.control('POST', '/control/factiiv/fail-next', {
      how: 'reset',
      where,
      match: 'POST /api/v1/trades',
      times: 1,
    });
    const orderId = await bought(customer);
    const row = () =>
      shop.db
        .selectFrom('bureau_connection')
        .select(['id', 'failures'])
        .where('user_id', '=', customer.userId)
        .executeTakeFirstOrThrow();
    await until('the answer was lost', async () => (await row()).failures === 1);
    await customer.call(contract.withdrawReporting);
    await shop.db
      .updateTable('bureau_connection')
      .set({ next_send_at: null })
      .where('user_id', '=', customer.userId)
      .execute();
    await syncInTurn(shop.deps, (await row()).id);
    const arrived = where === 'after' ? 1 : 0;
    expect(await bookOf(shop, business.businessId)).toHaveLength(arrived);
    expect((await reports(customer, orderId))[0]?.state).toBe(arrived === 1 ? 'awaiting_you' : 'queued');
    await customer.call(contract.agreeToReporting, { body: { version: reportingTermsVersion } });
    await until('it is over there', async () => (await bookOf(shop, business.businessId)).length > 0);
    await syncInTurn(shop.deps, (await row()).id);
    expect(await bookOf(shop, business.businessId)).toHaveLength(1);
  },
);

describe('a Net 30 account', () => {
  test('shows how its limit changed, and mentions no booster, which is not reported', async () => {
    const { customer } = await connected(shop, await aCreditBuyer(shop));
    const { orderId } = await boosted(shop, customer);
    const limits = async () =>
      (await customer.call(contract.listReports, { query: {} })).data.filter(({ kind }) => kind === 'line');
    expect((await limits())[0]).toMatchObject({ amount: 250, change: 'rise', order: null });
    await refundOf(shop, orderId);
    await until('the limit is lowered', async () => (await limits()).length > 2);
    expect((await limits()).map(({ amount, change, order }) => [amount, change, order])).toEqual([
      [250, 'fall', null],
      [250, 'rise', null],
      [500, null, null],
    ]);
    expect(await reports(customer, orderId)).toEqual([]);
  });

  test('is one line; its charges and payments follow, one activity a day, with the true balance', async () => {
    const { customer, business } = await connected(shop, await aCreditBuyer(shop));
    await syncReports(customer);
    const line = async () =>
      (await bookOf(shop, business.businessId)).find(({ typeDesc }) => typeDesc === 'borrow');
    // The worker may run the first sync after connecting and hold the lease on the line.
    const first = await until('the line is in the book', line);
    expect(first).toMatchObject({ amount: 500, balance: 0, relationDescription: 'Net 30 account' });
    const { orderId } = await buyOnAccount(shop, customer);
    await syncReports(customer);
    const [invoice] = (await customer.call(contract.readCreditAccount)).invoices;
    const owed = Math.round(invoice?.owed ?? 0);
    expect(await line()).toMatchObject({ balance: owed, activities: [] });
    await acceptAll(shop);
    await syncReports(customer);
    expect((await line())?.activities).toMatchObject([{ activityType: 'charge', amount: owed, daysLate: 0 }]);
    await payOnPage(shop, invoice?.id ?? '');
    await until(
      'it is paid',
      async () => (await customer.call(contract.readCreditAccount)).invoices.length === 0,
    );
    await acceptAll(shop);
    await syncReports(customer);
    expect(await line()).toMatchObject({ balance: 0, activities: [{ activityType: 'charge' }] });
    expect(
      (await reports(customer, orderId)).map(({ kind, state }) => `${kind} ${state}`).toSorted(),
    ).toEqual(['charge accepted', 'payment queued']);
    shop.travel(86_400_000);
    await shop.control('POST', '/control/factiiv/clock', { advance_seconds: 86_400 });
    await syncInTurn(shop.deps, await connectionOf(customer));
    expect((await line())?.activities.map(({ activityType }) => activityType)).toEqual(['charge', 'payment']);
  });
});
