/**
 * Converts Stripe's objects to ours. The SDK ignores the HTTP status and resolves anything without an `error`
 * key. So `object` and `id` are asserted on each: a misrouted host must never look like a paid order.
 */
import { cents } from '#kernel/money.ts';
import type { CardSetup, SavedCard, SetupState } from '#ports/card-wallet.ts';
import {
  GatewayUnavailable,
  type PaymentAttempt,
  type PaymentOrigin,
  type ProcessorDispute,
  type ProcessorFee,
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
  if (!state || !intent.client_secret)
    throw new GatewayUnavailable(`payment ${intent.id} came back without a usable state`);
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
    declineRef: declineRefOf(intent),
    attempt: attemptOf(intent),
    shopId: intent.metadata.shop_id ?? null,
    paidWith: state === 'succeeded' ? cardOf(intent.latest_charge) : null,
  };
}

/** A decline by the bank has a charge; a failed 3-D Secure check only has its card. */
function declineRefOf({ last_payment_error: error }: Stripe.PaymentIntent): string | null {
  if (!error) return null;
  return error.charge ?? `${error.code ?? error.type} ${error.payment_method?.id ?? ''}`;
}

/** From the charge, if it was expanded with the intent. */
function attemptOf({ latest_charge: charge }: Stripe.PaymentIntent): PaymentAttempt | null {
  if (typeof charge !== 'object' || charge === null) return null;
  return {
    attemptRef: charge.id,
    at: new Date(charge.created * 1000),
    outcome: charge.status === 'succeeded' ? 'succeeded' : 'declined',
    declineCode: charge.status === 'succeeded' ? null : (charge.outcome?.reason ?? charge.failure_code),
    bankMessage: charge.failure_message,
    threeDSecure: charge.payment_method_details?.card?.three_d_secure?.result ?? null,
    requestRef: null,
  };
}

/** Reads back what `toParameters` of the gateway wrote. */
export function toOrigin(intent: Stripe.PaymentIntent): PaymentOrigin {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const { name = null, email = null, phone = null, address = null } = charge?.billing_details ?? {};
  const written = Object.entries(intent.metadata)
    .filter(([key]) => /^items_\d+$/.test(key))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap(([, value]) => value.split(' '));
  const items = written.map((item) => {
    const [productId = '', amount = ''] = item.split(':');
    return { productId, amount: cents(Number(amount)) };
  });
  const buyer = {
    name,
    email: email ?? intent.receipt_email,
    phone,
    addressLine1: address?.line1 ?? null,
    country: address?.country ?? null,
  };
  return { payment: toPayment(intent), items, buyer };
}

/** The attempt in an event, whose intent has only the id of its charge. Null for other events. */
export function toAttempt(event: Stripe.Event): PaymentAttempt | null {
  if (event.type !== 'payment_intent.payment_failed' && event.type !== 'payment_intent.succeeded')
    return null;
  const { latest_charge: charge, last_payment_error: error } = event.data.object;
  const common = {
    at: new Date(event.created * 1000),
    threeDSecure: null,
    requestRef: event.request?.id ?? null,
  };
  const chargeRef = referenceOf(charge);
  if (event.type === 'payment_intent.succeeded')
    return chargeRef === null
      ? null
      : { ...common, attemptRef: chargeRef, outcome: 'succeeded', declineCode: null, bankMessage: null };
  if (error === null) return null;
  const isUnproven = error.code === 'payment_intent_authentication_failure';
  return {
    ...common,
    attemptRef: error.charge ?? event.id,
    outcome: isUnproven ? 'authentication_failed' : error.charge ? 'declined' : 'failed',
    declineCode: error.decline_code ?? error.code ?? null,
    bankMessage: error.message ?? null,
    threeDSecure: isUnproven ? 'failed' : null,
  };
}

/** Null when the charge came without details, or was not made with a card. */
function cardOf(charge: string | Stripe.Charge | null): ProcessorPayment['paidWith'] {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
  return card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null;
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

/**
 * Stripe's own bills are lines with a negative amount and no fee. Null: Stripe charged nothing with this
 * line.
 */
export function toFee(entry: Stripe.BalanceTransaction): ProcessorFee | null {
  expect(entry, 'balance_transaction');
  const amount = entry.fee + (entry.type === 'stripe_fee' ? -entry.amount : 0);
  if (amount === 0 || entry.currency !== 'usd') return null;
  return { feeRef: entry.id, amount: cents(amount), takenAt: new Date(entry.created * 1000) };
}

const closedDisputes = ['won', 'lost', 'warning_closed', 'prevented'];

export function toDispute(dispute: Stripe.Dispute): ProcessorDispute {
  expect(dispute, 'dispute');
  // Each payment or refund for the dispute is listed; their sum is the amount we are missing now.
  const moved = dispute.balance_transactions.reduce((sum, entry) => sum + entry.amount, 0);
  return {
    disputeRef: dispute.id,
    intentRef: referenceOf(dispute.payment_intent),
    amount: cents(dispute.amount),
    status: dispute.status,
    reason: dispute.reason,
    withdrawn: moved < 0,
    closed: closedDisputes.includes(dispute.status),
    answerBy:
      dispute.evidence_details.due_by === null ? null : new Date(dispute.evidence_details.due_by * 1000),
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
  if (!state || !intent.client_secret)
    throw new GatewayUnavailable(`setup ${intent.id} came back without a usable state`);
  return {
    setupRef: intent.id,
    cardRef: referenceOf(intent.payment_method),
    clientSecret: intent.client_secret,
    state,
    setupId: intent.metadata?.setup_id ?? null,
  };
}

/** Null for a payment method that is not a card. */
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

export const referenceOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export function expect(result: { id?: string; object?: string }, object: string): void {
  if (result.object !== object || !result.id)
    throw new GatewayUnavailable(`expected a ${object}, got something else`);
}
