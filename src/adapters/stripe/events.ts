/**
 * Stripe's events, received as webhooks or listed. An event only hints at a change: decisions use nothing of
 * it but its ids. What it says about a payment attempt is stored as history.
 */
import type { EventSubject, WebhookEvent } from '#ports/payment-gateway.ts';
import Stripe from 'stripe';
import { toAttempt } from './readings.ts';

/** Stripe's own tolerance for the age of a signature, in seconds. */
const signatureToleranceSeconds = 300;

/**
 * The event types that the webhook endpoint at Stripe subscribes to. Others may arrive; they are stored but
 * not processed.
 */
export const wantedEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
] as const;

/** Null when no secret matches. Two secrets are valid during a rotation. */
export function readWebhook(
  stripe: Stripe,
  secrets: string[],
  rawBody: string,
  signature: string | null,
): WebhookEvent | null {
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

const subjects: Record<string, EventSubject> = {
  payment_intent: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  setup_intent: 'setup',
  subscription: 'subscription',
  invoice: 'invoice',
};

/** Invoices and subscriptions emit many more events, which arrive beside these and add nothing. */
const isWanted = (event: Stripe.Event, subject: EventSubject): boolean =>
  (subject !== 'subscription' && subject !== 'invoice') || wantedEvents.some((type) => type === event.type);

/** We create every payment and setup ourselves and receive the response, so these events add nothing. */
const ignoredEvents = ['payment_intent.created', 'setup_intent.created'];

export function toEvent(event: Stripe.Event): WebhookEvent {
  const object = event.data.object as {
    id?: string;
    object?: string;
    payment_intent?: string | { id: string } | null;
  };
  const intentRef =
    typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id;
  const about = subjects[object.object ?? ''] ?? 'other';
  return {
    eventId: event.id,
    type: event.type,
    about: ignoredEvents.includes(event.type) || !isWanted(event, about) ? 'other' : about,
    objectRef: object.id ?? event.id,
    intentRef: object.object === 'payment_intent' ? (object.id ?? null) : (intentRef ?? null),
    apiVersion: event.api_version,
    occurredAt: new Date(event.created * 1000),
    attempt: toAttempt(event),
  };
}
