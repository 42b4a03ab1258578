/**
 * What we need from a card processor to send invoices that people pay later: on its page, with a saved card,
 * in parts. Calls throw `GatewayUnavailable` for an unknown outcome, as those of the payment gateway do.
 */
import type { Cents } from '#kernel/money.ts';
import type { InvoiceAttempt } from './subscription-billing.ts';

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type InvoiceRequest = {
  invoiceId: string;
  orderId: string;
  shopId: string;
  customerRef: string;
  /** Our number, which the customer also sees at the processor. */
  number: string;
  lines: { text: string; amount: Cents }[];
  /**
   * The last second (Unix) of the due day. A number of days would count from the time of sending, which can
   * be late.
   */
  dueAt: number;
  /**
   * Omitted on the first invoice. When a bank takes money back, another invoice asks for it: 1 for the first
   * of these, 2 for the second …
   */
  reopened?: number;
};

export type InvoicePayment = {
  /** The processor's id of this payment of the invoice. */
  paymentRef: string;
  /** Null for a payment by other means that staff recorded at the processor. */
  intentRef: string | null;
  amount: Cents;
  paidAt: Date;
};

export type SentInvoice = {
  invoiceRef: string;
  /** Our id; null on one that is not ours. */
  invoiceId: string | null;
  /** The shop of the account that sent it; null when that was not recorded. */
  shopId: string | null;
  /** As in the request; 0 on the first one. */
  reopened: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  amount: Cents;
  currency: string;
  /** The page on which it is paid; null while it is a draft. */
  hostedUrl: string | null;
  /** Oldest first. */
  payments: InvoicePayment[];
};

/** An invoice that was sent and can be paid now. */
export type OpenInvoice = Pick<SentInvoice, 'invoiceRef' | 'invoiceId' | 'shopId'> & { paid: Cents };

export interface InvoiceBilling {
  /**
   * Makes it payable, in three calls, each keyed by our row. A higher generation is a new key, for use when
   * the last call is proven to have had no effect.
   */
  sendInvoice(request: InvoiceRequest & { generation: number }): Promise<SentInvoice>;
  /**
   * Finds an invoice that was sent although we never received the response. A partly created one is deleted
   * and counts as not sent.
   */
  findInvoice(
    request: Pick<InvoiceRequest, 'invoiceId' | 'customerRef' | 'reopened'>,
  ): Promise<SentInvoice | null>;
  /** Null when the processor does not know the reference. */
  readInvoice(invoiceRef: string): Promise<SentInvoice | null>;
  /**
   * Marks it as bad debt; it can still be paid on its page. An invoice that is not open stays unchanged, so a
   * repeat has no effect.
   */
  markUncollectible(invoiceRef: string): Promise<void>;
  /** All invoices that were sent and are open, of every shop of the account. */
  listOpenInvoices(): AsyncIterable<OpenInvoice>;
  /**
   * Charges a saved card of the customer with the full amount owed. An invoice already paid is not charged
   * again. `key` names one attempt.
   */
  payInvoiceWith(request: {
    invoiceRef: string;
    cardRef: string;
    isPresent: boolean;
    key: string;
  }): Promise<InvoiceAttempt>;
}
