/**
 * Customers and their cards at Stripe. Each idempotency key comes from one of our rows. Removing a card and
 * choosing a default need none, because a repeat changes nothing.
 */
import type { CardWallet, CustomerRequest, SavedCard, Wallet } from '#ports/card-wallet.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import type Stripe from 'stripe';
import { callOrNull, named, callStripe } from './connection.ts';
import { toCard, toCustomerRef, toSetup } from './readings.ts';

/** Stripe's largest page; a person with more cards sees the newest. */
const cardsAtMost = 100;

export const createCardWallet = (stripe: Stripe): CardWallet => ({
  createCustomer: ({ generation, userId, email, name }) =>
    callStripe(() =>
      stripe.customers
        .create(
          { email, name, metadata: { user_id: userId } },
          { idempotencyKey: generation === 1 ? `cus:${userId}` : `cus:${userId}:${generation}` },
        )
        .then(toCustomerRef),
    ),
  findCustomer: (request) => callStripe(() => findCustomer(stripe, request)),
  changeCustomer: async (customerRef, person) =>
    void (await callOrNull(() => stripe.customers.update(customerRef, person))),
  removeCustomer: async (customerRef) => void (await callOrNull(() => stripe.customers.del(customerRef))),
  readWallet: (customerRef) => callOrNull(() => readWallet(stripe, customerRef)),
  readCard: (customerRef, cardRef) =>
    callOrNull(() => stripe.customers.retrievePaymentMethod(customerRef, cardRef).then(toCard)),
  openSetup: ({ setupId, customerRef, holderName }) =>
    named('customer', 'customer_unknown', () =>
      stripe.setupIntents
        .create(
          {
            customer: customerRef,
            usage: 'off_session',
            automatic_payment_methods: { enabled: true },
            allowed_payment_method_types: ['card'],
            metadata: { setup_id: setupId, holder_name: holderName },
          },
          { idempotencyKey: `si:${setupId}` },
        )
        .then(toSetup),
    ),
  readSetup: (setupRef) => callOrNull(() => stripe.setupIntents.retrieve(setupRef).then(toSetup)),
  removeCard: (cardRef) => removeCard(stripe, cardRef),
  setDefaultCard: async (customerRef, cardRef) => {
    await named('invoice_settings[default_payment_method]', 'card_unknown', () =>
      stripe.customers
        .update(customerRef, { invoice_settings: { default_payment_method: cardRef } })
        .then(toCustomerRef),
    );
  },
});

/** Listing is consistent immediately, unlike Stripe's search. */
async function findCustomer(stripe: Stripe, { userId, email }: CustomerRequest): Promise<string | null> {
  for await (const customer of stripe.customers.list({ email, limit: cardsAtMost })) {
    if (customer.metadata.user_id === userId) return toCustomerRef(customer);
  }
  return null;
}

async function readWallet(stripe: Stripe, customerRef: string): Promise<Wallet | null> {
  const customer = await stripe.customers.retrieve(customerRef);
  if (customer.deleted) return null;
  const { data } = await stripe.customers.listPaymentMethods(toCustomerRef(customer), {
    type: 'card',
    limit: cardsAtMost,
  });
  const preferred = customer.invoice_settings.default_payment_method;
  return {
    cards: data.map(toCard).filter((card): card is SavedCard => card !== null),
    defaultCardRef: typeof preferred === 'string' ? preferred : (preferred?.id ?? null),
  };
}

/** Stripe rejects detaching a detached card, so a rejection is checked against the card's state. */
async function removeCard(stripe: Stripe, cardRef: string): Promise<void> {
  await callOrNull(() => stripe.paymentMethods.detach(cardRef)).catch(async (error: unknown) => {
    if (!(error instanceof GatewayRefused)) throw error;
    const remaining = await callOrNull(() => stripe.paymentMethods.retrieve(cardRef));
    if (remaining !== null && remaining.customer !== null) throw error;
  });
}
