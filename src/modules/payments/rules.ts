/**
 * What a processor's response means for our payment and its invoice. Pure: all three are passed in as values.
 *
 *   creating -> open <-> requires_action | processing -> succeeded
 *   open ... -> canceled;  paid but not needed -> duplicate;  paid but not what was agreed -> review
 *
 * `succeeded`, `duplicate` and `review` are final: a stale response that arrives late changes nothing.
 * `canceled` is final too, unless money arrives: a payment that we canceled without asking the processor may
 * still have been paid.
 */
import { type InvoiceStatus, isPayable } from '#modules/invoices/rules.ts';
import type { PaymentRequest, ProcessorPayment, ProcessorState } from '#ports/payment-gateway.ts';

export type PaymentStatus =
  | 'creating'
  | 'open'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'
  | 'duplicate'
  | 'review';

export const openStatuses = ['creating', 'open', 'requires_action', 'processing'] as const;

/**
 * Its money was received, so a refund or a dispute can exist. For any other payment, such an event has
 * overtaken the payment's own event.
 */
export const hasMoney = (status: PaymentStatus): boolean =>
  status === 'succeeded' || status === 'duplicate' || status === 'review';

export const isFinal = (status: PaymentStatus): boolean => !openStatuses.some((open) => open === status);

export type Verdict =
  | { status: PaymentStatus; then: 'nothing' }
  | { status: 'succeeded'; then: 'pay_invoice' }
  | { status: 'duplicate'; then: 'refund' }
  | { status: 'review'; then: 'alarm'; reason: string };

export type Facts = {
  payment: {
    status: PaymentStatus;
    amount: number;
    currency: string;
    orderId: string;
    request: Pick<PaymentRequest, 'customerRef'>;
  };
  invoice: { status: InvoiceStatus; amount: number };
  intent: Pick<
    ProcessorPayment,
    'state' | 'amount' | 'amountReceived' | 'currency' | 'orderId' | 'customerRef'
  >;
};

/** Who pays (null for a guest), and whether to save the new card. */
export type PaymentTerms = { payerId: string | null; saveCard: boolean };

type RequestedTerms = Pick<PaymentRequest, 'payerId' | 'saveCard'>;

/**
 * The terms as a payment request carries them. A card stored for renewals is saved anyway, and a guest cannot
 * save one.
 */
export const requestedTerms = ({ payerId, saveCard }: PaymentTerms, keepCard: boolean): RequestedTerms => ({
  ...(payerId === null ? {} : { payerId }),
  ...(payerId !== null && saveCard && !keepCard ? { saveCard } : {}),
});

export const termsOf = ({ payerId, saveCard }: RequestedTerms): PaymentTerms => ({
  payerId: payerId ?? null,
  saveCard: saveCard === true,
});

export function hasTerms(
  request: RequestedTerms & Pick<PaymentRequest, 'keepCard'>,
  terms: PaymentTerms,
): boolean {
  const requested = requestedTerms(terms, request.keepCard);
  return request.payerId === requested.payerId && request.saveCard === requested.saveCard;
}

const whileOpen: Record<Exclude<ProcessorState, 'succeeded'>, PaymentStatus> = {
  needs_card: 'open',
  needs_action: 'requires_action',
  processing: 'processing',
  canceled: 'canceled',
};

export function decideStatus({ payment, invoice, intent }: Facts): Verdict {
  const paidAfterAll = payment.status === 'canceled' && intent.state === 'succeeded';
  if (isFinal(payment.status) && !paidAfterAll) return { status: payment.status, then: 'nothing' };
  if (intent.state !== 'succeeded') return { status: whileOpen[intent.state], then: 'nothing' };
  const mismatch = disagreement({ payment, invoice, intent });
  if (mismatch) return { status: 'review', then: 'alarm', reason: mismatch };
  if (!isPayable(invoice.status)) return { status: 'duplicate', then: 'refund' };
  return { status: 'succeeded', then: 'pay_invoice' };
}

/** Situation 13: a payment with another amount, currency, customer or order than agreed never counts. */
function disagreement({ payment, invoice, intent }: Facts): string | null {
  if (intent.amountReceived !== payment.amount || intent.amount !== payment.amount) {
    return `received ${intent.amountReceived} of ${intent.amount} cents, expected ${payment.amount}`;
  }
  if (payment.amount !== invoice.amount)
    return `the payment is of ${payment.amount} cents, the invoice of ${invoice.amount}`;
  if (intent.currency !== payment.currency) return `paid in ${intent.currency}, expected ${payment.currency}`;
  if (intent.orderId !== payment.orderId) return 'the payment names another order';
  if (intent.customerRef !== (payment.request.customerRef ?? null))
    return 'the payment belongs to another customer than the one we named';
  return null;
}

/** What a dispute status means for the customer. Null: only an inquiry, or closed before money was taken. */
export function disputeStage(status: string): 'opened' | 'won' | 'lost' | null {
  if (status === 'won' || status === 'lost') return status;
  return status.startsWith('warning') || status === 'prevented' ? null : 'opened';
}

/** The processor's statuses for a bank that waits for our evidence. */
export const waitingForAnswer = ['needs_response', 'warning_needs_response'];

export const needsAnswer = ({ closed, status }: { closed: boolean; status: string }): boolean =>
  !closed && waitingForAnswer.includes(status);
