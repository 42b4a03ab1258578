/**
 * What we need from a card processor to send people invoices that they pay later: on its page, with a saved card, in parts. Calls throw
 * `GatewayUnavailable` when nobody knows, as those of the payment gateway do.
 */
import type { Cents } from '#kernel/money.ts';
import type { InvoiceTry } from './subscription-billing.ts';

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type InvoiceRequest = {
  invoiceId: string;
  orderId: string;
  shopId: string;
  customerRef: string;
  /** Our number, which the customer sees over there too. */
  number: string;
  lines: { text: string; amount: Cents }[];
  /** The last second (Unix) of the due day: days to pay would count from whenever it could be sent. */
  dueAt: number;
  /** Left out on the first one. What a bank took back is asked for by another one, the first such, the second … */
  reopened?: number;
};

export type InvoicePayment = {
  /** The processor's name of this payment of the invoice. */
  paymentRef: string;
  /** Null for money that came another way, as our staff noted it at the processor. */
  intentRef: string | null;
  amount: Cents;
  paidAt: Date;
};

export type SentInvoice = {
  invoiceRef: string;
  /** Our id; null on one that is not ours. */
  invoiceId: string | null;
  /** Which shop of the account sent it; null where that was not written down. */
  shopId: string | null;
  /** As it was asked for; 0 on the first one. */
  reopened: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  amount: Cents;
  currency: string;
  /** The page on which it is paid; null while it is a draft. */
  hostedUrl: string | null;
  /** Oldest first. */
  payments: InvoicePayment[];
};

/** One that was sent and can be paid now. */
export type OpenInvoice = Pick<SentInvoice, 'invoiceRef' | 'invoiceId' | 'shopId'> & { paid: Cents };

export interface InvoiceBilling {
  /** Makes it payable, in three calls, each keyed by our row; a higher generation is a new key, for when it is proven that the last one came to nothing. */
  sendInvoice(request: InvoiceRequest & { generation: number }): Promise<SentInvoice>;
  /** Finds one that was sent although we never saw the answer. One that was only begun is taken away, and counts as not sent. */
  findInvoice(request: Pick<InvoiceRequest, 'invoiceId' | 'customerRef' | 'reopened'>): Promise<SentInvoice | null>;
  /** Null when the processor does not know the reference. */
  readInvoice(invoiceRef: string): Promise<SentInvoice | null>;
  /** Bad debt: it can still be paid on its page. One that is not open is left alone, so a repeat changes nothing. */
  markUncollectible(invoiceRef: string): Promise<void>;
  /** All that were sent and are open, of every shop of the account. */
  listOpenInvoices(): AsyncIterable<OpenInvoice>;
  /** Charges a saved card of the customer with all that is owed. An invoice that is paid already is charged no more. `key` names one try. */
  payInvoiceWith(request: { invoiceRef: string; cardRef: string; isPresent: boolean; key: string }): Promise<InvoiceTry>;
}
