/**
 * Stripe behind our payment port. Only this folder uses the term PaymentIntent. Calls that open a payment or
 * refund money are keyed by one of our rows, so a repeat is the same call. Confirming and canceling use none
 * of our keys, because a stored response would hide later changes.
 */
import {
  type CardChoice,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRequest,
  type Period,
  type ProcessorFee,
  type ProcessorPayment,
  type ProcessorRefund,
  type WebhookEvent,
} from '#ports/payment-gateway.ts';
import Stripe from 'stripe';
import { createCardWallet } from './card-wallet.ts';
import { callOrNull, connect, named, callStripe, translated } from './connection.ts';
import { readWebhook, toEvent } from './events.ts';
import { toAttempt, toDispute, toFee, toOrigin, toPayment, toRefund } from './readings.ts';
import { createInvoiceBilling } from './invoice-billing.ts';
import { createSubscriptionBilling } from './subscription-billing.ts';

/**
 * `timeoutMs`: time limit of one call, default 8 s. `listAtMost`: number of payments read when looking for
 * one, default 1,000.
 */
export type StripeSettings = {
  secretKey: string;
  webhookSecrets: string[];
  apiBase: string | null;
  timeoutMs?: number;
  listAtMost?: number;
};

const pageSize = 100;

/** The charge has the card that paid. */
const withCharge = { expand: ['latest_charge'] };

export function createStripeGateway({
  secretKey,
  webhookSecrets,
  apiBase,
  timeoutMs,
  listAtMost = 1_000,
}: StripeSettings): PaymentGateway {
  const stripe = connect(secretKey, apiBase, timeoutMs);
  const retrieve = (intentRef: string) =>
    stripe.paymentIntents.retrieve(intentRef, withCharge).then(toPayment);
  return {
    ...createCardWallet(stripe),
    ...createSubscriptionBilling(stripe),
    ...createInvoiceBilling(stripe),
    payWithCard: (choice) => payWithCard(stripe, choice),
    createPayment: (request) =>
      named('customer', 'customer_unknown', () =>
        stripe.paymentIntents
          .create(toParameters(request), { idempotencyKey: `pi:${request.paymentId}` })
          .then(toPayment),
      ),
    readPayment: (intentRef) => callOrNull(() => retrieve(intentRef)),
    readOrigin: (intentRef) =>
      callOrNull(() => stripe.paymentIntents.retrieve(intentRef, withCharge).then(toOrigin)),
    findPayment: (paymentId, time) =>
      callStripe(() => findByPaymentId(stripe, paymentId, { ...time, listAtMost })),
    // Canceling twice has no further effect, so each attempt gets a new key. Otherwise a stored failure would
    // block later attempts.
    cancelPayment: (intentRef) =>
      callOrNull(() => stripe.paymentIntents.cancel(intentRef).then(toPayment)).catch((error: unknown) => {
        // The payment ended before it could be canceled: return its current state.
        if (!(error instanceof GatewayRefused) || error.code !== 'payment_intent_unexpected_state')
          throw error;
        return callOrNull(() => retrieve(intentRef));
      }),
    findRefund: (refundId, intentRef) => callStripe(() => findByRefundId(stripe, refundId, intentRef)),
    refundPayment: ({ refundId, generation, intentRef, amount }) =>
      callStripe(() =>
        stripe.refunds
          .create(
            { payment_intent: intentRef, amount, metadata: { refund_id: refundId } },
            { idempotencyKey: generation === 1 ? `refund:${refundId}` : `refund:${refundId}:${generation}` },
          )
          .then(toRefund),
      ),
    readRefund: (refundRef) => callOrNull(() => stripe.refunds.retrieve(refundRef).then(toRefund)),
    readDispute: (disputeRef) => callOrNull(() => stripe.disputes.retrieve(disputeRef).then(toDispute)),
    listEvents: (since) => listEvents(stripe, since),
    listSucceeded: (opened) => listSucceeded(stripe, opened),
    listRefunds: (period) =>
      mapped(stripe.refunds.list({ created: within(period), limit: pageSize }), toRefund),
    listDisputes: (opened) =>
      mapped(stripe.disputes.list({ created: within(opened), limit: pageSize }), toDispute),
    listFees: (taken) => listFees(stripe, taken),
    readAttempt: (payload) => toAttempt(JSON.parse(payload) as Stripe.Event),
    readWebhook: (rawBody, signature) => readWebhook(stripe, webhookSecrets, rawBody, signature),
  };
}

/** Stripe allows 500 characters per value, so a large cart is split over several. */
function itemsAsMetadata(items: NonNullable<PaymentRequest['items']>): Record<string, string> {
  const values: string[] = [];
  for (const { productId, amount } of items) {
    const [item, last] = [`${productId}:${amount}`, values.at(-1)];
    if (last !== undefined && last.length + item.length < 500) values[values.length - 1] = `${last} ${item}`;
    else values.push(item);
  }
  return Object.fromEntries(values.map((value, index) => [`items_${index + 1}`, value]));
}

