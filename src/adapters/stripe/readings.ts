/**
 * Stripe's objects in our words. The SDK ignores the HTTP status and resolves anything without an `error` key,
 * so `object` and `id` are asserted on each: a misrouted host must never look like a paid order.
 */
import { cents } from '#kernel/money.ts';
import type { CardSetup, SavedCard, SetupState } from '#ports/card-wallet.ts';
import {
  GatewayUnavailable,
  type ProcessorDispute,
  type ProcessorPayment,
  type ProcessorRefund,
  type ProcessorState,
  type RefundState,
} from '#ports/payment-gateway.ts';
import type Stripe from 'stripe';

const states: Record<string, ProcessorState> = {
  requires_payment_method: 'needs_card',
  requires_confirmation: 'needs_card',
  requires_action: 'needs_action',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
} satisfies Partial<Record<Stripe.PaymentIntent.Status, ProcessorState>>;

export function toPayment(intent: Stripe.PaymentIntent): ProcessorPayment {
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
    customerRef: referenceOf(intent.customer),
    cardRef: referenceOf(intent.payment_method),
    orderId: intent.metadata.order_id ?? null,
    paymentId: intent.metadata.payment_id ?? null,
    declineMessage: intent.last_payment_error?.message ?? null,
  };
}

export function toRefund(refund: Stripe.Refund): ProcessorRefund {
  expect(refund, 'refund');
  return {
    refundRef: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    intentRef: referenceOf(refund.payment_intent),
    amount: cents(refund.amount),
    state: refundState(refund.status),
  };
}

const refundState = (status: string | null): RefundState => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

const closedDisputes = ['won', 'lost', 'warning_closed', 'prevented'];

export function toDispute(dispute: Stripe.Dispute): ProcessorDispute {
  expect(dispute, 'dispute');
  // Each movement of money for the dispute is listed; what they sum to is what we are missing now.
  const moved = dispute.balance_transactions.reduce((sum, movement) => sum + movement.amount, 0);
  return {
    disputeRef: dispute.id,
    intentRef: referenceOf(dispute.payment_intent),
    amount: cents(dispute.amount),
    status: dispute.status,
    reason: dispute.reason,
    withdrawn: moved < 0,
    closed: closedDisputes.includes(dispute.status),
  };
}

const setupStates: Record<string, SetupState> = {
  requires_payment_method: 'needs_card',
  requires_confirmation: 'needs_card',
  requires_action: 'needs_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
} satisfies Record<Stripe.SetupIntent.Status, SetupState>;

export function toSetup(intent: Stripe.SetupIntent): CardSetup {
  expect(intent, 'setup_intent');
  const state = setupStates[intent.status];
  if (!state || !intent.client_secret) throw new GatewayUnavailable(`setup ${intent.id} came back without a usable state`);
  return { setupRef: intent.id, clientSecret: intent.client_secret, state, setupId: intent.metadata?.setup_id ?? null };
}

/** Null for a way of paying that is no card. */
export function toCard(method: Stripe.PaymentMethod): SavedCard | null {
  expect(method, 'payment_method');
  const { card } = method;
  if (!card) return null;
  return {
    cardRef: method.id,
    name: method.billing_details.name,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? method.id,
  };
}

export function toCustomerRef(customer: Stripe.Customer): string {
  expect(customer, 'customer');
  return customer.id;
}

const referenceOf = (value: string | { id: string } | null): string | null => (typeof value === 'string' ? value : (value?.id ?? null));

function expect(result: { id?: string; object?: string }, object: string): void {
  if (result.object !== object || !result.id) throw new GatewayUnavailable(`expected a ${object}, got something else`);
}
