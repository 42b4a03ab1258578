/**
 * The calls of the specification's second document, section 7, with exactly its payloads. They are sent as
 * raw text over HTTP, so neither the contract nor its client can hide a difference. Also the entries of
 * section 8, each with the test that quotes it. Credit and `GET /subscriptions` are left out; the latter has
 * its own tests.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirm, intentOf, saveCard } from './builders/buyer.ts';
import { aFactiivBusiness } from './builders/connection.ts';
import { approve } from './builders/credit-account.ts';
import { aCustomer, type Customer } from './builders/customer.ts';
import { aShop, type Shop } from './builders/shop.ts';

let shop: Shop;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false, factiiv: true });
  customer = await aCustomer(shop, { email: 'ama.boateng@example.com' });
});
afterAll(() => shop.stop());

const orderId = expect.stringMatching(/^ord_[\w-]{22}$/);
const secret = expect.stringMatching(/^(pi|seti)_\w+_secret_\w+$/);
const product = {
  id: 'ein-filing',
  name: 'EIN filing',
  price: 149.5,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein-filing.svg',
  productBenefits: expect.arrayContaining([{ text: expect.any(String) }]),
};
const booster = {
  id: 'booster-250',
  title: expect.any(String),
  price: 49,
  creditLimitIncrease: 250,
  description: expect.any(String),
  bgColor: expect.stringMatching(/^#/),
};
const person = { firstName: 'Ama', lastName: 'Boateng', email: 'ama.boateng@example.com', country: 'GH' };
const cart = {
  ...person,
  phoneNumber: '+233 20 123 4567',
  addressLine1: '12 Ring Road',
  productIds: ['ein-filing'],
  discountCode: 'WELCOME10',
  cartAmount: 149.5,
};
/** Responses use the entity's name for the address. */
const { addressLine1: address, ...rest } = cart;
const cartAnswer = {
  ...rest,
  address,
  id: expect.stringMatching(/^cart_/),
  status: 'pending',
  cartItems: [{ product }],
};
const billingDetails = { ...person, phone: '+233 20 123 4567', addressLine1: '12 Ring Road' };
const purchase = {
  productIds: ['ein-filing'],
  discountCode: 'WELCOME10',
  billingDetails,
  creditPurchase: false,
};
const savedCard = {
  id: expect.stringMatching(/^pm_/),
  name: 'Ama Boateng',
  last4: '4242',
  expMonth: 12,
  expYear: expect.any(Number),
  brand: 'visa',
};
const order = {
  id: orderId,
  orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  status: 'in_progress',
  billingInfo: { ...billingDetails, phone: expect.stringContaining('233') },
  orderItems: [{ id: 'ein-filing', total: 149.5, product: { name: 'EIN filing', type: 'simple' } }],
  invoices: [{ stripeHostedInvoice: expect.stringMatching(/\/invoices\/inv_/) }],
};

/** Values that one call returns and a later one needs. */
const known = {
  cart: '',
  guestOrder: '',
  card: '',
  paidOrder: '',
  user: '',
  factUser: '',
  business: '',
  key: '',
};
type Known = typeof known;
type Row = {
  call: string;
  by: 'guest' | 'customer';
  path?: (ids: Known) => string;
  body?: (ids: Known) => unknown;
  answer: unknown;
  /** What happens outside our API before the next call. Returns the values that it needs. */
  then?: (answer: never) => Promise<Partial<Known>> | Partial<Known>;
};