/** Byte-identical for the same request, because Stripe rejects a key reused with other parameters. */
const toParameters = (request: PaymentRequest): Stripe.PaymentIntentCreateParams => ({
  amount: request.amount,
  currency: request.currency,
  automatic_payment_methods: { enabled: true },
  allowed_payment_method_types: ['card'],
  description: request.description,
  metadata: {
    order_id: request.orderId,
    payment_id: request.paymentId,
    ...(request.shopId === undefined ? {} : { shop_id: request.shopId }),
    ...itemsAsMetadata(request.items ?? []),
  },
  ...(request.customerRef === undefined ? {} : { customer: request.customerRef }),
  ...(request.keepCard || request.saveCard ? { setup_future_usage: 'off_session' as const } : {}),
});

/**
 * The payment is created before it is charged, so its reference is in our row before money moves, and another
 * card can be tried. Confirming has no key: an intent succeeds at most once. After a decline, or an
 * unanswered 3-D Secure check, the bank must be asked again. `use_stripe_sdk`: the user is on our page, where
 * the browser shows the bank's challenge.
 */
async function payWithCard(
  stripe: Stripe,
  { intentRef, cardRef, returnUrl }: CardChoice,
): Promise<ProcessorPayment> {
  const confirm = (): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents
      .confirm(intentRef, {
        payment_method: cardRef,
        use_stripe_sdk: true,
        return_url: returnUrl,
        ...withCharge,
      })
      .catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
          return error.payment_intent;
        throw error;
      });
  return callStripe(() => confirm().then(toPayment)).catch((error: unknown) => {
    if (!(error instanceof GatewayRefused)) throw error;
    // Another tab has decided it since: return its current state.
    if (error.code === 'payment_intent_unexpected_state')
      return callStripe(() => stripe.paymentIntents.retrieve(intentRef, withCharge).then(toPayment));
    throw error.code === 'resource_missing' ? new GatewayRefused('card_unknown', error.message) : error;
  });
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Stripe's search lags by up to a minute, and by more during an incident. */
const searchIsCompleteAfterSeconds = 3_600;

/**
 * Listing is consistent immediately, but a busy shop opens more payments than can be listed. Search finds one
 * among millions, but lags long enough to open a payment twice. So a recent payment is listed, and an old one
 * is searched for. If search still misses one opened a moment ago, its secret was never handed out, so it
 * cannot be paid.
 */
async function findByPaymentId(
  stripe: Stripe,
  paymentId: string,
  { from, now, listAtMost }: { from: Date; now: Date; listAtMost: number },
): Promise<ProcessorPayment | null> {
  const age = seconds(now) - seconds(from);
  if (age > searchIsCompleteAfterSeconds) return searchFor(stripe, paymentId);
  let looked = 0;
  for await (const intent of stripe.paymentIntents.list({
    created: { gte: seconds(from) - 60 },
    limit: pageSize,
  })) {
    if (intent.metadata.payment_id === paymentId) return toPayment(intent);
    looked += 1;
    if (looked >= listAtMost) break;
  }
  if (looked < listAtMost) return null;
  const found = await searchFor(stripe, paymentId);
  if (found === null)
    throw new GatewayUnavailable('too many payments to list: the search will tell within the hour');
  return found;
}

async function searchFor(stripe: Stripe, paymentId: string): Promise<ProcessorPayment | null> {
  const { data } = await stripe.paymentIntents.search({ query: `metadata['payment_id']:'${paymentId}'` });
  const found = data.find((intent) => intent.metadata.payment_id === paymentId);
  return found === undefined ? null : toPayment(found);
}

async function findByRefundId(
  stripe: Stripe,
  refundId: string,
  intentRef: string,
): Promise<ProcessorRefund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intentRef, limit: pageSize })) {
    if (refund.metadata?.refund_id === refundId) return toRefund(refund);
  }
  return null;
}

const within = ({ from, to }: Period) => ({ gte: seconds(from), lte: seconds(to) });

async function* listFees(stripe: Stripe, taken: Period): AsyncGenerator<ProcessorFee> {
  for await (const entry of translated(
    stripe.balanceTransactions.list({ created: within(taken), limit: pageSize }),
  )) {
    const fee = toFee(entry);
    if (fee !== null) yield fee;
  }
}

async function* listSucceeded(stripe: Stripe, opened: Period): AsyncGenerator<ProcessorPayment> {
  const pages = stripe.paymentIntents.list({ created: within(opened), limit: pageSize });
  for await (const intent of translated(pages)) {
    if (intent.status === 'succeeded') yield toPayment(intent);
  }
}

async function* listEvents(
  stripe: Stripe,
  since: Date,
): AsyncGenerator<{ event: WebhookEvent; payload: string }> {
  for await (const event of translated(
    stripe.events.list({ created: { gte: seconds(since) }, limit: pageSize }),
  )) {
    yield { event: toEvent(event), payload: JSON.stringify(event) };
  }
}

async function* mapped<Theirs, Ours>(
  pages: AsyncIterable<Theirs>,
  toOurs: (object: Theirs) => Ours,
): AsyncGenerator<Ours> {
  for await (const object of translated(pages)) yield toOurs(object);
}
