/**
 * Disputes: the customer's bank takes a charge back, wholly or in part, and later decides. The money leaves
 * when the dispute opens and returns only when it is won. A refunded charge can still be disputed.
 */
import type Stripe from 'stripe';
import { moneyInWords } from './currencies.ts';
import { changesBetween, emit } from './events.ts';
import { invalidRequest } from './http/errors.ts';
import { idOf, stripeId } from './ids.ts';
import { schedule } from './timers.ts';
import { type Call, nowSeconds } from './world.ts';

/** Dispute reasons that the bank can choose. */
export const disputeReasons = [
  'fraudulent',
  'product_not_received',
  'duplicate',
  'credit_not_processed',
  'general',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];
export type Outcome = 'won' | 'lost';

/** Stripe's dispute fee, charged for won and lost disputes. */
const feeCents = 1_500;
const daysToAnswer = 9;
const closedStatuses: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

export const isClosed = (dispute: Stripe.Dispute): boolean => closedStatuses.includes(dispute.status);

const disputesOf = (call: Call, chargeId: string): Stripe.Dispute[] =>
  call.world.store.list('dispute', { filters: { charge: chargeId }, limit: 100 });

/** The amount of a charge that open or lost disputes have withdrawn, in the smallest unit. */
export const takenBack = (call: Call, chargeId: string): number =>
  disputesOf(call, chargeId).reduce(
    (sum, { balance_transactions: moves }) => sum - moves.reduce((net, { amount }) => net + amount, 0),
    0,
  );

/** The test card ending in 0259: every charge is disputed a little later. */
export function disputeLater(call: Call, charge: Stripe.Charge): void {
  const { store, timings } = call.world;
  const { later } = store.secretsOf('charge', charge.id).behavior;
  if (later === 'dispute') schedule(call.world, 'dispute_opens', charge.id, timings.settleAfterMs);
}

/** Runs when that card's timer fires. Skips a charge that was disputed manually in the meantime. */
export function disputeOpens(call: Call, chargeId: string): void {
  const charge = call.world.store.get('charge', chargeId);
  if (!charge.disputed) openDispute(call, charge, { amount: null, reason: 'fraudulent' });
}

/** `amount` null: the whole charge, even if part of it was refunded. */
export function openDispute(
  call: Call,
  charge: Stripe.Charge,
  options: { amount: number | null; reason: DisputeReason },
): Stripe.Dispute {
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not been captured, so it cannot be disputed.`, {
      param: 'payment_intent',
    });
  const disputable = charge.amount_captured - takenBack(call, charge.id);
  if (disputable === 0)
    throw invalidRequest(`Charge ${charge.id} is already disputed in full.`, { param: 'payment_intent' });
  const amount = options.amount ?? disputable;
  if (amount > disputable) {
    const [requested, most] = [
      moneyInWords(amount, charge.currency),
      moneyInWords(disputable, charge.currency),
    ];
    throw invalidRequest(
      `Dispute amount (${requested}) is greater than the undisputed amount of the charge (${most})`,
      { param: 'amount' },
    );
  }
  const dispute = buildDispute(call, charge, { amount, reason: options.reason });
  call.world.store.insert('dispute', dispute, null);
  call.world.store.save('charge', { ...charge, disputed: true });
  emit(call, 'charge.dispute.created', dispute);
  emit(call, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Applies the bank's decision. Throws when the dispute is already closed. */
export function closeDispute(call: Call, before: Stripe.Dispute, outcome: Outcome): Stripe.Dispute {
  if (isClosed(before)) throw invalidRequest(`This dispute is already closed: it was ${before.status}.`);
  const comesBack = outcome === 'won' ? [balanceEntry(call, before, 'comes_back')] : [];
  const charge = call.world.store.get('charge', idOf(before.charge) ?? '');
  const taken = takenBack(call, charge.id) - comesBack.reduce((sum, { amount }) => sum + amount, 0);
  const after: Stripe.Dispute = {
    ...before,
    status: outcome,
    balance_transactions: [...before.balance_transactions, ...comesBack],
    is_charge_refundable: charge.amount_captured - charge.amount_refunded - taken > 0,
  };
  saveChanged(call, before, after);
  emit(call, 'charge.dispute.closed', after);
  if (outcome === 'won') emit(call, 'charge.dispute.funds_reinstated', after);
  return after;
}

export function saveChanged(call: Call, before: Stripe.Dispute, after: Stripe.Dispute): Stripe.Dispute {
  call.world.store.save('dispute', after);
  emit(call, 'charge.dispute.updated', after, changesBetween(before, after));
  return after;
}

/** As in Stripe's test mode, the texts `winning_evidence` and `losing_evidence` make the bank decide soon. */
export function decideLater(call: Call, dispute: Stripe.Dispute): void {
  const words = dispute.evidence.uncategorized_text;
  const work =
    words === 'winning_evidence' ? 'dispute_is_won' : words === 'losing_evidence' ? 'dispute_is_lost' : null;
  if (work !== null) schedule(call.world, work, dispute.id, call.world.timings.settleAfterMs);
}

export const disputeDecided =
  (outcome: Outcome) =>
  (call: Call, disputeId: string): void => {
    const dispute = call.world.store.get('dispute', disputeId);
    if (!isClosed(dispute)) closeDispute(call, dispute, outcome);
  };

function balanceEntry(
  call: Call,
  dispute: Pick<Stripe.Dispute, 'id' | 'amount' | 'charge' | 'currency'>,
  direction: 'leaves' | 'comes_back',
): Stripe.BalanceTransaction {
  const leaves = direction === 'leaves';
  const [amount, fee, now] = [
    leaves ? -dispute.amount : dispute.amount,
    leaves ? feeCents : 0,
    nowSeconds(call.world),
  ];
  const moved: Stripe.BalanceTransaction = {
    id: stripeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: dispute.currency,
    description: leaves
      ? `Chargeback withdrawal for ${idOf(dispute.charge)}`
      : `Chargeback reversal for ${idOf(dispute.charge)}`,
    exchange_rate: null,
    fee,
    fee_details: leaves
      ? [
          {
            amount: fee,
            application: null,
            currency: dispute.currency,
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: leaves ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
  return moved;
}

function buildDispute(
  call: Call,
  charge: Stripe.Charge,
  { amount, reason }: { amount: number; reason: DisputeReason },
): Stripe.Dispute {
  const id = stripeId('du');
  const shopShare = charge.amount_captured - charge.amount_refunded - takenBack(call, charge.id) - amount;
  const network = charge.payment_method_details?.card?.network ?? 'visa';
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [
      balanceEntry(call, { id, amount, charge: charge.id, currency: charge.currency }, 'leaves'),
    ],
    charge: charge.id,
    created: nowSeconds(call.world),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(charge),
    evidence_details: {
      due_by: nowSeconds(call.world) + daysToAnswer * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: shopShare > 0,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: { brand: network, case_type: 'chargeback', network, network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
  return dispute;
}

/** Stripe fills in the known customer details; the shop provides the rest. */
const noEvidence = ({ billing_details: billing }: Stripe.Charge): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: billing.email,
  customer_name: billing.name,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
});
