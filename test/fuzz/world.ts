/**
 * Existing data for random calls: logged-in users, carts, orders, and coupons. With it, calls get past the
 * first checks.
 */
import { randomUUID } from 'node:crypto';
import { CallError, createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { anAccount, aPassword, withToken } from '#test/builders/customer.ts';
import { aPurchaseRequest, billingDetails } from '#test/builders/buyer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import type { KnownValues } from './values.ts';

export type Shopkeeper = { origin: string; db: Shop['db']; deps: Pick<Shop['deps'], 'clock' | 'passwords'> };

const newPassword = 'another horse battery staple';

export async function aWorld(shop: Shopkeeper, people = 8): Promise<KnownValues> {
  const call = createClient(fetch, shop.origin);
  await shop.db.updateTable('coupon').set({ usage_limit: 1_000_000 }).where('usage_limit', '>', 1).execute();
  const customers: Person[] = [];
  const carts: string[] = [];
  const orders: string[] = [];
  // Sequential, because hashing and the coupon row allow only one at a time.
  for (let number = 0; number < people; number += 1) {
    const person = await aPerson(shop);
    customers.push(person);
    const body = { productIds: ['ein-filing'], email: person.email };
    carts.push((await retry(() => call(contract.createCart, { body }))).id);
    const headers = { 'idempotency-key': randomUUID() };
    const free = aPurchaseRequest({ discountCode: 'FREEORDER' });
    orders.push(
      (await retry(() => withToken(shop, person.token)(contract.purchase, { headers, body: free }))).orderId,
    );
  }
  const key = { 'idempotency-key': randomUUID() };
  orders.push(
    (await retry(() => call(contract.createAndPurchase, { headers: key, body: aPurchaseRequest() }))).orderId,
  );
  const posts = await retry(() => call(contract.listBlogs, { query: {} }));
  const products = await retry(() => call(contract.listProducts));
  const priced = products.filter(({ price, subscriptionPrice }) => (price ?? subscriptionPrice) != null);
  return {
    ...Object.fromEntries(Object.entries(billingDetails).map(([name, value]) => [name, [value]])),
    accessToken: customers.map(({ token }) => token),
    // Reusing a refresh token ends its session, so most users do not share theirs.
    refreshToken: customers.slice(0, 2).map(({ refreshToken }) => refreshToken),
    email: customers.map(({ email }) => email),
    password: [aPassword, newPassword],
    oldPassword: [aPassword],
    newPassword: [newPassword],
    userName: ['Ama'],
    country: ['GH', 'NG'],
    address: ['12 Ring Road'],
    city: ['Accra'],
    phone: ['+233 20 123 4567'],
    phoneNumber: ['+233 20 123 4567'],
    productIds: priced.map(({ id }) => id),
    // Optional values that would rarely be right by chance.
    expectedTotal: [undefined],
    paymentMethodId: [undefined],
    creditPurchase: [undefined, false],
    code: ['WELCOME10', 'SAVE25', 'FREEORDER', 'EXPIRED20', '123456'],
    discountCode: ['WELCOME10', 'FREEORDER', null],
    cartId: [undefined, ...carts],
    orderId: orders,
    id: [...carts, ...orders],
    slug: posts.data.map(({ slug }) => slug),
    paymentMethod: ['card'],
  };
}

type Person = { email: string; token: string; refreshToken: string };

async function aPerson(shop: Shopkeeper): Promise<Person> {
  const { email, password } = await anAccount(shop, { email: `fuzz-${randomUUID()}@example.com` });
  const call = createClient(fetch, shop.origin);
  const { data } = await retry(() => call(contract.login, { body: { email, password } }));
  return { email, token: data.accessToken, refreshToken: data.refreshToken };
}

/** A busy machine may return a busy error, so the setup retries. */
const retry = <T>(attempt: () => Promise<T>): Promise<T> =>
  until(
    'the shop has time',
    async () => {
      try {
        return { answer: await attempt() };
      } catch (error) {
        if (error instanceof CallError && error.status === 503) return null;
        throw error;
      }
    },
    120_000,
  ).then(({ answer }) => answer);
