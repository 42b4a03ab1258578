/**
 * What a receipt says about the time after the payment. Every sentence must be true for every order that it is sent to:
 * a product that is not known here gets only what is true for all, and papers are promised for filings alone.
 */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';

export type Bought = { productId: string; subscriptionPrice: Cents | null; subscriptionPeriod: 'month' | 'year' | null };

/** Services that end with papers at a state or a federal agency. An operator's new filing joins them here. */
const filings: ReadonlySet<string> = new Set([
  'ein-filing',
  'wyoming-llc',
  'delaware-llc',
  'new-mexico-llc',
  'delaware-c-corp',
  'itin-application',
  'annual-report',
  'form-5472',
  'trademark-filing-support',
]);

export function nextSteps(items: readonly Bought[]): string[] {
  const hasFilings = items.some((item) => filings.has(item.productId));
  return [
    'We write to you by email, usually within one business day. We say how your order begins, and what we need from you, if anything.',
    ...(hasFilings
      ? ['Where papers are filed for you, we prepare them and you check them first. Nothing is filed before you confirm it.']
      : []),
    'We tell you by email when something is ready, and when we wait for you.',
  ];
}

const isSubscription = (item: Bought): boolean => item.subscriptionPrice !== null && item.subscriptionPeriod !== null;

/** Said beside the price, so that nobody is surprised by the second charge. Null: nothing renews. */
export const renewalOf = ({ subscriptionPrice, subscriptionPeriod }: Bought): string | null =>
  subscriptionPrice === null || subscriptionPeriod === null
    ? null
    : `Renews every ${subscriptionPeriod} at the current rate, now ${formatMoney(subscriptionPrice)}, until you cancel`;

/** How a new price is announced, how a renewal can be ended, and what a discount does not reach. Empty for an order without subscriptions. */
export function renewalTerms(items: readonly Bought[], hasDiscount: boolean): string[] {
  const count = items.filter(isSubscription).length;
  if (count === 0) return [];
  return [
    'We tell you of a new price by email, 14 to 30 days before the first renewal at that price.',
    `To cancel ${count === 1 ? 'the subscription' : 'a subscription'}, write to ${site.email}. It then ends with the billing cycle that is already paid.`,
    ...(hasDiscount ? ['The discount covers the first payment only.'] : []),
  ];
}
