/**
 * What we need from a card processor to charge people again and again. It makes an invoice for each period and tries once to charge it; when
 * that fails, we decide when it is tried again. Calls throw `GatewayUnavailable` when nobody knows, as those of the payment gateway do.
 */
import type { Cents } from '#kernel/money.ts';
import type { SavedCard } from './card-wallet.ts';

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type SubscriptionRequest = {
  subscriptionId: string;
  shopId: string;
  customerRef: string;
  cardRef: string;
  /** The processor's name of what is sold, from `ensureProduct`. */
  productRef: string;
  price: Cents;
  period: 'month' | 'year';
  /** Unix seconds: when the first renewal is charged. Nothing is charged before. */
  firstRenewal: number;
  /** 1 to 31, where the day of the purchase is not in the month of the first renewal: the later ones come back to it. */
  dayOfMonth: number | null;
};

export type ProcessorSubscription = {
  subscriptionRef: string;
  /** Our id; null on one that is not ours. */
  subscriptionId: string | null;
  /** Which shop of the account started it; null where that was not written down. */
  shopId: string | null;
  customerRef: string;
  /** It charges nothing any more. */
  isOver: boolean;
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
  /** What it is for. */
  period: { from: Date; to: Date };
  /** Somebody tried to charge it. */
  isTried: boolean;
  /** The payment that paid it; null while none did, and where the money came another way. */
  intentRef: string | null;
  paidAt: Date | null;
};

/** Only what is given is changed; each may be repeated. */
export type SubscriptionChange = { cancelAtPeriodEnd?: boolean; cardRef?: string; price?: Cents };

/** `requires_action`: the bank wants to ask the customer, in their browser with the secret. */
export type InvoiceTry =
  | { outcome: 'paid' }
  | { outcome: 'declined'; message: string }
  | { outcome: 'requires_action'; message: string; clientSecret: string | null };

export interface SubscriptionBilling {
  /** Makes the processor know what is sold, once for each product of a shop. Answers its name over there. */
  ensureProduct(product: { shopId: string; productId: string; name: string }): Promise<string>;
  /**
   * Lets a card that has paid be charged again for this customer. Safe to repeat. Throws `GatewayRefused`: `card_unknown` for one that
   * cannot be used any more.
   */
  attachCard(customerRef: string, cardRef: string): Promise<SavedCard>;
  /** Keyed by our row; a higher generation is a new key, for when it is proven that the last one came to nothing. */
  startSubscription(request: SubscriptionRequest & { generation: number }): Promise<ProcessorSubscription>;
  /** Finds one that was started although we never saw the answer. */
  findSubscription(request: Pick<SubscriptionRequest, 'subscriptionId' | 'customerRef'>): Promise<ProcessorSubscription | null>;
  /** Null when the processor does not know the reference. */
  readSubscription(subscriptionRef: string): Promise<ProcessorSubscription | null>;
  /** The invoices of its periods, oldest first. */
  readInvoices(subscriptionRef: string): Promise<ProcessorInvoice[]>;
  /** The subscription that an invoice is for; null for any other invoice. */
  subscriptionOfInvoice(invoiceRef: string): Promise<string | null>;
  /** Throws `GatewayRefused` for one that is over. */
  changeSubscription(subscriptionRef: string, change: SubscriptionChange): Promise<void>;
  /** Ends it now. One that is over already is no failure. */
  endSubscription(subscriptionRef: string): Promise<void>;
  /** Charges what is due with the subscription's card. `key` names one try: the same one twice is one try. */
  payInvoice(request: { invoiceRef: string; key: string }): Promise<InvoiceTry>;
  /** Nobody owes it any more. May be repeated; one that is paid stays paid. */
  voidInvoice(invoiceRef: string): Promise<void>;
  /** Every subscription of the account that still charges, whoever started it. */
  listSubscriptions(): AsyncIterable<ProcessorSubscription>;
}
