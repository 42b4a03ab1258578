/** A business that the rules approved, its orders on account, and payments on the processor's page. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { completeOrder } from '#modules/fulfillment/service.ts';
import type Stripe from 'stripe';
import { aCart, buyAs, type PurchaseAnswer } from './buyer.ts';
import { aBusiness, applyAs } from './business.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';

/** Creates a buyer with a limit of $500. */
export async function aCreditBuyer(shop: Shop): Promise<Customer> {
  const person = await aBusiness(shop);
  const { application } = await applyAs(person);
  if (application?.state !== 'approved') throw new Error('the rules did not approve a plain business');
  return person;
}

export const buyOnAccount = async (
  shop: Shop,
  person: Pick<Customer, 'call' | 'email'>,
  {
    productIds = ['ein-filing'],
    key = randomUUID(),
    cartId,
  }: { productIds?: string[]; key?: string; cartId?: string } = {},
): Promise<PurchaseAnswer> => {
  const billingDetails = {
    firstName: 'Ama',
    lastName: 'Boateng',
    country: 'US',
    phone: '+1 307 555 0100',
    addressLine1: '30 N Gould Street',
  };
  return buyAs(
    person,
    {
      productIds,
      creditPurchase: true,
      cartId: cartId ?? (await aCart(shop, productIds)),
      billingDetails: { ...billingDetails, email: person.email },
    },
    key,
  );
};

export const accountOf = ({ call }: Pick<Customer, 'call'>) => call(contract.readCreditAccount);

/** Waits until the processor's copy of the invoice is payable, and returns it. */
export const sentInvoice = (shop: Shop, invoiceId: string): Promise<Stripe.Invoice> =>
  until(`invoice ${invoiceId} is at the processor`, async () => {
    const row = await shop.db
      .selectFrom('invoice')
      .select('processor_ref')
      .where('id', '=', invoiceId)
      .executeTakeFirst();
    return row?.processor_ref ? stripeOf(shop).invoices.retrieve(row.processor_ref) : null;
  });

/** Submits a card on the processor's page. Returns the HTTP status. */
export async function payOnPage(shop: Shop, invoiceId: string, card = '4242424242424242'): Promise<number> {
  const { hosted_invoice_url: url } = await sentInvoice(shop, invoiceId);
  const body = new URLSearchParams({ number: card, expiry: '12 / 40', cvc: '123', name: 'Ama Boateng' });
  return (await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' })).status;
}

export const untilPaid = (shop: Shop, invoiceId: string): Promise<unknown> =>
  until(`invoice ${invoiceId} is paid`, async () => {
    const row = await shop.db
      .selectFrom('invoice')
      .select('status')
      .where('id', '=', invoiceId)
      .executeTakeFirst();
    return row?.status === 'paid';
  });

export const complete = (shop: Shop, orderId: string): Promise<unknown> => completeOrder(shop.deps, orderId);

/** Returns the `userCredits` of `GET /auth/me`. */
export const creditsOf = async ({ call }: Pick<Customer, 'call'>) => (await call(contract.me)).userCredits;

export const orderOf = ({ call }: Pick<Customer, 'call'>, orderId: string) =>
  call(contract.readOrder, { params: { id: orderId } });

/**
 * A customer who has bought on account, with the first invoice of the order. Its amount is $74.75 unless
 * other products are given.
 */
export async function aBoughtInvoice(shop: Shop, bought: Parameters<typeof buyOnAccount>[2] = {}) {
  const person = await aCreditBuyer(shop);
  const { orderId } = await buyOnAccount(shop, person, bought);
  const id = (await orderOf(person, orderId)).invoices[0]?.id ?? '';
  return { person, orderId, id, sent: await sentInvoice(shop, id) };
}

/** The same as `aBoughtInvoice`, with the invoice paid on the processor's page. */
export async function aPaidInvoice(shop: Shop) {
  const bought = await aBoughtInvoice(shop);
  await payOnPage(shop, bought.id);
  await untilPaid(shop, bought.id);
  return bought;
}

export const invoiceRow = (shop: Shop, id: string) =>
  shop.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * The buyer's bank disputes the newest payment of the invoice, and we lose. Returns the processor's id of the
 * dispute.
 */
export async function loseDispute(shop: Shop, invoiceId: string): Promise<string> {
  const { intent_ref: intent } = await shop.db
    .selectFrom('payment')
    .select('intent_ref')
    .where('invoice_id', '=', invoiceId)
    // Two payments may have the same second as their creation time.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('dispute').select('dispute_ref').whereRef('payment_id', '=', 'payment.id'))),
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const { id } = (await shop.control('POST', '/control/disputes', { payment_intent: intent })) as {
    id: string;
  };
  await shop.control('POST', `/control/disputes/${id}/close`, { outcome: 'lost' });
  await until('it is open again', async () => (await invoiceRow(shop, invoiceId)).status === 'open');
  return id;
}
