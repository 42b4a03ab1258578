/** What we need from a card processor, in our words. Amounts are integer cents of US dollars. Saved cards are in card-wallet.ts. */
import type { Cents } from '#kernel/money.ts';
import type { CardWallet } from './card-wallet.ts';
import type { InvoiceBilling } from './invoice-billing.ts';
import type { SubscriptionBilling } from './subscription-billing.ts';

/**
 * `needs_card`: nothing confirmed yet, or the last card was declined. `needs_action`: the bank asks for 3-D Secure.
 * `processing`: the processor is deciding. `canceled` and `succeeded` are final.
 */
export type ProcessorState = 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';

export type ProcessorPayment = {
  intentRef: string;
  clientSecret: string;
  state: ProcessorState;
  amount: Cents;
  /** What really arrived; less than `amount` until it has succeeded. */
  amountReceived: Cents;
  currency: string;
  customerRef: string | null;
  /** The card that was chosen last; null while none is, and after a decline. */
  cardRef: string | null;
  /** Our ids, as we wrote them when the payment was created; null on a payment that is not ours. */
  orderId: string | null;
  paymentId: string | null;
  /** The processor's words for the shopper about the last decline. */
  declineMessage: string | null;
  /** Tells the last decline from an earlier one; null while none stands. Two failed 3-D Secure checks of one saved card look the same. */
  declineRef: string | null;
  /** The latest try to move the money; null while there was none. */
  attempt: PaymentAttempt | null;
  /** Which shop of the account opened it; null where that was not written down. */
  shopId: string | null;
  /** The card that paid; null until it has succeeded. */
  paidWith: { brand: string; last4: string } | null;
};

/** One try to move the money of a payment, as the processor tells it. */
export type PaymentAttempt = {
  /** The charge, or the report of a try that never reached the bank. */
  attemptRef: string;
  at: Date;
  outcome: 'succeeded' | 'declined' | 'authentication_failed' | 'failed';
  /** The bank's or the processor's code, such as `insufficient_funds`. */
  declineCode: string | null;
  bankMessage: string | null;
  /** How 3-D Secure ended, such as `authenticated`; null where it was not asked for. */
  threeDSecure: string | null;
  /** The processor's name of the request that made the try. */
  requestRef: string | null;
};

/** What the processor's record alone can tell of a sale. */
export type PaymentOrigin = {
  payment: ProcessorPayment;
  items: { productId: string; amount: Cents }[];
  buyer: { name: string | null; email: string | null; phone: string | null; addressLine1: string | null; country: string | null };
};

/** Frozen in our payment row before the first call, so that a retry is byte-identical. */
export type PaymentRequest = {
  orderId: string;
  paymentId: string;
  amount: Cents;
  currency: 'usd';
  /** Keep the card for renewals: the cart holds a subscription. */
  keepCard: boolean;
  /** The payer wants the new card among their saved ones; left out where nobody asked for it, or `keepCard` does it anyway. */
  saveCard?: true;
  description: string;
  /** Which shop of the account opens it; left out by versions before 0031. */
  shopId?: string;
  /** What is sold, for whoever must rebuild the order from the processor's records alone. */
  items?: { productId: string; amount: Cents }[];
  /** The logged-in person who pays; left out for a guest. */
  payerId?: string;
  /** The payer as the processor knows them. Found out and frozen before the first call, and then never changed. */
  customerRef?: string;
};

/** A saved card for an opened payment. The person is there and can answer their bank. */
export type CardChoice = {
  intentRef: string;
  cardRef: string;
  /** Where a bank sends the person who had to leave our page. */
  returnUrl: string;
};

/** What kind of object an event is about; `other` concerns nothing of ours. */
export type EventSubject = 'payment' | 'refund' | 'dispute' | 'setup' | 'subscription' | 'invoice' | 'other';

export type RefundState = 'pending' | 'succeeded' | 'failed';

export type ProcessorRefund = {
  refundRef: string;
  /** Our id, where we asked for the refund; null when the processor's staff or dashboard did. */
  refundId: string | null;
  intentRef: string | null;
  amount: Cents;
  state: RefundState;
};

export type ProcessorDispute = {
  disputeRef: string;
  intentRef: string | null;
  amount: Cents;
  /** The processor's own word, such as `needs_response`. */
  status: string;
  reason: string;
  /** The money is out of our account at this moment. */
  withdrawn: boolean;
  /** Decided: won, lost, or closed as a warning. */
  closed: boolean;
  /** By when the bank must have our evidence; null where it takes none, or does not say. */
  answerBy: Date | null;
};

