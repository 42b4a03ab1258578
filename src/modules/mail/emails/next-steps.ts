/**
 * The text of a receipt about the time after payment. Every sentence must be true for every order: unknown
 * products get only general statements, and documents are promised for filings only.
 */
import { add, type Cents, formatMoney } from '#kernel/money.ts';
import { type Language, type Message, worded } from '#kernel/language.ts';
import { type AgreedRenewal, firstRenewal } from '#kernel/renewal-offer.ts';
import { howToCancel, meaningOfRenewals, renewalOf } from '#kernel/renewal-terms.ts';
import { dayOf } from './account-words.ts';

/** `renewal`: null for an item without a subscription. */
export type Bought = {
  productId: string;
  renewal: AgreedRenewal | null;
  /** For a booster: the increase of the credit limit. */
  creditLimitIncrease?: Cents | null;
};

/** Services that end with documents from a state or a federal agency. Add new filings here. */
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
      worded('You can use it right away: choose Purchase with Credit at checkout.'),
    ];
  const hasFilings = items.some((item) => filings.has(item.productId));
  return [
    worded(
      'We will email you, usually within one business day. We will tell you how we will start and whether we need anything from you.',
    ),
    ...(hasFilings
      ? [
          worded(
            'If we file documents for you, we prepare them and you review them first. Nothing is filed until you confirm it.',
          ),
        ]
      : []),
    worded('We will email you when something is ready, and when we need you for the next step.'),
  ];
}

/** Shown next to the price. Null for an item without a subscription. */
export function coverOf({ renewal }: Bought, paidAt: Date): Message | null {
  if (renewal === null) return null;
  const until = dayOf(firstRenewal(renewal, paidAt));
  return renewal.period === 'month'
    ? worded('Covers one month, until {until}.', { until })
    : worded('Covers one year, until {until}.', { until });
}

type Renewal = { agreed: string; meaning: string };

/**
 * The terms that the buyer accepted. Null for an order without subscriptions, and for a free one, because
 * nothing renews without a card.
 */
export function renewalTerms(
  items: readonly (Bought & { name: string })[],
  order: { paidAt: Date; total: Cents },
  language: Language,
): Renewal | null {
  const renewing = items.flatMap(({ name, renewal }) => (renewal === null ? [] : [{ name, ...renewal }]));
  if (renewing.length === 0 || order.total === 0) return null;
  return {
    agreed: [...renewing.map((item) => renewalOf(item, order.paidAt)), howToCancel].join(' '),
    meaning: meaningOfRenewals(renewing, order.paidAt, language),
  };
}
