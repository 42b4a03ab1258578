/**
 * Stripe Billing behind our port. Calls that start something or move money are keyed by one of our rows.
 * Calls that set a value need no key.
 */
import { cents } from '#kernel/money.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import type {
  ProcessorInvoice,
  ProcessorSubscription,
  SubscriptionBilling,
  SubscriptionChange,
  SubscriptionRequest,
} from '#ports/subscription-billing.ts';
import Stripe from 'stripe';
import { callOrNull, named, callStripe, translated } from './connection.ts';
import { payInvoice } from './pay-invoice.ts';
import { expect, referenceOf, toCard } from './readings.ts';

const pageSize = 100;
const moment = (seconds: number): Date => new Date(seconds * 1_000);

export const createSubscriptionBilling = (stripe: Stripe): SubscriptionBilling => ({
  ensureProduct: (product) => callStripe(() => ensureProduct(stripe, product)),
  attachCard: (customerRef, cardRef) =>
    callStripe(async () => {
      const stored = await stripe.paymentMethods.retrieve(cardRef);
      const card = toCard(
        stored.customer === null
          ? await stripe.paymentMethods.attach(cardRef, { customer: customerRef })
          : stored,
      );
      if (card === null || (stored.customer !== null && referenceOf(stored.customer) !== customerRef))
        throw new GatewayRefused('card_unknown', 'the card belongs to another customer');
      return card;
    }),
  startSubscription: (request) =>
    named('customer', 'customer_unknown', () =>
      stripe.subscriptions
        .create(toParameters(request), {
          idempotencyKey: `sub:${request.subscriptionId}${request.generation === 1 ? '' : `:${request.generation}`}`,
        })
        .then(toSubscription),
    ),
  findSubscription: ({ subscriptionId, customerRef }) =>
    callOrNull(async () => {
      for await (const subscription of stripe.subscriptions.list({
        customer: customerRef,
        status: 'all',
        limit: pageSize,
      }))
        if (subscription.metadata.subscription_id === subscriptionId) return toSubscription(subscription);
      return null;
    }),
  readSubscription: (subscriptionRef) =>
    callOrNull(() => stripe.subscriptions.retrieve(subscriptionRef).then(toSubscription)),
  readInvoices: (subscriptionRef) => callStripe(() => readInvoices(stripe, subscriptionRef)),
  subscriptionOfInvoice: (invoiceRef) =>
    callOrNull(async () => {
      const invoice = await stripe.invoices.retrieve(invoiceRef);
      expect(invoice, 'invoice');
      return referenceOf(invoice.parent?.subscription_details?.subscription ?? null);
    }),
  changeSubscription: (subscriptionRef, change) =>
    callStripe(() => changeSubscription(stripe, subscriptionRef, change)),
  endSubscription: (subscriptionRef) => endSubscription(stripe, subscriptionRef),
  payInvoice: (request) => payInvoice(stripe, { ...request, parameters: { off_session: true } }),
  voidInvoice: (invoiceRef) => callStripe(() => voidInvoice(stripe, invoiceRef)),
  listSubscriptions: async function* () {
    for await (const subscription of translated(stripe.subscriptions.list({ limit: pageSize })))
      yield toSubscription(subscription);
  },
});

/** Stripe's product id is derived from ours, so creating it twice is rejected and changes nothing. */
async function ensureProduct(
  stripe: Stripe,
  { shopId, productId, name }: { shopId: string; productId: string; name: string },
): Promise<string> {
  const id = `${shopId}-${productId}`;
  try {
    const product = await stripe.products.create({
      id,
      name,
      metadata: { shop_id: shopId, product_id: productId },
    });
    expect(product, 'product');
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_already_exists')
      throw error;
  }
  return id;
}

/** Byte-identical for the same request, because Stripe rejects a key reused with other parameters. */
const toParameters = (request: SubscriptionRequest): Stripe.SubscriptionCreateParams => ({
  customer: request.customerRef,
  default_payment_method: request.cardRef,
  items: [{ price_data: priceOf(request.productRef, request.price, request.period) }],
  ...anchorOf(request),
  proration_behavior: 'none',
  off_session: true,
  collection_method: 'charge_automatically',
  metadata: { shop_id: request.shopId, subscription_id: request.subscriptionId },
});

const priceOf = (product: string, price: number, interval: 'month' | 'year') => ({
  currency: 'usd',
  product,
  unit_amount: price,
  recurring: { interval },
});

/**
 * When the first renewal's month is too short for the day, the day is sent explicitly, so that longer months
 * return to it.
 */
