/** Subscriptions for their owner, and for holders of the link in an email about a failed renewal. */
import { z } from 'zod';
import { IdempotencyKey } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { CardId, Dollars, InvoiceId, OrderId, ProductId, SubscriptionId } from './values.ts';

/**
 * `past_due`: a renewal failed and is retried. `canceled`: the owner canceled it, and the paid time is over.
 * `ended`: it ended for another reason.
 */
export const SubscriptionStatus = z.enum(['active', 'past_due', 'canceled', 'ended']);

/** The display name of each status. */
export const subscriptionStatusNames: Record<z.output<typeof SubscriptionStatus>, string> = {
  active: 'Active',
  past_due: 'Payment failed',
  canceled: 'Canceled',
  ended: 'Ended',
};

/**
 * Why it ended: canceled by the owner, not paid, sold without renewals, refunded, account closed, or ended by
 * staff.
 */
export const EndReason = z.enum([
  'canceled',
  'unpaid',
  'not_renewed',
  'refunded',
  'account_closed',
  'by_staff',
]);

const CardShown = z.object({
  brand: z.string(),
  last4: z.string(),
  /** 1 to 12; shown with two digits. */
  expMonth: z.int(),
  expYear: z.int(),
});

/** One period that was charged, or whose charge is being tried. The first is part of its order. */
export const SubscriptionCharge = z.object({
  date: z.iso.datetime(),
  amount: Dollars,
  /** `open`: not paid yet. `void`: no longer owed. */
  status: z.enum(['paid', 'open', 'void', 'partially_refunded', 'refunded', 'disputed']),
  /** The page `/invoices/{id}`; null while there is no numbered invoice. */
  invoiceId: InvoiceId.nullable(),
});

export const Subscription = z.object({
  id: SubscriptionId,
  orderId: OrderId,
  orderNumber: z.string(),
  product: z.object({ id: ProductId, name: z.string() }),
  status: SubscriptionStatus,
  period: z.enum(['month', 'year']),
  /** Current price of a renewal. */
  price: Dollars,
  startedAt: z.iso.datetime(),
  /** End of the paid period. */
  paidUntil: z.iso.datetime(),
  /** Null: there are no more charges. After a failed payment: the time of the next retry. */
  nextChargeAt: z.iso.datetime().nullable(),
  /** Amount of the next charge; null when there is none. */
  amount: Dollars.nullable(),
  /** Null when none is known, such as for products sold before renewals existed. */
  card: CardShown.nullable(),
  /**
   * The owner canceled it: it stays active until `paidUntil`, and the cancellation can be undone until then.
   */
  cancelAtPeriodEnd: z.boolean(),
  /** After a failed payment: it ends then if it is still unpaid. */
  graceUntil: z.iso.datetime().nullable(),
  /** An announced new price, and the first charge with it. */
  priceChange: z.object({ amount: Dollars, from: z.iso.datetime() }).nullable(),
  endedAt: z.iso.datetime().nullable(),
  endReason: EndReason.nullable(),
  /** Newest first. */
  history: z.array(SubscriptionCharge),
});

const subscriptionParams = z.strictObject({ id: SubscriptionId });

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
  params: subscriptionParams,
  response: Subscription,
});

export const undoCancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{id}/undo-cancel',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Undoes a cancellation before the paid period ends',
  params: subscriptionParams,
  response: Subscription,
});

export const changeSubscriptionCard = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/{id}/payment-method',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Switches the subscription to another saved card and retries a failed payment',
  params: subscriptionParams,
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
  params: subscriptionParams,
  /** Such as `/subscription-card?token=…`. */
  response: z.object({ path: z.string() }),
});

/** Sent by the page of the emailed link, whose address has the token: `/subscription-card?token=…`. */
export const cardLinkPath = '/subscription-card';
const token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This link has expired or was already used. Please request a new one.');

export const LinkedSubscription = z.object({
  product: z.object({ name: z.string() }),
  status: SubscriptionStatus,
  period: z.enum(['month', 'year']),
  /** The next charge, or the amount owed now after a failed payment. */
  amount: Dollars,
  /** A payment has failed: the new card is charged immediately. */
  due: z.boolean(),
  graceUntil: z.iso.datetime().nullable(),
  /** Masked: enough for the owner to recognize it. */
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

/**
 * `paid`: the failed payment succeeded. `saved`: nothing was due. `declined`: the card is saved, but the
 * payment failed again.
 */
export const CardReplaced = z.object({
  status: z.enum(['saved', 'paid', 'declined', 'requires_action', 'not_saved']),
  /** The bank's message about a decline. */
  message: z.string().optional(),
  /** With `requires_action`: for the bank's authentication in the browser. Repeat this call afterwards. */
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
