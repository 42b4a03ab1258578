/**
 * An extra field in any object of a request body is rejected, and no row of the database changes. Account
 * endpoints have their own test.
 */
import { aCompany } from '#test/builders/business.ts';
import { aCart, aPurchaseRequest, billingDetails, buyAs, saveCard } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpOf } from './a-dump.ts';
import { shopEndpoints } from './endpoints.ts';

let shop: Shop;
let customer: Customer;
const created = { cart: '', order: '', card: '' };
beforeAll(async () => {
  shop = await aShop({ runJobs: false, webhooks: false, chained: false });
  customer = await aCustomer(shop);
  created.card = (await saveCard(shop, customer)) ?? '';
  created.order = (await buyAs(customer)).orderId;
  created.cart = await aCart(shop);
});
afterAll(() => shop.stop());

const details = {
  firstName: 'Ama',
  lastName: 'Boateng',
  phone: '+233 20 123 4567',
  address: '12 Ring Road',
  city: 'Accra',
  country: 'GH',
};
const aToken = 'A'.repeat(43);
const draft = { productIds: ['ein-filing'], firstName: 'Ama', email: 'ama@example.com' };

/** Valid bodies. An endpoint that is missing here fails the first test. */
const bodies: Record<string, () => Record<string, unknown>> = {
  createCart: () => draft,
  updateCart: () => draft,
  mergeCart: () => ({}),
  askEmailChange: () => ({ email: 'else@example.com', password: customer.password }),
  confirmEmailChange: () => ({ confirmToken: aToken }),
  stopReminders: () => ({ token: 'rem_0000000000000000000000.x' }),
  addPaymentMethod: () => ({ firstName: 'Ama', lastName: 'Boateng' }),
  makePaymentMethodDefault: () => ({}),
  createAndPurchase: () => aPurchaseRequest(),
  purchase: () => ({ ...aPurchaseRequest(), paymentMethodId: created.card }),
  purchaseBooster: () => ({ boosterIds: ['booster-250'], billingDetails }),
  purchaseOrder: () => ({ orderId: created.order, billingDetails }),
  correctGuestEmail: () => ({ email: 'ama@example.com' }),
  createContact: () => ({
    firstName: 'Ama',
    lastName: 'Boateng',
    email: 'ama@example.com',
    contact: details.phone,
    country: 'GH',
    message: 'Good morning',
  }),
  cancelSubscription: () => ({}),
  undoCancelSubscription: () => ({}),
  makeCardLink: () => ({}),
  changeSubscriptionCard: () => ({ paymentMethodId: created.card }),
  readSubscriptionByLink: () => ({ token: aToken }),
  startCardByLink: () => ({ token: aToken }),
  finishCardByLink: () => ({ token: aToken }),
  saveCompany: () => aCompany(),
  applyForCredit: () => ({ termsVersion: 'of-today', termsAgreed: true }),
  payCreditInvoices: () => ({ invoiceIds: ['inv_0000000000000000000000'], paymentMethodId: created.card }),
  refreshCreditInvoices: () => ({}),
  turnOnAutopay: () => ({ paymentMethodId: created.card, termsVersion: 'of-today', termsAgreed: true }),
  connectFactiiv: () => ({
    factUserId: 'of-factiiv',
    factBusinessId: 'of-factiiv',
    factApiKey: 'of-factiiv',
  }),
  agreeToReporting: () => ({ version: 'of-today' }),
  syncTrades: () => ({}),
  refreshCreditScore: () => ({}),
  disputeReport: () => ({ message: 'The amount is wrong' }),
  updateUser: () => ({ ...details, id: customer.userId }),
};

const extras = [
  'role',
  'isAdmin',
  'admin',
  'userId',
  'user_id',
  'status',
  'price',
  'amount',
  'amountCents',
  'total',
  'discount',
  'subtotal',
  'approvedCredit',
  'availableCredit',
  'creditLimit',
  'usedCount',
  'customerRef',
  'customer',
  'emailConfirmedAt',
  'emailVerified',
  'paidAt',
  'client_secret',
  'isDefault',
  '__proto__',
  'constructor',
  'prototype',
];
const values = ['"admin"', 'true', '0', '{"isAdmin":true}', 'null', '[]'];

const isOfAccounts = (path: string): boolean => path.startsWith('/api/auth/');
/** Staff endpoints reject a customer before they read the body, so they are skipped. */
const endpointsWithBody = shopEndpoints.filter(
  ([, { method, path, access }]) =>
    (method === 'POST' || method === 'PUT') && access !== 'staff' && !isOfAccounts(path),
);

test('every endpoint with a body is tried', () => {
  expect(endpointsWithBody.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

/** Inserts the extra field into the n-th object of the body. */
const within = (body: string, object: number, field: string): string => {
  let seen = -1;
  return body.replace(/\{/g, (brace) => {
    seen += 1;
    return seen === object ? `{${field}` : brace;
  });
};

describe('an extra field is rejected and changes nothing:', () => {
  for (const [name, endpoint] of endpointsWithBody) {
    test(name, async () => {
      const good = JSON.stringify(bodies[name]?.());
      const ids: Record<string, string> = {
        updateCart: created.cart,
        mergeCart: created.cart,
        makePaymentMethodDefault: created.card,
        changeSubscriptionCard: `sub_${'A'.repeat(22)}`,
        connectFactiiv: customer.userId,
        disputeReport: `rep_${'A'.repeat(22)}`,
        correctGuestEmail: created.order,
      };
      const path = endpoint.path.replace('{id}', ids[name] ?? `sub_${'A'.repeat(22)}`);
      const before = await dumpOf(shop, ['public']);
      for (let object = 0; object < good.split('{').length - 1; object += 1)
        for (const [index, extra] of extras.entries()) {
          const field = `"${extra}":${values[index % values.length]}`;
          const comma = good.startsWith('{}') ? '' : ',';
          const answer = await fetch(`${shop.origin}${path}`, {
            method: endpoint.method,
            headers: {
              'content-type': 'application/json',
              'purchase-key': 'A'.repeat(36),
              ...customer.headers,
            },
            body: within(good, object, `${field}${comma}`),
          });
          expect([answer.status, await answer.json()], `${extra} in object ${object}`).toEqual([
            422,
            `Unknown field: ${extra}`,
          ]);
        }
      expect(await dumpOf(shop, ['public'])).toEqual(before);
      expect({}).not.toHaveProperty('isAdmin');
    });
  }
});