function anchorOf({
  firstRenewal,
  dayOfMonth,
  period,
}: SubscriptionRequest): Partial<Stripe.SubscriptionCreateParams> {
  if (dayOfMonth === null) return { billing_cycle_anchor: firstRenewal };
  const at = moment(firstRenewal);
  const time = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() };
  const month = period === 'year' ? { month: at.getUTCMonth() + 1 } : {};
  return { billing_cycle_anchor_config: { day_of_month: dayOfMonth, ...month, ...time } };
}

const endedStatuses = ['canceled', 'incomplete_expired'];

function toSubscription(subscription: Stripe.Subscription): ProcessorSubscription {
  expect(subscription, 'subscription');
  const [item] = subscription.items.data;
  return {
    subscriptionRef: subscription.id,
    subscriptionId: subscription.metadata.subscription_id ?? null,
    shopId: subscription.metadata.shop_id ?? null,
    customerRef: referenceOf(subscription.customer) ?? '',
    hasEnded: endedStatuses.includes(subscription.status),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cardRef: referenceOf(subscription.default_payment_method),
    price: cents(item?.price.unit_amount ?? 0),
    periodEnd: moment(item?.current_period_end ?? subscription.billing_cycle_anchor),
  };
}

/** Invoices of whole periods. Invoices that staff add manually at Stripe are not handled here. */
async function readInvoices(stripe: Stripe, subscription: string): Promise<ProcessorInvoice[]> {
  const found: ProcessorInvoice[] = [];
  for await (const invoice of stripe.invoices.list({
    subscription,
    limit: pageSize,
    expand: ['data.payments'],
  })) {
    const renewal = invoice.billing_reason === 'subscription_cycle' ? toInvoice(invoice) : null;
    if (renewal !== null) found.push(renewal);
  }
  return found.toSorted((a, b) => a.period.from.getTime() - b.period.from.getTime());
}

/** Null for an invoice without a line for a period of the subscription. */
function toInvoice(invoice: Stripe.Invoice): ProcessorInvoice | null {
  expect(invoice, 'invoice');
  const line = invoice.lines.data.find(
    ({ parent }) => parent?.subscription_item_details?.proration === false,
  );
  if (line === undefined || invoice.status === null) return null;
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid');
  const paidAt = invoice.status_transitions.paid_at;
  return {
    invoiceRef: invoice.id,
    number: invoice.number,
    status: invoice.status as ProcessorInvoice['status'],
    amount: cents(invoice.amount_due),
    paid: cents(invoice.amount_paid),
    currency: invoice.currency,
    period: { from: moment(line.period.start), to: moment(line.period.end) },
    isTried: invoice.attempted,
    intentRef: referenceOf(payment?.payment.payment_intent ?? null),
    paidAt: paidAt === null ? null : moment(paidAt),
  };
}

async function changeSubscription(
  stripe: Stripe,
  ref: string,
  { cancelAtPeriodEnd, cardRef, price }: SubscriptionChange,
): Promise<void> {
  const items = price === undefined ? null : await itemsAt(stripe, ref, price);
  const changed = await stripe.subscriptions.update(ref, {
    ...(cancelAtPeriodEnd === undefined ? {} : { cancel_at_period_end: cancelAtPeriodEnd }),
    ...(cardRef === undefined ? {} : { default_payment_method: cardRef }),
    ...(items === null ? {} : { items, proration_behavior: 'none' as const }),
  });
  expect(changed, 'subscription');
}

/** Null when the price is already set. */
async function itemsAt(
  stripe: Stripe,
  ref: string,
  price: number,
): Promise<Stripe.SubscriptionUpdateParams.Item[] | null> {
  const [item] = (await stripe.subscriptions.retrieve(ref)).items.data;
  if (item === undefined || item.price.unit_amount === price) return null;
  const interval = item.price.recurring?.interval === 'year' ? 'year' : 'month';
  return [{ id: item.id, price_data: priceOf(referenceOf(item.price.product) ?? '', price, interval) }];
}

/** Stripe rejects canceling a canceled subscription, so a rejection is checked against its state. */
async function endSubscription(stripe: Stripe, ref: string): Promise<void> {
  await callOrNull(() => stripe.subscriptions.cancel(ref)).catch(async (error: unknown) => {
    if (!(error instanceof GatewayRefused)) throw error;
    const remaining = await callOrNull(() => stripe.subscriptions.retrieve(ref).then(toSubscription));
    if (remaining !== null && !remaining.hasEnded) throw error;
  });
}

async function voidInvoice(stripe: Stripe, ref: string): Promise<void> {
  const { status } = await stripe.invoices.retrieve(ref);
  if (status === 'draft') await stripe.invoices.update(ref, { auto_advance: false });
  if (status === 'open' || status === 'uncollectible') await stripe.invoices.voidInvoice(ref);
}