/** What the processor kept: of a payment or a dispute, or for a service of its own. */
export type ProcessorFee = {
  /** Of the line in its balance. */
  feeRef: string;
  /** Below zero where it was given back. */
  amount: Cents;
  takenAt: Date;
};

export type WebhookEvent = {
  eventId: string;
  type: string;
  about: EventSubject;
  /** The object the event is about, such as `pi_…`. */
  objectRef: string;
  /** The payment behind it, where the event's object names one. */
  intentRef: string | null;
  apiVersion: string | null;
  occurredAt: Date;
  /** The try that it tells of, if it tells of one. */
  attempt: PaymentAttempt | null;
};

export type Period = { from: Date; to: Date };

/**
 * Why nobody knows: no answer in time, a line that was cut or never came about, the processor's own failure, an answer that says nothing,
 * or one that turned us away for reasons which are not the shopper's (keys, too many calls, the same call under way).
 */
export type Trouble = 'timeout' | 'reset' | '5xx' | 'nonsense' | 'turned_away';

/**
 * The processor did not answer, or answered with its own failure: the outcome is *unknown*, never "failed".
 * Callers leave their rows as they are; a retry under the same key or the sweep finds out.
 */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  /** The processor repeated a stored failure: this key will never give another answer. */
  readonly replayed: boolean;
  readonly trouble: Trouble;
  constructor(message: string, { replayed = false, trouble = 'nonsense' }: { replayed?: boolean; trouble?: Trouble } = {}) {
    super(message);
    this.replayed = replayed;
    this.trouble = trouble;
  }
}

/**
 * The processor understood and said no; repeating it will not help. `message` is its own text.
 * Two codes are ours: `customer_unknown` and `card_unknown`, for a person or a card that was removed over there.
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
  /** Safe to repeat: keyed by the payment's id, the same payment is never opened twice. */
  createPayment(request: PaymentRequest): Promise<ProcessorPayment>;
  /**
   * Charges a saved card. A decline and a question of the bank are answers; so is a payment that was decided meanwhile. Each call asks
   * the bank afresh, and a payment is charged once at most.
   */
  payWithCard(choice: CardChoice): Promise<ProcessorPayment>;
  /** The truth, read afresh. Null when the processor does not know the reference. */
  readPayment(intentRef: string): Promise<ProcessorPayment | null>;
  /** As `readPayment`, with what we wrote into it and what it knows of the buyer. */
  readOrigin(intentRef: string): Promise<PaymentOrigin | null>;
  /** Finds a payment that was created although we never saw the answer, by our payment id. `from`: when our row was made. */
  findPayment(paymentId: string, time: { from: Date; now: Date }): Promise<ProcessorPayment | null>;
  /** Cancels an unfinished payment, and may be repeated. When it has already succeeded the answer says so instead. Null: the reference is unknown. */
  cancelPayment(intentRef: string): Promise<ProcessorPayment | null>;
  /** Finds a refund that was made although we never saw the answer, by our refund id. */
  findRefund(refundId: string, intentRef: string): Promise<ProcessorRefund | null>;
  /** Gives money back. Keyed by our refund id; a higher generation is a new key, for when it is proven that the last one came to nothing. */
  refundPayment(request: { refundId: string; generation: number; intentRef: string; amount: Cents }): Promise<ProcessorRefund>;
  /** Null when the processor does not know the reference. */
  readRefund(refundRef: string): Promise<ProcessorRefund | null>;
  /** Null when the processor does not know the reference. */
  readDispute(disputeRef: string): Promise<ProcessorDispute | null>;
  /** Everything that the processor wrote since then, newest first: what a lost webhook would have told us. */
  listEvents(since: Date): AsyncIterable<{ event: WebhookEvent; payload: string }>;
  /** Every payment opened in that time which has succeeded, ours or not. */
  listSucceeded(opened: Period): AsyncIterable<ProcessorPayment>;
  /** Every refund made in that time, whoever asked for it. */
  listRefunds(made: Period): AsyncIterable<ProcessorRefund>;
  listDisputes(opened: Period): AsyncIterable<ProcessorDispute>;
  /** What it kept in that time, whatever for. Only fees in US dollars are told. */
  listFees(taken: Period): AsyncIterable<ProcessorFee>;
  /** The try that a stored event tells of; null for any other event. */
  readAttempt(payload: string): PaymentAttempt | null;
  /** Null when the signature is wrong, stale or missing. The payload is only a hint: ask `readPayment` for the truth. */
  readWebhook(rawBody: string, signature: string | null): WebhookEvent | null;
}
