/**
 * A guest with a complete billing form, and what a guest does: buy, pay in the browser, and read the order
 * status.
 */
import { randomUUID } from 'node:crypto';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { contract } from '#contract/contract.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';

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

export const aPurchaseRequest = (changes: Partial<PurchaseBody> = {}): PurchaseBody => ({
  productIds: ['ein-filing'],
  billingDetails,
  ...changes,
});

/** Buys as the checkout page does. Generates an idempotency key unless one is given. */
export const buy = (
  shop: Shop,
  changes: Partial<PurchaseBody> = {},
  key: string = randomUUID(),
): Promise<PurchaseAnswer> =>
  shop.call(contract.createAndPurchase, {
    headers: { 'idempotency-key': key },
    body: aPurchaseRequest(changes),
  });

export const statusOf = (shop: Shop, orderId: string) =>
  shop.call(contract.readPaymentStatus, { params: { id: orderId } });

export const intentOf = ({ client_secret: secret }: Pick<PurchaseAnswer, 'client_secret'>): string => {
  if (secret === undefined) throw new Error('this purchase has nothing left to confirm');
  return secret.slice(0, secret.indexOf('_secret_'));
};

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  other: '5555555555554444',
  asksFor3ds: '4000002500003155',
  alwaysAsksFor3ds: '4000002760003184',
  otherAsksFor3ds: '4000000000003220',
  savedThenDeclined: '4000000000000341',
} as const;

/**
 * Confirms the payment as the browser does: enters a card, confirms, and answers the bank's challenge if
 * there is one.
 */
export const confirm = (shop: Shop, intent: string, card: string = cards.good, challenge?: 'pass' | 'fail') =>
  shop.control('POST', '/control/confirm', {
    payment_intent: intent,
    card,
    ...(challenge ? { challenge } : {}),
  });

/** Creates a cart on the server, as the checkout page does. */
export const aCart = async (shop: Shop, productIds: string[] = ['ein-filing']): Promise<string> =>
  (await shop.call(contract.createCart, { body: { productIds, email: billingDetails.email } })).id;

export type CustomerPurchase = Sent<typeof contract.purchase>['body'];

/** Buys as the checkout page does for a logged-in user. */
export const buyAs = (
  { call }: Pick<Customer, 'call'>,
  changes: Partial<CustomerPurchase> = {},
  key: string = randomUUID(),
): Promise<PurchaseAnswer> =>
  call(contract.purchase, {
    headers: { 'idempotency-key': key },
    body: { ...aPurchaseRequest(), ...changes },
  });

export const cardsOf = ({ call }: Pick<Customer, 'call'>) => call(contract.listPaymentMethods);

type Saving = { name?: string; challenge?: 'pass' | 'fail' };

/**
 * Saves a card through the profile form and answers the bank's challenge if there is one. Returns the card's
 * id, or null if it was not saved.
 */
export async function saveCard(
  shop: Shop,
  customer: Pick<Customer, 'call'>,
  card: string = cards.good,
  saving: Saving = {},
): Promise<string | null> {
  const before = (await cardsOf(customer)).map(({ id }) => id);
  const { client_secret: secret } = await customer.call(contract.addPaymentMethod, {
    headers: {},
    body: { firstName: 'Ama', lastName: 'Boateng' },
  });
  await shop.control('POST', '/control/confirm', {
    setup_intent: intentOf({ client_secret: secret }),
    card,
    name: 'Ama Boateng',
    ...saving,
  });
  return (await cardsOf(customer)).find(({ id }) => !before.includes(id))?.id ?? null;
}