const calls: Row[] = [
  { call: 'GET /products', by: 'guest', answer: expect.arrayContaining([expect.objectContaining(product)]) },
  {
    call: 'GET /products',
    by: 'guest',
    path: () => '/products?type=simple&search=EIN%20filing&page=1',
    answer: expect.any(Array),
  },
  {
    call: 'POST /carts',
    by: 'customer',
    body: () => cart,
    answer: cartAnswer,
    then: ({ id }: { id: string }) => ({ cart: id }),
  },
  { call: 'GET /carts/{id}', by: 'customer', path: (ids) => `/carts/${ids.cart}`, answer: cartAnswer },
  {
    call: 'PUT /carts/{id}',
    by: 'customer',
    path: (ids) => `/carts/${ids.cart}`,
    body: (ids) => ({ ...cart, id: ids.cart, firstName: 'Akosua' }),
    answer: { ...cartAnswer, firstName: 'Akosua' },
  },
  {
    call: 'GET /carts/pending/{email}',
    by: 'customer',
    path: () => '/carts/pending/ama.boateng@example.com',
    answer: { ...cartAnswer, firstName: 'Akosua' },
  },
  {
    call: 'DELETE /carts/{id}',
    by: 'customer',
    path: (ids) => `/carts/${ids.cart}`,
    answer: { status: 'lost' },
  },
  {
    call: 'GET /coupons/by-code/{code}',
    by: 'guest',
    path: () => '/coupons/by-code/WELCOME10',
    answer: {
      amount: 10,
      discountType: 'percentage',
      usageLimit: 1_000,
      usedCount: 0,
      expiryDate: expect.stringMatching(/Z$/),
    },
  },
  {
    call: 'POST /payments/create-and-purchase',
    by: 'guest',
    body: () => purchase,
    answer: { orderId, status: 'requires_confirmation', client_secret: secret, total: 134.55 },
    then: (answer: { orderId: string }) => {
      // Another user's payment attempt may still be running in the first minutes.
      shop.travel(3 * 60_000);
      return { guestOrder: answer.orderId };
    },
  },
  {
    call: 'POST /payments/purchase-order',
    by: 'guest',
    body: (ids) => ({ ...purchase, orderId: ids.guestOrder }),
    answer: { status: 'requires_confirmation', client_secret: secret, total: 134.55 },
    then: (answer: { client_secret: string }) => confirm(shop, intentOf(answer)).then(() => ({})),
  },
  {
    call: 'POST /payments/add-payment-method',
    by: 'customer',
    body: () => ({ firstName: 'Ama', lastName: 'Boateng' }),
    answer: { client_secret: secret },
    then: async () => ({ card: (await saveCard(shop, customer)) ?? '' }),
  },
  { call: 'GET /payment-methods/mine', by: 'customer', answer: [savedCard] },
  {
    call: 'POST /payments/purchase',
    by: 'customer',
    body: (ids) => ({ ...purchase, discountCode: null, paymentMethodId: ids.card, cartId: null }),
    answer: { orderId, status: 'paid', total: 149.5 },
    then: (answer: { orderId: string }) => ({ paidOrder: answer.orderId }),
  },
  { call: 'GET /orders/{id}', by: 'customer', path: (ids) => `/orders/${ids.paidOrder}`, answer: order },
  {
    call: 'GET /auth/me',
    by: 'customer',
    answer: {
      id: expect.stringMatching(/^usr_/),
      ...{
        firstName: 'Ama',
        lastName: 'Boateng',
        email: 'ama.boateng@example.com',
        address: '12 Ring Road',
        country: 'GH',
      },
      phone: expect.stringContaining('233'),
      cart: null,
      userCredits: { availableCredit: 0, approvedCredit: 0 },
      orders: [order],
      factBusinessId: null,
    },
    then: async ({ id }: { id: string }) => {
      await approve(shop, customer.userId);
      const { factId, businessId, apiKey } = await aFactiivBusiness(shop, id);
      return { user: id, factUser: factId, business: businessId, key: apiKey };
    },
  },
  {
    call: 'PUT /users/fact-user/{id}',
    by: 'customer',
    path: (ids) => `/users/fact-user/${ids.user}`,
    body: (ids) => ({ factUserId: ids.factUser, factBusinessId: ids.business, factApiKey: ids.key }),
    answer: { factBusinessId: expect.any(String) },
  },
  { call: 'POST /payments/sync-trades', by: 'customer', answer: { sent: expect.any(Number), waiting: 0 } },
  {
    call: 'POST /payments/sync-trades',
    by: 'customer',
    body: () => ({}),
    answer: { sent: expect.any(Number), waiting: 0 },
  },
  {
    call: 'POST /credit-scores',
    by: 'customer',
    answer: { business: { factiiv: { value: null, tradeLines: 0 } } },
  },
  {
    call: 'GET /credit-scores/by-userId/{id}',
    by: 'customer',
    path: (ids) => `/credit-scores/by-userId/${ids.user}`,
    answer: { business: { factiiv: { value: null, tradeLines: 0 } } },
  },
  {
    call: 'GET /credit-scores/history/{businessProfileId}',
    by: 'customer',
    path: (ids) => `/credit-scores/history/${ids.business}?limit=10`,
    answer: { data: [{ business: { factiiv: { value: null, tradeLines: 0 } } }], nextCursor: null },
  },
  { call: 'GET /auth/me', by: 'customer', answer: { factBusinessId: expect.any(String) } },
  { call: 'GET /boosters', by: 'guest', answer: [booster, { id: 'booster-500' }, { id: 'booster-1000' }] },
  { call: 'GET /boosters/{id}', by: 'guest', path: () => '/boosters/booster-250', answer: booster },
  {
    call: 'POST /payments/purchase-booster',
    by: 'customer',
    body: () => ({ boosterIds: ['booster-250'], billingDetails }),
    answer: { orderId, status: 'requires_confirmation', client_secret: secret, total: 49 },
  },
  {
    call: 'POST /payments/purchase-booster',
    by: 'customer',
    body: (ids) => ({ boosterIds: ['booster-250'], billingDetails, paymentMethodId: ids.card }),
    answer: { orderId, status: 'paid', total: 49 },
  },
];

