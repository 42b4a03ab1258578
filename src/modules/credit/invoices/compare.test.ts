/** Invoices on credit at the processor beside ours, when nobody told us of what happened there. */
import { verify } from '#modules/admin/verify.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { aCreditBuyer, aBoughtInvoice, payOnPage, sentInvoice, untilPaid } from '#test/a-credit-buyer.ts';
import { settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareInvoices } from './compare.ts';
import { find } from './store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

/** Nobody listens at that address. */
const deaf = () => shop.control('PUT', '/control/webhook-endpoint', { url: 'http://127.0.0.1:9/nobody', secret: shop.webhookSecret });
const hearing = () =>
  shop.control('PUT', '/control/webhook-endpoint', { url: `${shop.origin}/api/webhooks/stripe`, secret: shop.webhookSecret });
const alarmsOf = async (subject: string) =>
  (await shop.db.selectFrom('alarm').select('kind').where('subject', '=', subject).execute()).map(({ kind }) => kind);
const days = { noted: null, processor: { days: 1, expireAfterHours: 24 } };

test('what agrees is only compared', async () => {
  await aBoughtInvoice(shop);
  expect(await compareInvoices(shop.deps)).toEqual({ compared: 1, foreign: 0, repaired: 0, unmatched: [], missing: [], failed: 0 });
});

test('a payment and a void that nobody told us of are found', async () => {
  const [paid, voided] = [await aBoughtInvoice(shop), await aBoughtInvoice(shop)];
  await settleWebhooks(shop);
  await deaf();
  await payOnPage(shop, paid.id);
  await stripeOf(shop).invoices.voidInvoice(voided.sent.id);
  const { report } = await verify(shop.deps, days);
  expect(report).toContain('Credit invoices 3 compared, 2 repaired, 0 of others, 0 could not be read');
  await hearing();
  await untilPaid(shop, paid.id);
  expect(await find(shop.db, voided.id)).toMatchObject({ status: 'void' });
});

test('one that is void here and can still be paid there is voided there', async () => {
  const { id, sent } = await aBoughtInvoice(shop);
  await shop.db.updateTable('invoice').set({ status: 'void', closed_at: new Date() }).where('id', '=', id).execute();
  expect(await compareInvoices(shop.deps)).toMatchObject({ repaired: 1, unmatched: [] });
  expect((await stripeOf(shop).invoices.retrieve(sent.id)).status).toBe('void');
});

test('what our shop asks for at the processor and does not know rings, and what is of another shop does not', async () => {
  const person = await aCreditBuyer(shop);
  const { customer_ref: customer } = await shop.db
    .selectFrom('app_user')
    .select('customer_ref')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const stripe = stripeOf(shop);
  const ask = async (shopId: string): Promise<string> => {
    const asked = { customer: customer ?? '', collection_method: 'send_invoice', days_until_due: 30 } as const;
    const { id } = await stripe.invoices.create({ ...asked, metadata: { shop_id: shopId, invoice_id: 'inv_gone' } });
    await stripe.invoiceItems.create({ customer: customer ?? '', invoice: id, currency: 'usd', amount: 1_000 });
    await stripe.invoices.finalizeInvoice(id);
    return id;
  };
  const [ours, foreign] = [await ask(shop.deps.shopId), await ask('shp_other')];
  expect(await compareInvoices(shop.deps)).toMatchObject({ unmatched: [ours], foreign: 1 });
  expect([await alarmsOf(ours), await alarmsOf(foreign)]).toEqual([['credit_invoice'], []]);
  const { report, isSound } = await verify(shop.deps, days);
  expect(report).toContain(`  open at the processor, not open here: ${ours}`);
  expect(isSound).toBe(false);
  await stripe.invoices.voidInvoice(ours);
});

test('one that is open here and unknown at the processor rings', async () => {
  const { id } = await aBoughtInvoice(shop);
  const { number } = await sentInvoice(shop, id);
  await shop.db.updateTable('invoice').set({ processor_ref: 'in_gone' }).where('id', '=', id).execute();
  const { missing } = await compareInvoices(shop.deps);
  expect([missing, await alarmsOf('in_gone')]).toEqual([[number], ['credit_invoice']]);
});
