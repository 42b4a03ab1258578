/**
 * What we need from a card processor, in our own terms. Amounts are integer cents of US dollars. Saved cards
 * are in card-wallet.ts.
 */
import type { Cents } from '#kernel/money.ts';
import type { CardWallet } from './card-wallet.ts';
import type { InvoiceBilling } from './invoice-billing.ts';
import type { SubscriptionBilling } from './subscription-billing.ts';

/**
 * `needs_card`: nothing confirmed yet, or the last card was declined. `needs_action`: the bank asks for 3-D
 * Secure.
 * `processing`: the processor is deciding. `canceled` and `succeeded` are final.
 */
export type ProcessorState = 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';

export type ProcessorPayment = {
  intentRef: string;
  clientSecret: string;
  state: ProcessorState;
  amount: Cents;
  /** The amount received; less than `amount` until it has succeeded. */
  amountReceived: Cents;
  currency: string;
  customerRef: string | null;
  /** The card chosen last; null before a choice and after a decline. */
  cardRef: string | null;
  /** Our ids, as we wrote them when the payment was created; null on a payment that is not ours. */
  orderId: string | null;
  paymentId: string | null;
  /** The processor's message to the shopper about the last decline. */
  declineMessage: string | null;
  /**
   * Distinguishes the last decline from an earlier one; null without a current decline. Two failed 3-D Secure
   * checks of one saved card look the same.
   */
  declineRef: string | null;
  /** The latest attempt to charge; null when there was none. */
  attempt: PaymentAttempt | null;
  /** The shop of the account that opened it; null when that was not recorded. */
  shopId: string | null;
  /** The card that paid; null until it has succeeded. */
  paidWith: { brand: string; last4: string } | null;
};

/** One attempt to charge a payment, as the processor reports it. */
export type PaymentAttempt = {
  /** The charge, or the event of an attempt that never reached the bank. */
  attemptRef: string;
  at: Date;
  outcome: 'succeeded' | 'declined' | 'authentication_failed' | 'failed';
  /** The bank's or the processor's code, such as `insufficient_funds`. */
  declineCode: string | null;
  bankMessage: string | null;
  /** How 3-D Secure ended, such as `authenticated`; null when it was not requested. */
  threeDSecure: string | null;
  /** The processor's id of the request that made the attempt. */
  requestRef: string | null;
};

/** What can be learned of a sale from the processor's record alone. */
export type PaymentOrigin = {
  payment: ProcessorPayment;
  items: { productId: string; amount: Cents }[];
  buyer: {
    name: string | null;
    email: string | null;
    phone: string | null;
    addressLine1: string | null;
    country: string | null;
  };
};

/** Frozen in our payment row before the first call, so that a retry is byte-identical. */
export type PaymentRequest = {
  orderId: string;
  paymentId: string;
  amount: Cents;
  currency: 'usd';
  /** Save the card for renewals: the cart has a subscription. */
  keepCard: boolean;
  /** The payer wants to save the new card. Omitted when they did not, or when `keepCard` saves it anyway. */
  saveCard?: true;
  description: string;
  /** The shop of the account that opens it; omitted by versions before 0031. */
  shopId?: string;
  /** The products, so that the order can be rebuilt from the processor's records alone. */
  items?: { productId: string; amount: Cents }[];
  /** The logged-in payer; omitted for a guest. */
  payerId?: string;
  /**
   * The payer's id at the processor. Looked up and frozen before the first call, and never changed after
   * that.
   */
  customerRef?: string;
};

/** A saved card for an opened payment. The person is present and can answer their bank. */
export type CardChoice = {
  intentRef: string;
  cardRef: string;
  /** Where a bank sends the person who had to leave our page. */
  returnUrl: string;
};

/** The kind of object an event is about; `other` is not relevant to us. */
export type EventSubject = 'payment' | 'refund' | 'dispute' | 'setup' | 'subscription' | 'invoice' | 'other';

export type RefundState = 'pending' | 'succeeded' | 'failed';

export type ProcessorRefund = {
  refundRef: string;
  /** Our id when we requested the refund; null when the processor's staff or dashboard did. */
  refundId: string | null;
  intentRef: string | null;
  amount: Cents;
  state: RefundState;
};

export type ProcessorDispute = {
  disputeRef: string;
  intentRef: string | null;
  amount: Cents;
  /** The processor's own status, such as `needs_response`. */
  status: string;
  reason: string;
  /** The money is currently withdrawn from our account. */
  withdrawn: boolean;
  /** Decided: won, lost, or closed as a warning. */
  closed: boolean;
  /** The bank's deadline for our evidence; null when it accepts none or does not say. */
  answerBy: Date | null;
};

