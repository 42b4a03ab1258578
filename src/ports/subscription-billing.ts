/**
 * What we need from a card processor for recurring charges. It creates an invoice for each period and tries
 * once to charge it. When that fails, we decide when it is retried. Calls throw `GatewayUnavailable` for an
 * unknown outcome, as those of the payment gateway do.
 */
import type { Cents } from '#kernel/money.ts';
import type { AgreedRenewal } from '#kernel/renewal-offer.ts';
import type { SavedCard } from './card-wallet.ts';

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type SubscriptionRequest = AgreedRenewal & {
  subscriptionId: string;
  shopId: string;
  customerRef: string;
  cardRef: string;
  /** The processor's id of the product, from `ensureProduct`. */
  productRef: string;
  /** Unix seconds: when the first renewal is charged. Nothing is charged before. */
  firstRenewal: number;
  /**
   * 1 to 31, set when the day of the purchase is missing in the month of the first renewal. Later renewals
   * return to this day.
   */
  dayOfMonth: number | null;
};

export type ProcessorSubscription = {
  subscriptionRef: string;
  /** Our id; null on one that is not ours. */
  subscriptionId: string | null;
  /** The shop of the account that started it; null when that was not recorded. */
  shopId: string | null;
  customerRef: string;
  /** It no longer charges. */
  hasEnded: boolean;
  cancelAtPeriodEnd: boolean;
  cardRef: string | null;
  price: Cents;
  periodEnd: Date;
};

export type ProcessorInvoice = {
  invoiceRef: string;
  /** Null while it is a draft. */
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  amount: Cents;
  paid: Cents;
  currency: string;
  /** The period that it charges for. */
  period: { from: Date; to: Date };
  /** There was an attempt to charge it. */
  isTried: boolean;
  /** The payment that paid it; null without one, and when the money came by other means. */
  intentRef: string | null;
  paidAt: Date | null;
};

/** Only the given fields are changed; each may be repeated. */
export type SubscriptionChange = { cancelAtPeriodEnd?: boolean; cardRef?: string; price?: Cents };

/** `requires_action`: the bank must authenticate the customer, in their browser with the secret. */
export type InvoiceAttempt =
  | { outcome: 'paid' }
  | { outcome: 'declined'; message: string }
  | { outcome: 'requires_action'; message: string; clientSecret: string | null };

export interface SubscriptionBilling {
  /**
   * Creates the product at the processor, once for each product of a shop. Returns its id at the processor.
   */
  ensureProduct(product: { shopId: string; productId: string; name: string }): Promise<string>;
  /**
   * Lets a card that has paid be charged again for this customer. Safe to repeat. Throws `GatewayRefused`:
   * `card_unknown` for one that can no longer be used.
   */
  attachCard(customerRef: string, cardRef: string): Promise<SavedCard>;
  /**
   * Keyed by our row. A higher generation is a new key, for use when the last call is proven to have had no
   * effect.
   */
  startSubscription(request: SubscriptionRequest & { generation: number }): Promise<ProcessorSubscription>;
  /** Finds a subscription that was started although we never received the response. */
  findSubscription(
    request: Pick<SubscriptionRequest, 'subscriptionId' | 'customerRef'>,
  ): Promise<ProcessorSubscription | null>;
  /** Null when the processor does not know the reference. */
  readSubscription(subscriptionRef: string): Promise<ProcessorSubscription | null>;
  /** The invoices of its periods, oldest first. */
  readInvoices(subscriptionRef: string): Promise<ProcessorInvoice[]>;
  /** The subscription that an invoice is for; null for any other invoice. */
  subscriptionOfInvoice(invoiceRef: string): Promise<string | null>;
  /** Throws `GatewayRefused` for a subscription that has ended. */
  changeSubscription(subscriptionRef: string, change: SubscriptionChange): Promise<void>;
  /** Ends it now. One that has already ended is not an error. */
  endSubscription(subscriptionRef: string): Promise<void>;
  /**
   * Charges the amount due with the subscription's card. `key` names one attempt: a repeat under the same key
   * is the same attempt.
   */
  payInvoice(request: { invoiceRef: string; key: string }): Promise<InvoiceAttempt>;
  /** Cancels the debt. May be repeated; a paid invoice stays paid. */
  voidInvoice(invoiceRef: string): Promise<void>;
  /** Every subscription of the account that still charges, ours or not. */
  listSubscriptions(): AsyncIterable<ProcessorSubscription>;
}
