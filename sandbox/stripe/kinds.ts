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
  coupon: Stripe.Coupon;
  credit_note: Stripe.CreditNote;
  customer: Stripe.Customer;
  discount: Stripe.Discount;
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
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
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
  /** The products that it applies to, null for all. Shown only on request. */
  coupon: { products: string[] | null };
  credit_note: { lines: Stripe.CreditNoteLineItem[] };
  customer: null;
  discount: null;
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
  'test_helpers.test_clock': null;
  webhook_endpoint: { secret: string };
};

/** The path of an invoice's subscription id. */
export const invoiceSubscription = 'parent.subscription_details.subscription';

/**
 * Fields that lists can filter by, with dots for nested fields. `metadata` covers all of its keys, `about`
 * the objects that an event concerns, `items` the items of a subscription.
 */
export const linkedFields: Record<Kind, readonly string[]> = {
  challenge: [],
  charge: ['customer', 'payment_intent', 'metadata'],
  coupon: [],
  credit_note: ['customer', 'invoice'],
  customer: ['email', 'metadata', 'test_clock'],
  discount: ['subscription'],
  dispute: ['charge', 'payment_intent'],
  event: ['type', 'about'],
  invoice: [
    'customer',
    'status',
    'number',
    'collection_method',
    'metadata',
    'test_clock',
    invoiceSubscription,
  ],
  invoice_payment: ['invoice', 'status', 'payment.payment_intent'],
  invoiceitem: ['customer', 'invoice', 'parent.subscription_details.subscription'],
  payment_intent: ['customer', 'metadata'],
  payment_method: ['customer', 'type'],
  price: ['product', 'currency', 'type', 'lookup_key', 'metadata'],
  product: ['metadata'],
  refund: ['charge', 'payment_intent'],
  setup_intent: ['customer', 'payment_method'],
  subscription: ['customer', 'status', 'collection_method', 'items', 'metadata', 'test_clock'],
  'test_helpers.test_clock': [],
  webhook_endpoint: [],
};

/** Fields that hold an id and can be expanded into the object. */
export const expandableFields: Record<string, Record<string, Kind>> = {
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  customer: {
    'invoice_settings.default_payment_method': 'payment_method',
    test_clock: 'test_helpers.test_clock',
  },
  credit_note: { customer: 'customer', invoice: 'invoice' },
  discount: { customer: 'customer', 'source.coupon': 'coupon' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  invoice: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    discounts: 'discount',
    [invoiceSubscription]: 'subscription',
    test_clock: 'test_helpers.test_clock',
  },
  invoice_payment: {
    invoice: 'invoice',
    'payment.charge': 'charge',
    'payment.payment_intent': 'payment_intent',
  },
  invoiceitem: {
    customer: 'customer',
    invoice: 'invoice',
    'pricing.price_details.price': 'price',
    discounts: 'discount',
  },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  refund: {
    charge: 'charge',
    customer: 'customer',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
  },
  price: { product: 'product' },
  product: { default_price: 'price' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  subscription: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    discounts: 'discount',
    latest_invoice: 'invoice',
    test_clock: 'test_helpers.test_clock',
  },
  subscription_item: { price: 'price', discounts: 'discount' },
  line_item: { 'pricing.price_details.price': 'price', discounts: 'discount', subscription: 'subscription' },
};

/** Names of kinds in error messages. */
export const wordsFor = (kind: string): string => (kind === 'payment_method' ? 'PaymentMethod' : kind);
