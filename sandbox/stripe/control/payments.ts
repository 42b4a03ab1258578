/** The newest payments, each with its charge, refunds, and disputes, for tests and the dashboard's list. */
import type Stripe from 'stripe';
import type { World } from '#sandbox/stripe/world.ts';

export type PaymentSummary = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  amount_refunded: number;
  disputed: boolean;
  currency: string;
  created: number;
  metadata: Record<string, string>;
  last4: string | null;
  decline_code: string | null;
};

export const recentPayments = (world: World, limit: number): PaymentSummary[] =>
  world.store.list('payment_intent', { limit }).map((intent) => summarize(world, intent));

export function summarize(world: World, intent: Stripe.PaymentIntent): PaymentSummary {
  const charge =
    typeof intent.latest_charge === 'string' ? world.store.find('charge', intent.latest_charge) : null;
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amount_received: intent.amount_received,
    amount_refunded: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    created: intent.created,
    metadata: intent.metadata,
    last4: charge?.payment_method_details?.card?.last4 ?? null,
    decline_code: intent.last_payment_error?.decline_code ?? null,
  };
}