/** A fee of the processor: for a payment, a dispute, or one of its services. */
export type ProcessorFee = {
  /** Id of the entry in the processor's balance. */
  feeRef: string;
  /** Negative for a fee that was returned. */
  amount: Cents;
  takenAt: Date;
};

export type WebhookEvent = {
  eventId: string;
  type: string;
  about: EventSubject;
  /** The object the event is about, such as `pi_…`. */
  objectRef: string;
  /** The payment behind it, when the event's object names one. */
  intentRef: string | null;
  apiVersion: string | null;
  occurredAt: Date;
  /** The attempt that the event reports; null for other events. */
  attempt: PaymentAttempt | null;
};

export type Period = { from: Date; to: Date };

/**
 * Why the outcome is unknown: no response in time, a broken or failed connection, the processor's own
 * failure, or an unusable response. `turned_away`: rejected for reasons other than the shopper's (keys, too
 * many calls, the same call in progress).
 */
export type UnknownOutcome = 'timeout' | 'reset' | '5xx' | 'nonsense' | 'turned_away';

/**
 * The processor did not answer, or answered with its own failure: the outcome is *unknown*, never "failed".
 * Callers leave their rows unchanged; a retry under the same key or the sweep finds the outcome.
 */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  /** The processor repeated a stored failure: this key will never return another response. */
  readonly replayed: boolean;
  readonly trouble: UnknownOutcome;
  constructor(
    message: string,
    { replayed = false, trouble = 'nonsense' }: { replayed?: boolean; trouble?: UnknownOutcome } = {},
  ) {
    super(message);
    this.replayed = replayed;
    this.trouble = trouble;
  }
}

/**
 * The processor rejected the call; a retry will not help. `message` is its own text. Two codes are ours:
 * `customer_unknown` and `card_unknown`, for a person or a card that was removed at the processor.
 */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface PaymentGateway extends CardWallet, InvoiceBilling, SubscriptionBilling {
  /** Safe to repeat: keyed by the payment's id, so the same payment is never opened twice. */
  createPayment(request: PaymentRequest): Promise<ProcessorPayment>;
  /**
   * Charges a saved card. A decline, a 3-D Secure challenge, and a payment decided in the meantime are
   * results, not errors. Each call asks the bank again, and a payment is charged at most once.
   */
  payWithCard(choice: CardChoice): Promise<ProcessorPayment>;
  /** The current state, not cached. Null when the processor does not know the reference. */
  readPayment(intentRef: string): Promise<ProcessorPayment | null>;
  /** Like `readPayment`, with our metadata and the processor's details of the buyer. */
  readOrigin(intentRef: string): Promise<PaymentOrigin | null>;
  /**
   * Finds a payment by our payment id that was created although we never received the response. `from`: when
   * our row was created.
   */
  findPayment(paymentId: string, time: { from: Date; now: Date }): Promise<ProcessorPayment | null>;
  /**
   * Cancels an unfinished payment; may be repeated. Returns a payment that has already succeeded as it is.
   * Null: the reference is unknown.
   */
  cancelPayment(intentRef: string): Promise<ProcessorPayment | null>;
  /** Finds a refund by our refund id that was created although we never received the response. */
  findRefund(refundId: string, intentRef: string): Promise<ProcessorRefund | null>;
  /**
   * Refunds money. Keyed by our refund id. A higher generation is a new key, for use when the last call is
   * proven to have had no effect.
   */
  refundPayment(request: {
    refundId: string;
    generation: number;
    intentRef: string;
    amount: Cents;
  }): Promise<ProcessorRefund>;
  /** Null when the processor does not know the reference. */
  readRefund(refundRef: string): Promise<ProcessorRefund | null>;
  /** Null when the processor does not know the reference. */
  readDispute(disputeRef: string): Promise<ProcessorDispute | null>;
  /** Every event of the processor since then, newest first, to catch up on missed webhooks. */
  listEvents(since: Date): AsyncIterable<{ event: WebhookEvent; payload: string }>;
  /** Every payment opened in that time that has succeeded, ours or not. */
  listSucceeded(opened: Period): AsyncIterable<ProcessorPayment>;
  /** Every refund created in that time, ours or not. */
  listRefunds(made: Period): AsyncIterable<ProcessorRefund>;
  listDisputes(opened: Period): AsyncIterable<ProcessorDispute>;
  /** All fees charged in that time. Only fees in US dollars are returned. */
  listFees(taken: Period): AsyncIterable<ProcessorFee>;
  /** The attempt that a stored event reports; null for any other event. */
  readAttempt(payload: string): PaymentAttempt | null;
  /**
   * Null when the signature is wrong, stale, or missing. The payload is only a hint: read the state with
   * `readPayment`.
   */
  readWebhook(rawBody: string, signature: string | null): WebhookEvent | null;
}
