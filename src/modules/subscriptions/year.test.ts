/**
 * Situation 30: a year of subscriptions on the sandbox's clock. Renewals, one failure that recovers and one
 * that does not, a cancellation undone, a new price, a dispute and a refund in the middle.
 */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { cards, saveCard } from '#test/builders/buyer.ts';
import { cardLinkFor, replaceCard } from '#test/builders/card-link.ts';
import { aCustomer, type Customer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  atProcessor,
  type Bought,
  buySubscription,
  emails,
  listed,
  monthly,
  passDays,
  passPeriod,
  read,
  startSubscription,
} from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLink } from './card-links.ts';
import { changePrice } from './price-change.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const kindsOf = async (bought: { orderId: string }) => (await emails(shop, bought)).map(({ kind }) => kind);
const countOf = async (bought: { orderId: string }, kind: string) =>
  (await kindsOf(bought)).filter((candidate) => candidate === kind).length;

/** The same day, or the last day of a shorter month. Adding single months would lose the 29th to 31st. */
function monthsAfter(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const at = new Date(from);
  at.setUTCFullYear(
    year,
    month,
    Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()),
  );
  return at;
}

/**
 * The third renewal: the saved card is declined when charged. Recovered through the link in the email,
 * without a log-in.
 */
async function failAndRecover(
  bought: Bought,
  here: () => Promise<Pick<Customer, 'call'>>,
  email: string,
): Promise<void> {
  const bad = await saveCard(shop, await here(), cards.savedThenDeclined);
  await (await here()).call(contract.changeSubscriptionCard, {
    params: { id: bought.id },
    body: { paymentMethodId: bad ?? '' },
  });
  expect(await passPeriod(shop, bought)).toMatchObject({ status: 'past_due', card: { ref: bad } });
  expect(await listed(await here(), bought)).toMatchObject({
    status: 'past_due',
    amount: 29,
    cancelAtPeriodEnd: false,
  });
  await passDays(shop, 3.01);
  expect(await countOf(bought, 'renewal_failed')).toBe(2);
  const token = await cardLinkFor(shop, email);
  expect(await shop.call(contract.readSubscriptionByLink, { body: { token } })).toMatchObject({
    due: true,
    amount: 29,
    card: { last4: '0341' },
  });
  expect(await replaceCard(shop, token)).toEqual({ status: 'paid' });
  expect(await read(shop, bought)).toMatchObject({
    status: 'active',
    pastDueSince: null,
    card: { last4: '4242' },
  });
}

