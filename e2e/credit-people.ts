/**
 * Customers with a Net 30 account, created through the shop's API: a first purchase by card, a company, and
 * an application that the rules approve.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { anAccount, callAs, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

export const company = {
  legalName: 'Harmattan Trading LLC',
  entityType: 'llc',
  formationState: 'WY',
  formedOn: '2020-03-01',
  addressLine1: '30 N Gould Street',
  city: 'Sheridan',
  state: 'WY',
  postalCode: '82801',
  country: 'US',
  phone: '+1 307 555 0100',
  website: '',
  applicantRole: 'owner',
} as const;

/** Returns a different well-formed EIN for each business. */
export const anEin = (): string => `85-${randomInt(1_000_000, 9_999_999)}`;

export type Caller = ReturnType<typeof callAs>;

/** Logs in a customer with a paid first purchase and a profile that matches the company. */
export async function aFirstPurchase(page: Page, shop: Shop): Promise<Caller> {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  const call = callAs(shop, tokens);
  const { firstName, lastName, email } = shop.buyer;
  const { id } = await call(contract.me);
  const { addressLine1: address, city, country, phone } = company;
  await call(contract.updateUser, { body: { id, firstName, lastName, phone, address, city, country } });
  const { orderId, client_secret: secret = '' } = await call(contract.purchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      productIds: ['ein-filing'],
      billingDetails: { firstName, lastName, email, country, phone, addressLine1: address },
    },
  });
  const confirmed = await fetch(`${shop.sandboxOrigin}/control/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      payment_intent: secret.slice(0, secret.indexOf('_secret_')),
      card: '4242424242424242',
    }),
  });
  expect(confirmed.status).toBe(200);
  await expect
    .poll(async () => (await call(contract.readPaymentStatus, { params: { id: orderId } })).status)
    .toBe('paid');
  await storeTokens(page, shop, tokens);
  return call;
}

/** Like `aFirstPurchase`, then opens a credit account with a limit of $500. */
export async function aCreditAccount(page: Page, shop: Shop): Promise<Caller> {
  const call = await aFirstPurchase(page, shop);
  await call(contract.saveCompany, { body: { ...company, ein: anEin(), attested: true } });
  const { terms } = await call(contract.readApplication);
  const { application } = await call(contract.applyForCredit, {
    body: { termsVersion: terms.version, termsAgreed: true },
  });
  expect(application?.state).toBe('approved');
  return call;
}
