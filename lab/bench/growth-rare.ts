/** Rare customer calls for the growth benchmark that the lifecycles in `growth-lives.ts` omit. */
import { randomUUID } from 'node:crypto';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { publish } from '#modules/content/service.ts';
import { addressHashes, unsubscribeToken } from '#modules/mail/unsubscribe.ts';
import { aBusiness, applyAs } from '#test/builders/business.ts';
import {
  billingDetails,
  buy,
  buyAs,
  confirm,
  intentOf,
  type PurchaseAnswer,
  saveCard,
  statusOf,
} from '#test/builders/buyer.ts';
import { replaceCard } from '#test/builders/card-link.ts';
import { bookOf, connected } from '#test/builders/connection.ts';
import { aBoughtInvoice, aCreditBuyer } from '#test/builders/credit-buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { emailsTo, mailboxOf, tokenIn } from '#test/emails.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import type { Shop } from '#test/builders/shop.ts';
import { buySubscription, startSubscription } from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';

const password = 'another long password';

/** Publishes the shop's own posts; their number does not depend on the size of the shop. */
export const publishPosts = async (shop: Shop): Promise<void> =>
  void (await publish(shop.deps, await readSeedPosts(), { replace: true }));

async function read(shop: Shop): Promise<void> {
  const slug = (await shop.call(contract.listBlogs, { query: {} })).data[0]?.slug ?? '';
  await shop.call(contract.readBlog, { params: { slug } });
  await shop.call(contract.listProductsOfPost, { params: { slug } });
}

async function pay(shop: Shop, answer: PurchaseAnswer): Promise<void> {
  await confirm(shop, intentOf(answer));
  await until('it is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
}

async function becomeCustomer(shop: Shop, life: string): Promise<void> {
  const email = `guest-${life}@example.com`;
  await pay(shop, await buy(shop, { billingDetails: { ...billingDetails, email } }));
  const link = (await emailsTo(shop, email, 2)).find(({ text }) => text.includes('confirmToken'));
  const confirmToken = tokenIn(link, 'confirmToken');
  await shop.call(contract.setPassword, { body: { password, confirmPassword: password, confirmToken } });
}

async function secureAccount(shop: Shop, life: string): Promise<void> {
  const person = await aCustomer(shop);
  const app = await turnOnTwoFactor(shop, person);
  const proof = () => ({ password: person.password, code: app.nextCode() });
  await person.call(contract.renewRecoveryCodes, { body: proof() });
  await person.call(contract.removeTwoFactor, { body: proof() });
  await person.call(contract.endActing);
  const email = `moved-${life}@example.com`;
  await person.call(contract.askEmailChange, { body: { email, password: person.password } });
  const confirmToken = await until('a link has come', async () =>
    (await mailboxOf(shop, email))
      .flatMap(({ text }) => /\/change-email\?confirmToken=(\S+)/.exec(text)?.[1] ?? [])
      .at(0),
  );
  await shop.call(contract.confirmEmailChange, { body: { confirmToken } });
}

async function unsubscribe(shop: Shop, life: string): Promise<void> {
  const [id, [hash]] = [freshId('rem'), addressHashes(shop.deps.keys, `quiet-${life}@example.com`)];
  await shop.db.insertInto('reminder_address').values({ address_hash: hash }).execute();
  await shop.db
    .insertInto('cart_reminder')
    .values({ id, address_hash: hash, number: 1, created_at: shop.deps.clock.now() })
    .execute();
  await shop.call(contract.stopReminders, { body: { token: unsubscribeToken(shop.deps.keys, id) } });
}

async function report(shop: Shop): Promise<void> {
  const { customer, business } = await connected(shop, await aCustomer(shop));
  const { orderId } = await buyAs(customer);
  await pay(
    shop,
    await customer.call(contract.purchaseOrder, {
      headers: { 'idempotency-key': randomUUID() },
      body: { orderId },
    }),
  );
  await customer.call(contract.syncTrades);
  const [trade] = await bookOf(shop, business.businessId);
  await shop.control('POST', `/control/factiiv/trades/${trade?.id}/accept`, { as: 'counterparty' });
  await customer.call(contract.syncTrades);
  await shop.control('POST', `/control/factiiv/trades/${trade?.id}/reject`, {
    as: 'staff',
    reason: 'No such business',
  });
  await customer.call(contract.syncTrades);
  const [rejected] = (await customer.call(contract.listReports, { query: { orderId } })).data;
  await customer.call(contract.disputeReport, {
    params: { id: rejected?.id ?? '' },
    body: { message: 'The business is mine' },
  });
  await customer.call(contract.refreshCreditScore);
  await customer.call(contract.listCreditScores, {
    params: { businessProfileId: business.businessId },
    query: {},
  });
  await customer.call(contract.withdrawReporting);
  await customer.call(contract.agreeToReporting, { body: { version: reportingTermsVersion } });
}

const dayMs = 86_400_000;

async function endCredit(shop: Shop): Promise<void> {
  const { person, id } = await aBoughtInvoice(shop);
  const paymentMethodId = (await saveCard(shop, person)) ?? '';
  await person.call(contract.payCreditInvoices, { body: { invoiceIds: [id], paymentMethodId } });
  await person.call(contract.printCreditStatement, { query: {} } as never);
  await (await aCreditBuyer(shop)).call(contract.closeCredit);
  const formedOn = new Date(shop.deps.clock.now().getTime() - 29 * dayMs).toISOString().slice(0, 10);
  const newBusiness = await aBusiness(shop, { company: { formedOn } });
  await applyAs(newBusiness);
  await newBusiness.call(contract.withdrawApplication);
}

async function replaceByLink(shop: Shop): Promise<void> {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  const { path } = await customer.call(contract.makeCardLink, { params: { id: bought.id } });
  await replaceCard(shop, path.slice(-43));
}

/** Makes each call once. `readRefusals` is left out because it reads no database. */
export async function callTheRest(shop: Shop, life: string): Promise<void> {
  await read(shop);
  await becomeCustomer(shop, life);
  await secureAccount(shop, life);
  await unsubscribe(shop, life);
  await report(shop);
  await endCredit(shop);
  await replaceByLink(shop);
}
