/** Calculates credits and charges for a change in the middle of a period, by the second. */
import type Stripe from 'stripe';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import type { Period } from './calendar.ts';
import { createInvoiceItem } from './pending-items.ts';

/** The share of `period` that `part` covers, from 0 to 1. */
export const shareOf = (part: Period, period: Period): number =>
  (part.end - part.start) / (period.end - period.start);

/**
 * Creates two items for the next invoice: a credit for the unused time and a charge for the remaining time.
 */
export function prorate(
  call: Call,
  subscription: Stripe.Subscription,
  {
    before,
    after,
    at,
  }: { before: Stripe.SubscriptionItem | null; after: Stripe.SubscriptionItem | null; at: number },
): void {
  const item = before ?? after;
  if (item === null || subscription.status === 'trialing') return;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const rest = { start: at, end: period.end };
  const add = (part: Stripe.SubscriptionItem, sign: 1 | -1, words: string) => {
    const product = idOf(part.price.product) ?? '';
    const name = call.world.store.find('product', product)?.name ?? product;
    createInvoiceItem(call, {
      customer: idOf(subscription.customer) ?? '',
      currency: part.price.currency,
      unitAmount:
        sign * Math.round((part.price.unit_amount ?? 0) * (part.quantity ?? 1) * shareOf(rest, period)),
      description: `${words} time on ${name}`,
      pricing: { price: part.price.id, product },
      period: rest,
      subscription: { id: subscription.id, item: part.id },
      isProration: true,
    });
  };
  if (before !== null) add(before, -1, 'Unused');
  if (after !== null) add(after, 1, 'Remaining');
}
