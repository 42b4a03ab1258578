/** A voided Net 30 invoice: its reported charge is withdrawn once, and a queued charge is not reported. */
import { contract } from '#contract/contract.ts';
import { acceptAll, bookOf, connected, type Connected, syncReports } from '#test/builders/connection.ts';
import { aCreditBuyer, buyOnAccount, orderOf, sentInvoice } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
});
afterEach(() => shop.control('DELETE', '/control/factiiv/fail-next'));
afterAll(() => shop.stop());

const sync = ({ customer }: Connected) => syncReports(customer);
const chargeOf = async ({ customer }: Connected, orderId: string) =>
  (await customer.call(contract.listReports, { query: { orderId } })).data.find(
    ({ kind }) => kind === 'charge',
  );
const lineOf = async ({ business }: Connected) =>
  (await bookOf(shop, business.businessId)).find(({ typeDesc }) => typeDesc === 'borrow');
const activitiesOf = async (person: Connected) =>
  ((await lineOf(person))?.activities ?? []).map(({ amount, withdrawnAt }) => [
    amount,
    withdrawnAt === null ? 'counts' : 'withdrawn',
  ]);

/** An account with a reported credit line that both sides have accepted. */
async function aReportedAccount(): Promise<Connected> {
  const person = await connected(shop, await aCreditBuyer(shop));
  await until('the line is in the book', async () => {
    await sync(person);
    return lineOf(person);
  });
  await acceptAll(shop);
  return person;
}

async function bought({ customer }: Connected): Promise<{ orderId: string; voided(): Promise<void> }> {
  const { orderId } = await buyOnAccount(shop, customer);
  const id = (await orderOf(customer, orderId)).invoices[0]?.id ?? '';
  const { id: processorRef } = await sentInvoice(shop, id);
  return {
    orderId,
    async voided() {
      await stripeOf(shop).invoices.voidInvoice(processorRef);
      await until(
        'it is voided here',
        async () => (await orderOf(customer, orderId)).invoices[0]?.status === 'void',
      );
    },
  };
}

test('its report is withdrawn, the rest of that activity is reported again, and the receipt explains it', async () => {
  const person = await aReportedAccount();
  const [first, second] = [await bought(person), await bought(person)];
  await sync(person);
  expect(await activitiesOf(person)).toEqual([[150, 'counts']]);
  await acceptAll(shop);
  await sync(person);
  await first.voided();
  await sync(person);
  expect(await activitiesOf(person)).toEqual([
    [150, 'withdrawn'],
    [75, 'counts'],
  ]);
  expect(await lineOf(person)).toMatchObject({ balance: 75 });
  expect(await chargeOf(person, first.orderId)).toMatchObject({
    state: 'withdrawn',
    reason: null,
    fields: { amount: 150 },
  });
  expect(await chargeOf(person, second.orderId)).toMatchObject({
    state: 'awaiting_you',
    fields: { amount: 75 },
  });
  await second.voided();
  await sync(person);
  expect((await activitiesOf(person)).map(([, stands]) => stands)).toEqual(['withdrawn', 'withdrawn']);
  expect(await lineOf(person)).toMatchObject({ balance: 0 });
});

test('a waiting charge is not reported, with a reason', async () => {
  const person = await aReportedAccount();
  const { orderId, voided } = await bought(person);
  await voided();
  await sync(person);
  expect(await activitiesOf(person)).toEqual([]);
  const reason = 'The invoice was voided before it was reported';
  expect(await chargeOf(person, orderId)).toMatchObject({ state: 'not_reported', reason, fields: null });
});

describe('a call whose response was lost', () => {
  const withdrawals = async ({ business }: Connected): Promise<number> => {
    const { data } = (await shop.control('GET', '/control/factiiv/requests?limit=500')) as {
      data: { path: string }[];
    };
    return data.filter(
      ({ path }) => path.includes(`/activities/${business.businessId}/`) && path.endsWith('/withdraw'),
    ).length;
  };

  test.each([
    ['before', 2],
    ['after', 1],
  ] as const)('%s its effect withdraws the charge once', async (where, calls) => {
    const person = await aReportedAccount();
    const { orderId, voided } = await bought(person);
    await sync(person);
    await voided();
    const match = `POST /api/v1/activities/${person.business.businessId}/*/withdraw`;
    await shop.control('POST', '/control/factiiv/fail-next', { how: 'reset', where, match, times: 1 });
    await expect(sync(person)).rejects.toMatchObject({ code: 'bureau_unavailable' });
    await sync(person);
    expect(await activitiesOf(person)).toEqual([[75, 'withdrawn']]);
    expect(await withdrawals(person)).toBe(calls);
    expect((await chargeOf(person, orderId))?.state).toBe('withdrawn');
    expect(await lineOf(person)).toMatchObject({ balance: 0 });
  });

  test('is not repeated for a charge whose invoice was voided meanwhile', async () => {
    const person = await aReportedAccount();
    const { orderId, voided } = await bought(person);
    const match = `POST /api/v1/activities/${person.business.businessId}`;
    await shop.control('POST', '/control/factiiv/fail-next', {
      how: 'reset',
      where: 'before',
      match,
      times: 1,
    });
    await expect(sync(person)).rejects.toMatchObject({ code: 'bureau_unavailable' });
    await voided();
    await sync(person);
    expect(await activitiesOf(person)).toEqual([]);
    expect((await chargeOf(person, orderId))?.state).toBe('not_reported');
  });
});
