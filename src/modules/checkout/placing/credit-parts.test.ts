/**
 * An invoice on credit that is partly paid or overpaid: it is canceled and voided, and the excess is
 * refunded.
 */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { aBoughtInvoice, accountOf, invoiceRow } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { compareCharges } from '#modules/checkout/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  expect(await compareCharges(shop.deps, { expireAfterHours: 24, atLeastDays: 60 })).toMatchObject({
    unmatched: [],
    missing: [],
  });
  await shop.stop();
});

/** An invoice of $74.75 for which the processor reports one payment of this amount. */
async function partlyPaid(amount: number) {
  const { person, orderId, id, sent } = await aBoughtInvoice(shop);
  const intent = await stripeOf(shop).paymentIntents.create({
    ...{
      amount,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    customer: sent.customer as string,
  });
  const real = await shop.deps.gateway.readInvoice(sent.id);
  if (real === null) throw new Error('the invoice is not there');
  const part = { paymentRef: `inpay_${id}`, intentRef: intent.id, amount: cents(amount), paidAt: new Date() };
  const deliver = () =>
    applyCreditInvoice(
      {
        ...shop.deps,
        gateway: { ...shop.deps.gateway, readInvoice: async () => ({ ...real, payments: [part] }) },
      },
      sent.id,
    );
  await deliver();
  return { person, orderId, id, sent, intent, deliver };
}
async function latestCharge(intent: string) {
  const { latest_charge: charge } = await stripeOf(shop).paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  });
  if (charge === null || typeof charge === 'string') throw new Error('there is no charge');
  return charge;
}
const refunded = (intent: string) =>
  until('the refund is through', async () => {
    const row = await shop.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select(['refund.amount_cents', 'refund.state', 'refund.reason'])
      .where('intent_ref', '=', intent)
      .executeTakeFirst();
    return row?.state === 'succeeded' && row;
  });

test('a partly paid order can be canceled once that part was refunded', async () => {
  const { person, orderId, id, sent, intent } = await partlyPaid(2_000);
  expect(await accountOf(person)).toMatchObject({ owed: 54.75, invoices: [{ id, owed: 54.75 }] });
  await expect(cancelCreditOrder(shop.deps, orderId)).rejects.toMatchObject({ code: 'order_has_payments' });
  await requestRefund(shop.deps, { orderId, amount: null, requestKey: null });
  expect(await refunded(intent.id)).toMatchObject({ amount_cents: 2_000 });
  await cancelCreditOrder(shop.deps, orderId);
  expect(await accountOf(person)).toMatchObject({ owed: 0, held: 0, availableCredit: 500, invoices: [] });
  expect((await stripeOf(shop).invoices.retrieve(sent.id)).status).toBe('void');
  const alarms = await shop.db.selectFrom('alarm').select('detail').where('subject', '=', id).execute();
  expect(alarms).toEqual([]);
});

test('an invoice voided by staff after a part payment is no longer owed; the part needs a manual decision', async () => {
  const { person, id, sent } = await partlyPaid(2_000);
  await stripeOf(shop).invoices.voidInvoice(sent.id);
  await until('it is void here', async () => (await invoiceRow(shop, id)).status === 'void');
  expect(await accountOf(person)).toMatchObject({ owed: 0, held: 74.75, availableCredit: 425.25 });
  const alarms = await shop.db.selectFrom('alarm').select('detail').where('subject', '=', id).execute();
  expect(alarms).toMatchObject([
    { detail: expect.stringContaining('voided after 2000 cents were paid: refund them') },
  ]);
});

test('an overpaid invoice counts the amount owed, once, and the rest is refunded automatically', async () => {
  const { person, orderId, id, intent, deliver } = await partlyPaid(9_000);
  await deliver();
  expect(await refunded(intent.id)).toMatchObject({ amount_cents: 1_525, reason: 'duplicate' });
  const payments = () =>
    shop.db
      .selectFrom('payment')
      .select(['status', 'amount_cents', 'received_cents'])
      .where('invoice_id', '=', id)
      .execute();
  expect(await payments()).toEqual([{ status: 'succeeded', amount_cents: 7_475, received_cents: 9_000 }]);
  expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25, invoices: [] });
  const before = await shop.call(contract.readInvoice, { params: { id } });
  expect(before).toMatchObject({ status: 'paid', paid: 74.75, due: 0, credited: 0, refunds: [] });
  // Everything paid for the invoice is refundable, and not a cent more.
  await expect(
    requestRefund(shop.deps, { orderId, amount: cents(7_476), requestKey: null }),
  ).rejects.toMatchObject({
    code: 'refund_too_large',
  });
  await requestRefund(shop.deps, { orderId, amount: null, requestKey: null });
  await until('both are through', async () => {
    const { amount_refunded: refundedAmount } = await latestCharge(intent.id);
    return refundedAmount === 9_000;
  });
  await until(
    'its credit note is issued',
    async () => (await shop.call(contract.readInvoice, { params: { id } })).credited === 74.75,
  );
  expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25 });
});
