/**
 * Stripe behind our payment port. The only file that says PaymentIntent.
 * The SDK ignores the HTTP status and resolves anything without an `error` key, so every result's `object` and `id` are asserted:
 * a misrouted host must never look like a paid order.
 */
import { cents } from '#kernel/money.ts';
import {
  GatewayRefused, GatewayUnavailable, type PaymentGateway, type PaymentRequest, type ProcessorPayment, type ProcessorState, type WebhookEvent,
} from '#ports/payment-gateway.ts';
import Stripe from 'stripe';

const apiVersion = '2026-10-28.endive';
const timeoutMs = 20_000;
/** Stripe's own tolerance for the age of a signature, in seconds. */
const signatureToleranceSeconds = 300;
const searchPagesAtMost = 10;

export type StripeSettings = { secretKey: string; webhookSecrets: string[]; apiBase: string | null };

export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const stripe = connect(settings);
  return {
    createPayment: (request) => talk(async () =>
      toPayment(await stripe.paymentIntents.create(toParameters(request), { idempotencyKey: `pi:${request.paymentId}` }))),
    readPayment: (intentRef) => talk(async () => toPayment(await stripe.paymentIntents.retrieve(intentRef))).catch(nullWhenMissing),
    findPayment: (paymentId, from) => talk(() => findByPaymentId(stripe, paymentId, from)),
    cancelPayment: (intentRef, paymentId) => talk(async () =>
      toPayment(await stripe.paymentIntents.cancel(intentRef, {}, { idempotencyKey: `cancel:${paymentId}` })))
      .catch(async (error: unknown) => {
        if (!(error instanceof GatewayRefused) || error.code !== 'payment_intent_unexpected_state') throw error;
        return talk(async () => toPayment(await stripe.paymentIntents.retrieve(intentRef)));
      }),
    refundPayment: ({ refundId, intentRef, amount }) => talk(async () => {
      const refund = await stripe.refunds.create(
        { payment_intent: intentRef, amount, metadata: { refund_id: refundId } }, { idempotencyKey: `refund:${refundId}` });
      expect(refund, 'refund');
      return { refundRef: refund.id, state: refundState(refund.status) };
    }),
    readWebhook: (rawBody, signature) => readWebhook(stripe, settings.webhookSecrets, rawBody, signature),
  };
}

function connect({ secretKey, apiBase }: StripeSettings): Stripe {
  const common = { apiVersion, timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false } as const;
  if (apiBase === null) return new Stripe(secretKey, common);
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return new Stripe(secretKey, { ...common, protocol: scheme, host: hostname, port: port || (scheme === 'https' ? 443 : 80) });
}

/** Byte-identical for the same request, because Stripe refuses a key that comes back with other parameters. */
const toParameters = (request: PaymentRequest): Stripe.PaymentIntentCreateParams => ({
  amount: request.amount,
  currency: request.currency,
  automatic_payment_methods: { enabled: true },
  allowed_payment_method_types: ['card'],
  description: request.description,
  metadata: { order_id: request.orderId, payment_id: request.paymentId },
  ...(request.keepCard ? { setup_future_usage: 'off_session' as const } : {}),
});

async function findByPaymentId(stripe: Stripe, paymentId: string, from: Date): Promise<ProcessorPayment | null> {
  // Listing is consistent at once; Stripe's search lags by up to a minute, which is long enough to open a payment twice.
  const createdFrom = Math.floor(from.getTime() / 1000) - 60;
  let after: string | undefined;
  for (let page = 0; page < searchPagesAtMost; page += 1) {
    const list = await stripe.paymentIntents.list(
      { created: { gte: createdFrom, lte: createdFrom + 25 * 3600 }, limit: 100, ...(after ? { starting_after: after } : {}) });
    const found = list.data.find((intent) => intent.metadata.payment_id === paymentId);
    if (found) return toPayment(found);
    after = list.data.at(-1)?.id;
    if (!list.has_more || !after) return null;
  }
  throw new GatewayUnavailable('too many payments to search through');
}

const states: Record<Stripe.PaymentIntent.Status, ProcessorState> = {
  requires_payment_method: 'needs_card',
  requires_confirmation: 'needs_card',
  requires_action: 'needs_action',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function toPayment(intent: Stripe.PaymentIntent): ProcessorPayment {
  expect(intent, 'payment_intent');
  const state = states[intent.status];
  if (!state || !intent.client_secret) throw new GatewayUnavailable(`payment ${intent.id} came back without a usable state`);
  return {
    intentRef: intent.id,
    clientSecret: intent.client_secret,
    state,
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received),
    currency: intent.currency,
    customerRef: typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
    orderId: intent.metadata.order_id ?? null,
    paymentId: intent.metadata.payment_id ?? null,
    declineMessage: intent.last_payment_error?.message ?? null,
  };
}

function expect(result: { id?: string; object?: string }, object: string): void {
  if (result.object !== object || !result.id) throw new GatewayUnavailable(`expected a ${object}, got something else`);
}

const refundState = (status: string | null): 'pending' | 'succeeded' | 'failed' => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

/** Sorts Stripe's failures into the two kinds that matter: a clear no, and "nobody knows". */
async function talk<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw sort(error);
  }
}

function sort(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? 0;
  // Bad keys and rate limits are our trouble, not the shopper's: nothing is known about the payment.
  const unknown = status === 0 || status >= 500 || [401, 403, 409, 429].includes(status);
  if (unknown) return new GatewayUnavailable(error.message, error.headers?.['idempotent-replayed'] === 'true');
  return new GatewayRefused(error.code ?? error.type, error.message);
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof GatewayRefused && error.code === 'resource_missing') return null;
  throw error;
}

function readWebhook(stripe: Stripe, secrets: string[], rawBody: string, signature: string | null): WebhookEvent | null {
  if (!signature) return null;
  for (const secret of secrets) {
    try {
      return toEvent(stripe.webhooks.constructEvent(rawBody, signature, secret, signatureToleranceSeconds));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return null;
    }
  }
  return null;
}

function toEvent(event: Stripe.Event): WebhookEvent {
  const object = event.data.object as { id?: string; object?: string; payment_intent?: string | { id: string } | null };
  const behind = typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id;
  return {
    eventId: event.id,
    type: event.type,
    objectRef: object.id ?? event.id,
    intentRef: object.object === 'payment_intent' ? (object.id ?? null) : (behind ?? null),
    apiVersion: event.api_version,
    occurredAt: new Date(event.created * 1000),
  };
}
