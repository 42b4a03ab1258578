/**
 * A charge: one attempt to move money, successful or not. Created complete here, then changed by refunds and
 * disputes.
 */
import type Stripe from 'stripe';
import type { Decline } from './cards.ts';
import { idOf, randomText, stripeId } from './ids.ts';
import { type Call, nowSeconds } from './world.ts';

type Attempt = { authenticated: boolean; decline: Decline | null };

export function buildCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): Stripe.Charge {
  const { decline } = attempt;
  const captured = decline === null;
  const charge: Stripe.Charge = {
    id: stripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'STATESIDE SANDBOX',
    captured,
    created: nowSeconds(call.world),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, attempt), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline === null ? `${call.world.origin}/stripe/payments/${intent.id}` : null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  return charge;
}

const outcomeOf = (decline: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: decline === null ? null : 'try_again_later',
  network_advice_code: null,
  network_decline_code: decline === null ? null : '05',
  network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  risk_score: 10,
  seller_message: decline === null ? 'Payment complete.' : 'The bank declined the payment.',
  type: decline === null ? 'authorized' : 'issuer_declined',
});

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method;
  const checked = (value: string | null | undefined): string | null =>
    value === null || value === undefined ? null : 'pass';
  return {
    amount_authorized: attempt.decline === null ? intent.amount : null,
    authorization_code: attempt.decline === null ? randomText(6).toUpperCase() : null,
    brand: card?.brand ?? null,
    checks: {
      address_line1_check: checked(card?.checks?.address_line1_check),
      address_postal_code_check: checked(card?.checks?.address_postal_code_check),
      cvc_check: attempt.decline?.code === 'incorrect_cvc' ? 'fail' : checked(card?.checks?.cvc_check),
    },
    country: card?.country ?? null,
    electronic_commerce_indicator: attempt.authenticated ? '05' : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: attempt.decline === null ? randomText(15).toUpperCase() : null,
    regulated_status: 'unregulated',
    three_d_secure: attempt.authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: crypto.randomUUID(),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
