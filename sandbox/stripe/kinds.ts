/**
 * What the store holds: one entry per kind of object, what stays hidden beside it, which fields lists can be narrowed by,
 * and which fields can be expanded. A new resource starts here; `store.ts` knows no kind by name.
 */
import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';

/** A question that the card's bank asks the shopper. Ours alone: Stripe shows none of it. */
export type Challenge = {
  id: string;
  object: 'challenge';
  intent: string;
  intentKind: 'payment_intent' | 'setup_intent';
  status: 'open' | 'passed' | 'failed' | 'superseded';
  returnUrl: string | null;
  created: number;
};

export type Kinds = {
  challenge: Challenge;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Kinds;

/** Beside a payment method lies how its bank behaves; the card number itself is never stored. */
export type CardSecrets = { behaviour: CardBehaviour; cvcGiven: boolean; isSetUp: boolean; consumed: boolean };
/** How the intent was last confirmed, for the moment when the bank's question is answered. */
export type IntentSecrets = { challenge: string | null; returnUrl: string | null; offSession: boolean };

export type Secrets = {
  challenge: null;
  charge: { behaviour: CardBehaviour };
  customer: null;
  dispute: null;
  event: null;
  payment_intent: IntentSecrets;
  payment_method: CardSecrets;
  refund: null;
  setup_intent: IntentSecrets;
  webhook_endpoint: { secret: string };
};

/** Fields by which lists are narrowed. `metadata` means every key of it; `about` the objects that an event concerns. */
export const linkedFields: Record<Kind, readonly string[]> = {
  challenge: [],
  charge: ['customer', 'payment_intent', 'metadata'],
  customer: ['email', 'metadata'],
  dispute: ['charge', 'payment_intent'],
  event: ['type', 'about'],
  payment_intent: ['customer', 'metadata'],
  payment_method: ['customer', 'type'],
  refund: ['charge', 'payment_intent'],
  setup_intent: ['customer', 'payment_method'],
  webhook_endpoint: [],
};

/** Fields that hold an id and may be expanded into the object behind it. */
export const expandableFields: Partial<Record<Kind, Record<string, Kind>>> = {
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  customer: { 'invoice_settings.default_payment_method': 'payment_method' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  refund: { charge: 'charge', customer: 'customer', payment_intent: 'payment_intent', payment_method: 'payment_method' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
};

/** The words that error messages use for a kind. */
export const wordsFor = (kind: string): string => (kind === 'payment_method' ? 'PaymentMethod' : kind);
