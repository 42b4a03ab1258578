/**
 * Makes each kind of money movement once, and then runs another month in which subscriptions renew. For tests
 * of monthly figures.
 */
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { boosted, anApprovedCustomer } from './booster.ts';
import { buy, confirm, intentOf, statusOf } from './buyer.ts';
import {
  aBoughtInvoice,
  aPaidInvoice,
  complete,
  loseDispute,
  payOnPage,
  sentInvoice,
  untilPaid,
} from './credit-buyer.ts';
import { refundOf } from './refund.ts';
import type { Shop } from './shop.ts';
import { buySubscription, monthly, passPeriod, startSubscription } from './subscription.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';

type Changes = Parameters<typeof buy>[1];

async function aSale(
  shop: Shop,
  changes: Changes = {},
  card?: string,
): Promise<{ orderId: string; intent: string }> {
  const answer = await buy(shop, changes);
  const intent = answer.client_secret === null || answer.client_secret === undefined ? '' : intentOf(answer);
  if (intent !== '') await confirm(shop, intent, card);
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent };
}

/** Two payments of one order succeed, and the second is refunded automatically. */
async function paidTwice(shop: Shop): Promise<void> {
  const { orderId, ...answer } = await buy(shop);
  const first = await shop.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await shop.db.updateTable('payment').set({ status: 'canceled' }).where('id', '=', first.id).execute();
  const paymentId = freshId('pay');
  const { amount_cents, order_id, invoice_id } = first;
  const { id } = await stripeOf(shop).paymentIntents.create({
    amount: amount_cents,
    currency: 'usd',
    metadata: { order_id, payment_id: paymentId },
  });
  const request = JSON.stringify({ ...(first.request as object), paymentId });
  await shop.db
    .insertInto('payment')
    .values({ id: paymentId, order_id, invoice_id, amount_cents, request, intent_ref: id, status: 'open' })
    .execute();
  await confirm(shop, id);
  await confirm(shop, intentOf(answer));
  await until('the second went back', () =>
    shop.db
      .selectFrom('refund')
      .select('id')
      .where('reason', '=', 'duplicate')
      .where('state', '=', 'succeeded')
      .executeTakeFirst(),
  );
}

async function disputes(shop: Shop): Promise<void> {
  for (const outcome of ['won', 'lost', null] as const) {
    const { intent } = await aSale(shop);
    const { id } = (await shop.control('POST', '/control/disputes', { payment_intent: intent })) as {
      id: string;
    };
    if (outcome !== null) await shop.control('POST', `/control/disputes/${id}/close`, { outcome });
    await until('the dispute is known', () =>
      shop.db
        .selectFrom('dispute')
        .select('status')
        .where('dispute_ref', '=', id)
        .where('status', '=', outcome ?? 'needs_response')
        .executeTakeFirst(),
    );
  }
}

/** Partial and full refunds, and one refund that fails after it had succeeded. */
async function refunds(shop: Shop): Promise<void> {
  await refundOf(shop, (await aSale(shop)).orderId, cents(2_550));
  await refundOf(shop, (await aSale(shop)).orderId);
  const { orderId } = await aSale(shop, {}, '4000000000005126');
  const { refundId } = await requestRefund(shop.deps, { orderId, amount: cents(1_000), requestKey: null });
  await until('it went back', () =>
    shop.db.selectFrom('credit_note').select('id').where('refund_id', '=', refundId).executeTakeFirst(),
  );
  await shop.control('POST', '/control/settle');
  await until('it has failed', () =>
    shop.db
      .selectFrom('credit_note')
      .select('id')
      .where('refund_id', '=', refundId)
      .where('status', '=', 'void')
      .executeTakeFirst(),
  );
}

async function onCredit(shop: Shop): Promise<void> {
  await complete(shop, (await aPaidInvoice(shop)).orderId);
  const voided = await aBoughtInvoice(shop);
  await stripeOf(shop).invoices.voidInvoice(voided.sent.id);
  await until('it is void', () =>
    shop.db
      .selectFrom('invoice')
      .select('id')
      .where('id', '=', voided.id)
      .where('status', '=', 'void')
      .executeTakeFirst(),
  );
  const lost = await aPaidInvoice(shop);
  await loseDispute(shop, lost.id);
  await refundOf(shop, (await aPaidInvoice(shop)).orderId, cents(2_000));
  // Written off, and then paid.
  const overdueInvoice = await aBoughtInvoice(shop);
  await sentInvoice(shop, overdueInvoice.id);
  const by = { userId: overdueInvoice.person.userId, actorId: overdueInvoice.person.userId };
  await staff.writeOff(shop.deps, { ...by, seen: cents(7_475), reason: 'Dissolved', beforeDue: true });
  await shop.db
    .selectFrom('invoice')
    .select('status')
    .where('id', '=', overdueInvoice.id)
    .executeTakeFirstOrThrow();
  if ((await payOnPage(shop, overdueInvoice.id)) < 400) await untilPaid(shop, overdueInvoice.id);
}

export async function aMonth(shop: Shop): Promise<void> {
  await aSale(shop);
  await aSale(shop, { discountCode: 'SAVE25' });
  await aSale(shop, { discountCode: 'FREEORDER' });
  await boosted(shop, await anApprovedCustomer(shop), { boosterIds: ['booster-250'] });
  await paidTwice(shop);
  await disputes(shop);
  await refunds(shop);
  await onCredit(shop);
  const bought = await buySubscription(shop, { productId: monthly });
  await startSubscription(shop, bought);
  await passPeriod(shop, bought);
}
