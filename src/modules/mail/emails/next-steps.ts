/**
 * What a receipt says about the time after the payment. Every sentence must be true for every order that it is sent to:
 * a product that is not known here gets only what is true for all, and papers are promised for filings alone.
 */
import { add, type Cents, formatMoney } from '#kernel/money.ts';
import { type Language, type Message, worded } from '#kernel/language.ts';
import { paidUntil, type Period } from '#kernel/one-period.ts';
import { howToCancel, meaningOfRenewals, renewalOf } from '#kernel/renewal-terms.ts';
import { dayOf } from './account-words.ts';

/** `renewal`: how often it is charged again, and what that takes; null for what is no subscription. */
export type Bought = {
  productId: string;
  renewal: { period: Period; price: Cents } | null;
  /** Of a booster: what it adds to the credit limit. */
  creditLimitIncrease?: Cents | null;
};

/** Services that end with papers at a state or a federal agency. An operator's new filing joins them here. */
const filings: ReadonlySet<string> = new Set([
  'ein-filing',
  'start-package',
  'wyoming-llc',
  'delaware-llc',
  'new-mexico-llc',
  'delaware-c-corp',
  'itin-application',
  'annual-report',
  'form-5472',
  'trademark-filing-support',
]);

export function nextSteps(items: readonly Bought[]): Message[] {
  const increases = items.flatMap(({ creditLimitIncrease }) => creditLimitIncrease ?? []);
  if (increases.length > 0 && increases.length === items.length)
    return [
      worded('Your credit limit has been increased by {increase}. You can see it in your profile.', {
        increase: formatMoney(add(...increases)),
      }),
      worded('You can use it at once: choose Purchase with Credit at checkout.'),
    ];
  const hasFilings = items.some((item) => filings.has(item.productId));
  return [
    worded('We will email you, usually within one business day. We tell you how we start and whether we need anything from you.'),
    ...(hasFilings
      ? [worded('If we file papers for you, we prepare them and you check them first. Nothing is filed before you confirm it.')]
      : []),
    worded('We email you when something is ready, and when we need you for the next step.'),
  ];
}

/** Said beside the price. Null for what is no subscription. */
export function coverOf({ renewal }: Bought, paidAt: Date): Message | null {
  if (renewal === null) return null;
  const until = dayOf(paidUntil(paidAt, renewal.period));
  return renewal.period === 'month'
    ? worded('Covers one month, until {until}.', { until })
    : worded('Covers one year, until {until}.', { until });
}

type Renewal = { agreed: string; meaning: string };

/** What its buyer agreed to. Null for an order without subscriptions, and for one that was free: without a card nothing renews. */
export function renewalTerms(
  items: readonly (Bought & { name: string })[],
  order: { paidAt: Date; total: Cents },
  language: Language,
): Renewal | null {
  const renewing = items.flatMap(({ name, renewal }) => (renewal === null ? [] : [{ name, ...renewal }]));
  if (renewing.length === 0 || order.total === 0) return null;
  return {
    agreed: [...renewing.map((one) => renewalOf(one, order.paidAt)), howToCancel].join(' '),
    meaning: meaningOfRenewals(renewing, order.paidAt, language),
  };
}
