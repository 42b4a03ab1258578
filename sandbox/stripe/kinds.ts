/**
 * The schema of the store: one entry per kind of object with its hidden data, filterable fields, and
 * expandable fields. A new resource starts here; `store.ts` does not depend on any kind.
 */
import type Stripe from 'stripe';
import type { CardBehavior } from './cards.ts';

/** A question that the card's bank asks the customer. Internal; Stripe does not expose it. */
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
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  invoiceitem: Stripe.InvoiceItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Kinds;

/** Bank behavior, stored with a payment method. The card number itself is never stored. */
export type CardSecrets = { behavior: CardBehavior; cvcGiven: boolean; isSetUp: boolean; consumed: boolean };
/** How the intent was last confirmed, for when its 3-D Secure challenge is completed. */
export type IntentSecrets = { challenge: string | null; returnUrl: string | null; offSession: boolean };

/** An invoice shows its first ten lines; all of them are here. `daysUntilDue` counts from finalization. */
export type InvoiceSecrets = { lines: Stripe.InvoiceLineItem[]; daysUntilDue: number | null };

export type Secrets = {
  challenge: null;
  charge: { behavior: CardBehavior };
  customer: null;
  dispute: null;
  event: null;
  invoice: InvoiceSecrets;
  invoice_payment: null;
  invoiceitem: null;
  payment_intent: IntentSecrets;
  payment_method: CardSecrets;
  price: null;
  product: null;
  refund: null;
  setup_intent: IntentSecrets;
  subscription: null;
  webhook_endpoint: { secret: string };
};

/** The path of an invoice's subscription id. */
export const invoiceSubscription = 'parent.subscription_details.subscription';

/**
 * Fields that lists can filter by, with dots for nested fields. `metadata` covers all of its keys, `about`
 * the objects that an event concerns.
 */
export const linkedFields: Record<Kind, readonly string[]> = {
  challenge: [],
  charge: ['customer', 'payment_intent'],
  customer: ['email'],
  dispute: ['charge', 'payment_intent'],
  event: ['type', 'about'],
  invoice: ['customer', 'status', 'number', 'collection_method', invoiceSubscription],
  invoice_payment: ['invoice', 'status', 'payment.payment_intent'],
  invoiceitem: ['customer', 'invoice'],
  payment_intent: ['customer', 'metadata'],
  payment_method: ['customer', 'type'],
  price: [],
  product: [],
  refund: ['charge', 'payment_intent'],
  setup_intent: ['customer', 'payment_method'],
  subscription: ['customer', 'status', 'collection_method'],
  webhook_endpoint: [],
};

/** Fields that hold an id and can be expanded into the object. */
export const expandableFields: Record<string, Record<string, Kind>> = {
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  customer: { 'invoice_settings.default_payment_method': 'payment_method' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  invoice: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    [invoiceSubscription]: 'subscription',
  },
  invoice_payment: {
    invoice: 'invoice',
    'payment.charge': 'charge',
    'payment.payment_intent': 'payment_intent',
  },
  invoiceitem: { customer: 'customer', invoice: 'invoice', 'pricing.price_details.price': 'price' },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  refund: {
    charge: 'charge',
    customer: 'customer',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
  },
  price: { product: 'product' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  subscription: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    latest_invoice: 'invoice',
  },
  subscription_item: { price: 'price' },
  line_item: { 'pricing.price_details.price': 'price', subscription: 'subscription' },
};

/** Names of kinds in error messages. */
export const wordsFor = (kind: string): string => (kind === 'payment_method' ? 'PaymentMethod' : kind);
