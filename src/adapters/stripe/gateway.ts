/**
 * Stripe behind our payment port. Only this folder says PaymentIntent. What opens or gives back money is keyed by a row of ours, so a repeat
 * is the same call; confirming and cancelling have no key, because a stored answer would hide what has happened since.
 */
import {
  type CardChoice,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRequest,
  type ProcessorPayment,
  type ProcessorRefund,
  type WebhookEvent,
} from '#ports/payment-gateway.ts';
import Stripe from 'stripe';
import { createCardWallet } from './card-wallet.ts';
import { ask, connect, named, talk } from './connection.ts';
import { readWebhook, toEvent } from './events.ts';
import { toDispute, toPayment, toRefund } from './readings.ts';

/** `timeoutMs`: how long one call may take, 8 s unless told. */
export type StripeSettings = { secretKey: string; webhookSecrets: string[]; apiBase: string | null; timeoutMs?: number };

const pageSize = 100;
const searchAtMost = 1_000;

export function createStripeGateway({ secretKey, webhookSecrets, apiBase, timeoutMs }: StripeSettings): PaymentGateway {
  const stripe = connect(secretKey, apiBase, timeoutMs);
  const retrieve = (intentRef: string) => stripe.paymentIntents.retrieve(intentRef).then(toPayment);
  return {
    ...createCardWallet(stripe),
    payWithCard: (choice) => payWithCard(stripe, choice),
    createPayment: (request) =>
      named('customer', 'customer_unknown', () =>
        stripe.paymentIntents.create(toParameters(request), { idempotencyKey: `pi:${request.paymentId}` }).then(toPayment),
      ),
    readPayment: (intentRef) => ask(() => retrieve(intentRef)),
    findPayment: (paymentId, from) => talk(() => findByPaymentId(stripe, paymentId, from)),
    // Cancelling twice is cancelling once, so each try has a key of its own: a stored failure cannot stand in the way of the next.
    cancelPayment: (intentRef) =>
      ask(() => stripe.paymentIntents.cancel(intentRef).then(toPayment)).catch((error: unknown) => {
        // It was quicker than we were: what it is now is the answer.
        if (!(error instanceof GatewayRefused) || error.code !== 'payment_intent_unexpected_state') throw error;
        return ask(() => retrieve(intentRef));
      }),
    findRefund: (refundId, intentRef) => talk(() => findByRefundId(stripe, refundId, intentRef)),
    refundPayment: ({ refundId, generation, intentRef, amount }) =>
      talk(() =>
        stripe.refunds
          .create(
            { payment_intent: intentRef, amount, metadata: { refund_id: refundId } },
            { idempotencyKey: generation === 1 ? `refund:${refundId}` : `refund:${refundId}:${generation}` },
          )
          .then(toRefund),
      ),
    readRefund: (refundRef) => ask(() => stripe.refunds.retrieve(refundRef).then(toRefund)),
    readDispute: (disputeRef) => ask(() => stripe.disputes.retrieve(disputeRef).then(toDispute)),
    listEvents: (since) => listEvents(stripe, since),
    listSucceeded: (opened) => listSucceeded(stripe, opened),
    readWebhook: (rawBody, signature) => readWebhook(stripe, webhookSecrets, rawBody, signature),
  };
}

/** Byte-identical for the same request, because Stripe refuses a key that comes back with other parameters. */
const toParameters = (request: PaymentRequest): Stripe.PaymentIntentCreateParams => ({
  amount: request.amount,
  currency: request.currency,
  automatic_payment_methods: { enabled: true },
  allowed_payment_method_types: ['card'],
  description: request.description,
  metadata: { order_id: request.orderId, payment_id: request.paymentId },
  ...(request.customerRef === undefined ? {} : { customer: request.customerRef }),
  ...(request.keepCard ? { setup_future_usage: 'off_session' as const } : {}),
});

/**
 * The payment is opened before it is charged, so its reference is in our row before money moves, and another card can be tried on it.
 * No key: an intent succeeds at most once, while a card that was declined, or whose bank's question was not answered, must be asked about
 * anew. `use_stripe_sdk`: the person is on our page, where the browser shows the bank's question.
 */
async function payWithCard(stripe: Stripe, { intentRef, cardRef, returnUrl }: CardChoice): Promise<ProcessorPayment> {
  const confirm = (): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents
      .confirm(intentRef, { payment_method: cardRef, use_stripe_sdk: true, return_url: returnUrl })
      .catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent;
        throw error;
      });
  return talk(() => confirm().then(toPayment)).catch((error: unknown) => {
    if (!(error instanceof GatewayRefused)) throw error;
    // It was decided by another tab meanwhile: what it is now is the answer.
    if (error.code === 'payment_intent_unexpected_state') return talk(() => stripe.paymentIntents.retrieve(intentRef).then(toPayment));
    throw error.code === 'resource_missing' ? new GatewayRefused('card_unknown', error.message) : error;
  });
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Listing is consistent at once; Stripe's search lags by up to a minute, which is long enough to open a payment twice. */
async function findByPaymentId(stripe: Stripe, paymentId: string, from: Date): Promise<ProcessorPayment | null> {
  const createdFrom = seconds(from) - 60;
  let looked = 0;
  for await (const intent of stripe.paymentIntents.list({
    created: { gte: createdFrom, lte: createdFrom + 25 * 3_600 },
    limit: pageSize,
  })) {
    if (intent.metadata.payment_id === paymentId) return toPayment(intent);
    looked += 1;
    if (looked >= searchAtMost) throw new GatewayUnavailable('too many payments to search through');
  }
  return null;
}

async function findByRefundId(stripe: Stripe, refundId: string, intentRef: string): Promise<ProcessorRefund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intentRef, limit: pageSize })) {
    if (refund.metadata?.refund_id === refundId) return toRefund(refund);
  }
  return null;
}

async function* listSucceeded(stripe: Stripe, { from, to }: { from: Date; to: Date }): AsyncGenerator<ProcessorPayment> {
  const pages = stripe.paymentIntents.list({ created: { gte: seconds(from), lte: seconds(to) }, limit: pageSize });
  for await (const intent of translated(pages)) {
    if (intent.status === 'succeeded') yield toPayment(intent);
  }
}

async function* listEvents(stripe: Stripe, since: Date): AsyncGenerator<{ event: WebhookEvent; payload: string }> {
  for await (const event of translated(stripe.events.list({ created: { gte: seconds(since) }, limit: pageSize }))) {
    yield { event: toEvent(event), payload: JSON.stringify(event) };
  }
}

/** A page that cannot be fetched fails like any other call. */
async function* translated<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (let step = await talk(() => iterator.next()); !step.done; step = await talk(() => iterator.next())) yield step.value;
}
