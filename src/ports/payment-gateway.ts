/** What we need from a card processor, in our words. Amounts are integer cents of US dollars. */
import type { Cents } from '#kernel/money.ts';

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
  /** Our ids, as we wrote them when the payment was created; null on a payment that is not ours. */
  orderId: string | null;
  paymentId: string | null;
  /** The processor's words for the shopper about the last decline. */
  declineMessage: string | null;
};

/** Frozen in our payment row before the first call, so that a retry is byte-identical. */
export type PaymentRequest = {
  orderId: string;
  paymentId: string;
  amount: Cents;
  currency: 'usd';
  /** Keep the card for renewals: the cart holds a subscription. */
  keepCard: boolean;
  description: string;
};

export type WebhookEvent = {
  eventId: string;
  type: string;
  /** The object the event is about, such as `pi_…`. */
  objectRef: string;
  /** The payment behind it, where the event's object names one. */
  intentRef: string | null;
  apiVersion: string | null;
  occurredAt: Date;
};

/**
 * The processor did not answer, or answered with its own failure: the outcome is *unknown*, never "failed".
 * Callers leave their rows as they are; a retry under the same key or the sweep finds out.
 */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  /** The processor repeated a stored failure: this key will never give another answer. */
  readonly replayed: boolean;
  constructor(message: string, replayed = false) {
    super(message);
    this.replayed = replayed;
  }
}

/** The processor understood and said no; repeating it will not help. `message` is its own text. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface PaymentGateway {
  /** Safe to repeat: keyed by the payment's id, the same payment is never opened twice. */
  createPayment(request: PaymentRequest): Promise<ProcessorPayment>;
  /** The truth, read afresh. Null when the processor does not know the reference. */
  readPayment(intentRef: string): Promise<ProcessorPayment | null>;
  /** Finds a payment that was created although we never saw the answer, by our payment id. `from`: when our row was made. */
  findPayment(paymentId: string, from: Date): Promise<ProcessorPayment | null>;
  /** Cancels an unfinished payment. When it has already succeeded the answer says so instead. */
  cancelPayment(intentRef: string, paymentId: string): Promise<ProcessorPayment>;
  /** Gives money back. Keyed by our refund id. */
  refundPayment(request: { refundId: string; intentRef: string; amount: Cents }): Promise<{ refundRef: string; state: 'pending' | 'succeeded' | 'failed' }>;
  /** Null when the signature is wrong, stale or missing. The payload is only a hint: ask `readPayment` for the truth. */
  readWebhook(rawBody: string, signature: string | null): WebhookEvent | null;
}
