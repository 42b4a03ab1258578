/** A guest with a full form, and what such a person does: buy, pay in the browser, look how it stands. */
import { randomUUID } from 'node:crypto';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { contract } from '#contract/contract.ts';
import type { Shop } from './a-shop.ts';

export type PurchaseBody = Sent<typeof contract.createAndPurchase>['body'];
export type PurchaseAnswer = Answer<typeof contract.createAndPurchase>;

export const billingDetails = {
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: 'kofi@example.com',
  country: 'GH',
  phone: '+233 20 123 4567',
  addressLine1: '12 Ring Road, Accra',
};

export const aWish = (changes: Partial<PurchaseBody> = {}): PurchaseBody => ({ productIds: ['ein-filing'], billingDetails, ...changes });

/** Buys as the checkout page does, with a key of its own unless one is given. */
export const buy = (shop: Shop, changes: Partial<PurchaseBody> = {}, key: string = randomUUID()): Promise<PurchaseAnswer> =>
  shop.call(contract.createAndPurchase, { headers: { 'idempotency-key': key }, body: aWish(changes) });

export const statusOf = (shop: Shop, orderId: string) => shop.call(contract.readPaymentStatus, { params: { id: orderId } });

export const intentOf = ({ client_secret: secret }: PurchaseAnswer): string => {
  if (secret === undefined) throw new Error('this purchase has nothing left to confirm');
  return secret.slice(0, secret.indexOf('_secret_'));
};

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksFor3ds: '4000002500003155',
} as const;

/** What the shopper does in the browser: enters a card, confirms, and answers the bank if it asks. */
export const confirm = (shop: Shop, intent: string, card: string = cards.good, challenge?: 'pass' | 'fail') =>
  shop.control('POST', '/control/confirm', { payment_intent: intent, card, ...(challenge ? { challenge } : {}) });

/** A cart kept on the server, as the checkout page saves it. */
export const aCart = async (shop: Shop, productIds: string[] = ['ein-filing']): Promise<string> =>
  (await shop.call(contract.createCart, { body: { productIds, email: billingDetails.email } })).id;
