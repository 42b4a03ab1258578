/**
 * Refunds. The charge tracks its refunded sum, so it can never exceed what was captured. A refund that fails
 * later lowers that sum again. Disputed money cannot be refunded.
 */
import type Stripe from 'stripe';
import { moneyInWords } from './currencies.ts';
import { takenBack } from './disputing.ts';
import { changesBetween, emit } from './events.ts';
import { invalidRequest } from './http/errors.ts';
import { idOf, stripeId } from './ids.ts';
import { schedule } from './timers.ts';
import { type Call, nowSeconds } from './world.ts';

type Options = { amount: number | null; reason: Stripe.Refund['reason']; metadata: Record<string, string> };

export function refundCharge(call: Call, charge: Stripe.Charge, options: Options): Stripe.Refund {
  const { store, timings } = call.world;
  const unrefunded = charge.amount_captured - charge.amount_refunded;
  const refundable = unrefunded - takenBack(call, charge.id);
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not been captured, so it cannot be refunded.`, {
      param: 'charge',
    });
  if (unrefunded === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (refundable <= 0)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const amount = options.amount ?? refundable;
  if (amount > refundable) {
    throw invalidRequest(
      `Refund amount (${moneyInWords(amount, charge.currency)}) is greater than unrefunded amount on charge (${moneyInWords(refundable, charge.currency)})`,
      { param: 'amount' },
    );
  }
  const { later } = store.secretsOf('charge', charge.id).behavior;
  const refund = buildRefund(
    call,
    charge,
    { ...options, amount },
    later === 'refund_pending' ? 'pending' : 'succeeded',
  );
  store.insert('refund', refund, null);
  const refunded = setRefunded(call, charge, charge.amount_refunded + amount);
  emit(call, 'refund.created', refund);
  emit(call, 'charge.refunded', refunded, changesBetween(charge, refunded));
  if (later === 'refund_pending') schedule(call.world, 'refund_arrives', refund.id, timings.settleAfterMs);
  if (later === 'refund_fails') schedule(call.world, 'refund_fails', refund.id, timings.settleAfterMs);
  return refund;
}

/** A pending refund has reached the customer. */
export function refundArrives(call: Call, refundId: string): void {
  const refund = call.world.store.get('refund', refundId);
  if (refund.status !== 'pending') return;
  const { pending_reason: _reason, ...arrived } = refund;
  change(call, refund, { ...arrived, status: 'succeeded', destination_details: destination('available') });
}

/** The customer's bank returned the money: lowers the refunded sum of the charge. */
export function refundFails(call: Call, refundId: string): void {
  const refund = call.world.store.get('refund', refundId);
  if (refund.status === 'failed') return;
  const charge = call.world.store.get('charge', idOf(refund.charge) ?? '');
  setRefunded(call, charge, charge.amount_refunded - refund.amount);
  const failed = change(call, refund, {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  emit(call, 'refund.failed', failed);
}

function change(call: Call, before: Stripe.Refund, after: Stripe.Refund): Stripe.Refund {
  call.world.store.save('refund', after);
  emit(call, 'refund.updated', after, changesBetween(before, after));
  emit(call, 'charge.refund.updated', after, changesBetween(before, after));
  return after;
}

function setRefunded(call: Call, charge: Stripe.Charge, amount: number): Stripe.Charge {
  return call.world.store.save('charge', {
    ...charge,
    amount_refunded: amount,
    refunded: amount === charge.amount_captured,
  });
}

const destination = (status: 'available' | 'pending'): Stripe.Refund.DestinationDetails => ({
  card: { reference_status: status, reference_type: 'acquirer_reference_number', type: 'refund' },
  type: 'card',
});

function buildRefund(
  call: Call,
  charge: Stripe.Charge,
  options: Options & { amount: number },
  status: 'pending' | 'succeeded',
): Stripe.Refund {
  const refund: Stripe.Refund = {
    id: stripeId('re'),
    object: 'refund',
    amount: options.amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(call.world),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: destination(status === 'pending' ? 'pending' : 'available'),
    metadata: options.metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: options.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === 'pending' ? { pending_reason: 'processing' as const } : {}),
  };
  return refund;
}