test('of a customer: twelve renewals, with incidents in between', { tags: ['long'] }, async () => {
  const account = await aCustomer(shop);
  // A session expires within months.
  const here = () => logIn(shop, account);
  const bought = await buySubscription(shop, { customer: account });
  const first = await startSubscription(shop, bought);
  for (let month = 1; month <= 2; month += 1) await passPeriod(shop, bought);

  await failAndRecover(bought, here, first.billingEmail);
  await passPeriod(shop, bought);
  const canceled = await (await here()).call(contract.cancelSubscription, { params: { id: bought.id } });
  expect(canceled).toMatchObject({ cancelAtPeriodEnd: true, nextChargeAt: null, status: 'active' });
  await until('the processor knows', async () => (await atProcessor(shop, bought))[0]?.cancel_at_period_end);
  expect(
    await (await here()).call(contract.undoCancelSubscription, { params: { id: bought.id } }),
  ).toMatchObject({
    cancelAtPeriodEnd: false,
  });
  await until(
    'the processor knows',
    async () => (await atProcessor(shop, bought))[0]?.cancel_at_period_end === false,
  );

  await passPeriod(shop, bought);
  const paid = await shop.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', bought.orderId)
    .orderBy('created_at', 'desc')
    .execute();
  const [latest, before] = paid;
  const refund = await requestRefund(shop.deps, {
    orderId: bought.orderId,
    paymentId: latest?.id ?? '',
    amount: null,
    requestKey: null,
  });
  await until(
    'the refund is there',
    async () =>
      (
        await shop.db
          .selectFrom('refund')
          .select('state')
          .where('id', '=', refund.refundId)
          .executeTakeFirst()
      )?.state === 'succeeded',
  );
  await shop.control('POST', '/control/disputes', { payment_intent: before?.intent_ref });
  await until('the dispute is there', () =>
    shop.db.selectFrom('dispute').select('dispute_ref').executeTakeFirst(),
  );
  expect((await listed(await here(), bought)).history.slice(0, 2).map(({ status }) => status)).toEqual([
    'refunded',
    'disputed',
  ]);

  await passPeriod(shop, bought);
  expect(await changePrice(shop.deps, { productId: monthly, amount: cents(3_500) }, null)).toBe(1);
  await passPeriod(shop, bought);
  await passDays(shop, 10);
  const announced = await read(shop, bought);
  expect(announced).toMatchObject({ price: 2_900, nextPrice: { amount: 3_500, from: announced.paidUntil } });
  for (let month = 8; month <= 12; month += 1) await passPeriod(shop, bought);

  const last = await read(shop, bought);
  expect(last).toMatchObject({
    status: 'active',
    paidUntil: monthsAfter(first.startedAt, 13),
    price: 3_500,
    nextPrice: null,
  });
  const shown = await listed(await here(), bought);
  expect(shown.history).toHaveLength(13);
  expect(shown.history.map(({ amount }) => amount).toReversed()).toEqual([
    ...Array(8).fill(29),
    ...Array(5).fill(35),
  ]);
  const { data: remoteInvoices } = await stripeOf(shop).invoices.list({
    subscription: last.subscriptionRef ?? '',
    limit: 100,
  });
  expect(remoteInvoices.map(({ status }) => status)).toEqual(Array(12).fill('paid'));
  expect(await countOf(bought, 'renewal_receipt')).toBe(12);
  expect(await countOf(bought, 'price_change')).toBe(1);
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('of a guest who never pays again: four emails, then the end, without any debt', async () => {
  const bought = await buySubscription(shop);
  const { billingEmail } = await startSubscription(shop, bought);
  await passPeriod(shop, bought);
  const token = await shop.deps.db.transaction().execute(async (tx) => makeLink(tx, shop.deps, bought.id));
  expect(await replaceCard(shop, token.path.slice(-43), cards.savedThenDeclined)).toEqual({
    status: 'saved',
  });
  expect(await passPeriod(shop, bought)).toMatchObject({ status: 'past_due' });
  // The sandbox's clock has whole seconds: exactly three days later could be a moment too early.
  for (const days of [3.01, 4, 7, 6.9]) await passDays(shop, days);
  expect(await countOf(bought, 'renewal_failed')).toBe(4);
  expect(await read(shop, bought)).toMatchObject({ status: 'past_due' });
  await passDays(shop, 0.2);
  expect(await read(shop, bought)).toMatchObject({ status: 'ended', endReason: 'unpaid' });
  expect((await kindsOf(bought)).at(-1)).toBe('subscription_ended');
  await until('the processor knows', async () => (await atProcessor(shop, bought))[0]?.status === 'canceled');
  const { data: remoteInvoices } = await stripeOf(shop).invoices.list({
    customer: (await read(shop, bought)).customerRef ?? '',
    limit: 10,
  });
  await until('the open invoice is void', async () =>
    (
      await stripeOf(shop).invoices.list({ customer: (await read(shop, bought)).customerRef ?? '' })
    ).data.every(({ status }) => status === 'paid' || status === 'void'),
  );
  expect(remoteInvoices).toHaveLength(2);
  await expect(
    cardLinkFor(shop, billingEmail).then((link) =>
      shop.call(contract.readSubscriptionByLink, { body: { token: link } }),
    ),
  ).rejects.toMatchObject({ status: 410, code: 'link_invalid' });
  expect(await checkInvariants(shop.db)).toEqual([]);
});
