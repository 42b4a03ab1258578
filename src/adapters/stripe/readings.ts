/**
 * Stripe's objects in our words. The SDK ignores the HTTP status and resolves anything without an `error` key,
 * so `object` and `id` are asserted on each: a misrouted host must never look like a paid order.
 */
import { cents } from '#kernel/money.ts';
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

const referenceOf = (value: string | { id: string } | null): string | null => (typeof value === 'string' ? value : (value?.id ?? null));

function expect(result: { id?: string; object?: string }, object: string): void {
  if (result.object !== object || !result.id) throw new GatewayUnavailable(`expected a ${object}, got something else`);
}
