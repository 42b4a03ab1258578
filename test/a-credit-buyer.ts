/** Buying on account as people do: a business that was approved by the rules, its orders, and paying at the processor's page. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { completeOrder } from '#modules/fulfilment/service.ts';
import type Stripe from 'stripe';
import { aCart, buyAs, type PurchaseAnswer } from './a-buyer.ts';
import { aBusiness, applyAs } from './a-business.ts';
import type { Customer } from './a-customer.ts';
import type { Shop } from './a-shop.ts';
import { until } from './until.ts';
import { stripeOf } from './webhooks.ts';

/** With a limit of $500. */
export async function aCreditBuyer(shop: Shop): Promise<Customer> {
  const person = await aBusiness(shop);
  const { application } = await applyAs(person);
  if (application?.state !== 'approved') throw new Error('the rules did not approve a plain business');
  return person;
}

export const buyOnAccount = async (
  shop: Shop,
  person: Pick<Customer, 'call' | 'email'>,
  { productIds = ['ein-filing'], key = randomUUID(), cartId }: { productIds?: string[]; key?: string; cartId?: string } = {},
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

/** The invoice at the processor, as soon as it is payable there. */
export const sentInvoice = (shop: Shop, invoiceId: string): Promise<Stripe.Invoice> =>
  until(`invoice ${invoiceId} is at the processor`, async () => {
    const row = await shop.db.selectFrom('invoice').select('processor_ref').where('id', '=', invoiceId).executeTakeFirst();
    return row?.processor_ref ? stripeOf(shop).invoices.retrieve(row.processor_ref) : null;
  });

/** Types a card into the processor's page. Answers the status of the answer. */
export async function payOnPage(shop: Shop, invoiceId: string, card = '4242424242424242'): Promise<number> {
  const { hosted_invoice_url: url } = await sentInvoice(shop, invoiceId);
  const body = new URLSearchParams({ number: card, expiry: '12 / 40', cvc: '123', name: 'Ama Boateng' });
  return (await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' })).status;
}

export const untilPaid = (shop: Shop, invoiceId: string): Promise<unknown> =>
  until(`invoice ${invoiceId} is paid`, async () => {
    const row = await shop.db.selectFrom('invoice').select('status').where('id', '=', invoiceId).executeTakeFirst();
    return row?.status === 'paid';
  });

export const complete = (shop: Shop, orderId: string): Promise<unknown> => completeOrder(shop.deps, orderId);