describe('7: the calls', () => {
  test.each(calls.map((row, index) => [`${index + 1}. ${row.call}, by a ${row.by}`, row] as const))(
    '%s',
    async (_, row) => {
      const [method = '', template = ''] = row.call.split(' ');
      const headers: Record<string, string> = row.by === 'customer' ? { ...customer.headers } : {};
      if (row.body !== undefined) headers['content-type'] = 'application/json';
      const answer = await fetch(`${shop.origin}/api${row.path?.(known) ?? template}`, {
        method,
        headers,
        ...(row.body === undefined ? {} : { body: JSON.stringify(row.body(known)) }),
      });
      const body: unknown = await answer.json();
      expect({ status: answer.status, body }).toMatchObject({ status: 200, body: row.answer });
      Object.assign(known, await row.then?.(body as never));
    },
  );
});

/** The exact message of each entry, and a test file that contains it. */
const errorCatalogue: [situation: string, words: string, file: string][] = [
  ['Coupon invalid: toast, discount cleared', 'Coupon code is invalid', 'e2e/discounts.spec.ts'],
  [
    'Coupon over usage limit: toast, discount cleared',
    'Coupon code exceeded usage limit',
    'e2e/discounts.spec.ts',
  ],
  ['Coupon expired: toast, discount cleared', 'Coupon code has expired', 'e2e/discounts.spec.ts'],
  ['Coupon applied: success toast', 'Coupon applied successfully', 'e2e/discounts.spec.ts'],
  [
    'Card submit error: the provider message',
    'Your card number is incomplete.',
    'src/web/features/checkout/purchase/pay.test.ts',
  ],
  ['Card submit error: without one', "'error occurred'", 'src/web/features/checkout/purchase/pay.test.ts'],
  [
    'Purchase API error: the server error body as a toast',
    'expectMessage(page, words)',
    'e2e/error-catalogue.spec.ts',
  ],
  ['Add payment method: the provider message', 'Your card was declined.', 'e2e/error-catalogue.spec.ts'],
  [
    'Add payment method: a failed create call as text',
    'You can save up to 20 cards',
    'e2e/error-catalogue.spec.ts',
  ],
  [
    'Completed cart at checkout',
    "expectMessage(page, 'Cart is already completed')",
    'e2e/error-catalogue.spec.ts',
  ],
  [
    'Recovered cart at checkout',
    "['completed', 'recovered']",
    'src/web/features/checkout/opening/open-checkout.test.ts',
  ],
  [
    'Stored order fetch fails: id cleared',
    'a stored order that the server does not know',
    'src/web/features/checkout/opening/open-checkout.test.ts',
  ],
  [
    'User fetch fails: the guard clears storage and leads to /login',
    'sends whoever is not logged in to the log-in',
    'e2e/profile.spec.ts',
  ],
  ['Success: payment', "'payment success'", 'e2e/error-catalogue.spec.ts'],
  ['Success: card saved', 'Payment method added successfully', 'e2e/profile.spec.ts'],
  [
    'Booster purchase server error: the error data as a toast',
    'expectMessage(page, words)',
    'e2e/booster.spec.ts',
  ],
  [
    'Booster provider form error: its message',
    'Your card number is incomplete.',
    'src/web/features/boosters/buy-booster.test.ts',
  ],
  [
    'Booster provider form error: without one',
    "'error occurred'",
    'src/web/features/boosters/buy-booster.test.ts',
  ],
  [
    'Booster payment failure: its message',
    'Your card was declined.',
    'src/web/features/boosters/buy-booster.test.ts',
  ],
  [
    'Booster payment failure: without one',
    "'Payment failed'",
    'src/web/features/boosters/buy-booster.test.ts',
  ],
  ['Provider connect: the popup was closed', 'Popup has been closed by user', 'e2e/reporting.spec.ts'],
  ['Provider connect: another app or user', 'User id or app name mismatches', 'e2e/reporting.spec.ts'],
  ['Success: connected', 'fact account connected successfully', 'e2e/reporting.spec.ts'],
  ['Success: synced', 'your purchases are synced successfully', 'e2e/reporting.spec.ts'],
  ['Success: booster', "'Booster purchase successful!'", 'e2e/booster.spec.ts'],
  ['Success: product added', 'Product added to cart', 'e2e/cart.spec.ts'],
  ['Success: product removed', 'Product removed from cart', 'e2e/cart.spec.ts'],
];

test.each(errorCatalogue)('8: %s: "%s" is quoted in %s', (_situation, words, file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(words);
});
