/** Texts for events in an order's history. Emails describe the same at greater length. */
import { phrase } from '#kernel/language.ts';

export const orderEventNames = [
  'placed',
  'paid',
  'in_progress',
  'completed',
  'canceled',
  'stopped',
  'refund_started',
  'refunded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const;

export type OrderEventName = (typeof orderEventNames)[number];

/** `amount`: formatted, where the event is about money. */
export const orderEventWords: Record<
  OrderEventName,
  (amount: string) => { title: string; note: string | null }
> = {
  placed: () => ({ title: 'Order placed', note: null }),
  paid: (amount) => ({ title: `Paid ${amount}`, note: null }),
  /** The status of a sale from the moment it is placed; the work may not have begun. */
  in_progress: () => ({ title: 'In progress', note: 'We usually email you within one business day.' }),
  completed: () => ({ title: 'Completed', note: 'The work is done.' }),
  canceled: () => ({ title: 'Canceled', note: 'The order was not paid, and nothing was charged.' }),
  stopped: () => ({ title: 'Canceled', note: 'We have stopped work on this order.' }),
  refund_started: (amount) => ({ title: `Refund of ${amount} started`, note: null }),
  refunded: (amount) => ({
    title: `Refunded ${amount}`,
    note: `The refund went to the card you paid with. ${bankTime}`,
  }),
  refund_failed: (amount) => ({ title: `Refund of ${amount} failed`, note: refundFailed }),
  dispute_opened: (amount) => ({
    title: `Dispute of ${amount} opened`,
    note: 'Your bank is holding the money until it decides.',
  }),
  dispute_won: (amount) => ({
    title: `Dispute of ${amount} closed`,
    note: 'Your bank decided that the payment is valid.',
  }),
  dispute_lost: (amount) => ({
    title: `Dispute of ${amount} closed`,
    note: 'Your bank decided in your favor, and you keep the money.',
  }),
};

/** As in the refund policy. */
export const bankTime = phrase('Your bank usually needs 5 to 10 business days to show it.');

const refundFailed =
  'The money could not be sent to your card and is still with us. We will contact you about another way to refund it.';
