/** Subscriptions as their owner sees them, and as whoever holds the link of an email about a failed renewal does. */
import { z } from 'zod';
import { IdempotencyKey } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { CardId, Dollars, InvoiceId, OrderId, ProductId, SubscriptionId } from './values.ts';

/**
 * `past_due`: a renewal could not be charged, and is tried again. `canceled`: its owner canceled it, and the paid time is over. `ended`: it
 * is over for another reason.
 */
export const SubscriptionStatus = z.enum(['active', 'past_due', 'canceled', 'ended']);

/** How each is called in front of people. */
export const subscriptionStatusNames: Record<z.output<typeof SubscriptionStatus>, string> = {
  active: 'Active',
  past_due: 'Payment failed',
  canceled: 'Canceled',
  ended: 'Ended',
};

/** Why it is over: canceled by its owner, not paid for, sold without renewals, given back, or ended by our staff. */
export const EndReason = z.enum(['canceled', 'unpaid', 'not_renewed', 'refunded', 'account_closed', 'by_staff']);

const CardShown = z.object({
  brand: z.string(),
  last4: z.string(),
  /** 1 to 12; shown with two digits. */
  expMonth: z.int(),
  expYear: z.int(),
});

/** One period that was charged, or that we try to charge. The first is part of its order. */
export const SubscriptionCharge = z.object({
  date: z.iso.datetime(),
  amount: Dollars,
  /** `open`: not paid yet. `void`: nobody owes it any more. */
  status: z.enum(['paid', 'open', 'void', 'partially_refunded', 'refunded', 'disputed']),
  /** The page `/invoices/{id}`; null while there is no invoice with a number. */
  invoiceId: InvoiceId.nullable(),
});

export const Subscription = z.object({
  id: SubscriptionId,
  orderId: OrderId,
  orderNumber: z.string(),
  product: z.object({ id: ProductId, name: z.string() }),
  status: SubscriptionStatus,
  period: z.enum(['month', 'year']),
  /** What a renewal costs now. */
  price: Dollars,
  startedAt: z.iso.datetime(),
  /** What is paid lasts until then. */
  paidUntil: z.iso.datetime(),
  /** Null: nothing is charged again. While a payment has failed: when it is tried again. */
  nextChargeAt: z.iso.datetime().nullable(),
  /** What the next charge takes; null when there is none. */
  amount: Dollars.nullable(),
  /** Null where none is known, such as for what was sold before renewals existed. */
  card: CardShown.nullable(),
  /** Its owner canceled it: it stays active until `paidUntil`, and until then that can be undone. */
  cancelAtPeriodEnd: z.boolean(),
  /** Of a failed payment: it ends then if it is not paid. */
  graceUntil: z.iso.datetime().nullable(),
  /** A new price that was announced, and the charge from which on it counts. */
  priceChange: z.object({ amount: Dollars, from: z.iso.datetime() }).nullable(),
  endedAt: z.iso.datetime().nullable(),
  endReason: EndReason.nullable(),
  /** Newest first. */
  history: z.array(SubscriptionCharge),
});

const one = z.strictObject({ id: SubscriptionId });

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions',
  access: 'customer',
  summary: "Lists the user's subscriptions, newest first",
  query: z.strictObject({ status: SubscriptionStatus.optional() }),
  response: z.array(Subscription),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{id}/cancel',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Cancels at period end, or immediately after a failed payment',
  params: one,
  response: Subscription,
});

export const undoCancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{id}/undo-cancel',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Undoes a cancellation before the paid period ends',
  params: one,
  response: Subscription,
});

export const changeSubscriptionCard = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/{id}/payment-method',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Switches the subscription to another saved card and retries a failed payment',
  params: one,
  body: z.strictObject({ paymentMethodId: CardId }),
  response: Subscription,
});

export const makeCardLink = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{id}/card-link',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: "Returns a link to replace the subscription's card",
  params: one,
  /** Such as `/subscription-card?token=…`. */
  response: z.object({ path: z.string() }),
});

/** What the page of the link sends. It is part of the address in the email: `/subscription-card?token=…`. */
export const cardLinkPath = '/subscription-card';
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link has expired or was already used. Please ask for a new one.');

export const LinkedSubscription = z.object({
  product: z.object({ name: z.string() }),
  status: SubscriptionStatus,
  period: z.enum(['month', 'year']),
  /** What is charged next, or owed now when a payment has failed. */
  amount: Dollars,
  /** A payment has failed: the new card is charged at once. */
  due: z.boolean(),
  graceUntil: z.iso.datetime().nullable(),
  /** Masked: enough for its owner to know it again. */
  email: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
});

export const readSubscriptionByLink = endpoint({
  method: 'POST',
  path: '/api/subscriptions/by-link/read',
  access: 'public',
  limit: 'purchase',
  summary: 'Returns the subscription behind a card replacement link',
  body: z.strictObject({ token }),
  response: LinkedSubscription,
});

export const startCardByLink = endpoint({
  method: 'POST',
  path: '/api/subscriptions/by-link/card',
  access: 'public',
  limit: 'purchase',
  impersonation: 'refused',
  summary: "Starts replacing a subscription's card; the browser completes it with the processor",
  headers: IdempotencyKey,
  body: z.strictObject({ token }),
  response: z.object({ client_secret: z.string() }),
});

/** `paid`: the failed payment went through. `saved`: nothing was due. `declined`: the card is saved, the payment failed again. */
export const CardReplaced = z.object({
  status: z.enum(['saved', 'paid', 'declined', 'requires_action', 'not_saved']),
  /** The bank's words about a decline. */
  message: z.string().optional(),
  /** With `requires_action`: for the bank's question, in the browser. Afterwards this call is repeated. */
  client_secret: z.string().optional(),
});

export const finishCardByLink = endpoint({
  method: 'POST',
  path: '/api/subscriptions/by-link/card/finish',
  access: 'public',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Applies the new card and pays what is due; safe to repeat',
  body: z.strictObject({ token }),
  response: CardReplaced,
});
