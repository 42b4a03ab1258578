/** Emails about a subscription: each renewal, what fails and what is done about it, what changes, and its end. */
import { cardLinkPath } from '#contract/subscriptions.ts';
import { formatDate } from '#kernel/dates.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import { plainEmail, tokenPlace } from './account.ts';
import type { Words } from './account-words.ts';
import { type EmailContent, oneLine } from './layout.ts';

export type SubscriptionEmailKind =
  | 'renewal_receipt'
  | 'renewal_failed'
  | 'renewal_notice'
  | 'price_change'
  | 'card_expiring'
  | 'card_changed'
  | 'subscription_canceled'
  | 'subscription_resumed'
  | 'subscription_ended';

export type SubscriptionFacts = {
  publicOrigin: string;
  firstName: string;
  name: string;
  period: 'month' | 'year';
  /** Of one renewal. */
  price: Cents;
  paidUntil: Date;
  /** Of a failed payment: it ends then. */
  graceUntil: Date | null;
  card: { brand: string; last4: string } | null;
};

type EndReason = 'canceled' | 'unpaid' | 'not_renewed' | 'refunded' | 'account_closed' | 'by_staff';

const profile = '/profile/subscriptions';
const manage = { label: 'See your subscription', path: profile };
const replaceCard = { label: 'Replace the card', path: `${cardLinkPath}?token=${tokenPlace}` };
const linkLasts = 'The link in this email works for 30 days. You do not need a password for it.';
const howToCancel = (): string =>
  `You can cancel at any time: log in, open Subscriptions in your profile and choose Cancel, or write to ${site.email}.`;
const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover' };

const cardOf = ({ card }: Pick<SubscriptionFacts, 'card'>): string =>
  card === null ? 'your card' : `your card (${brands[card.brand] ?? 'card'} ending in ${card.last4})`;

/** Names of products come from the shop, but one line is one line. */
const email = (words: Words, facts: SubscriptionFacts): EmailContent => plainEmail({ ...words, subject: oneLine(words.subject) }, facts);

export type Renewed = SubscriptionFacts & { invoice: { number: string; address: string }; amount: Cents; from: Date; to: Date };

export const renewalReceipt = (facts: Renewed): EmailContent =>
  email(
    {
      subject: `Your receipt for ${facts.name}`,
      preview: `We received your payment of ${formatMoney(facts.amount)}.`,
      title: `${facts.name} is renewed`,
      paragraphs: [
        `We received your payment of ${formatMoney(facts.amount)} for ${facts.name}. This email is your receipt.`,
        `It covers ${formatDate(facts.from)} to ${formatDate(facts.to)}, and was charged to ${cardOf(facts)}. Invoice ${facts.invoice.number}.`,
        `The next renewal is on ${formatDate(facts.to)}.`,
      ],
      button: { label: 'View the invoice', path: facts.invoice.address.slice(facts.publicOrigin.length) },
      notes: [howToCancel()],
    },
    facts,
  );

/** `day`: how long ago it failed first. `isQuestion`: the bank wants to ask the customer, which needs them to be there. */
export function renewalFailed(
  facts: SubscriptionFacts,
  { amount, day, isQuestion }: { amount: Cents; day: number; isQuestion: boolean },
): EmailContent {
  const until = facts.graceUntil === null ? '' : formatDate(facts.graceUntil);
  const why = isQuestion ? 'Your bank wants you to confirm the payment.' : `The bank declined ${cardOf(facts)}.`;
  const what = `We could not charge ${formatMoney(amount)} for ${facts.name}.`;
  return email(
    {
      subject: day === 14 ? `Last reminder: ${facts.name} is not paid` : `Your payment for ${facts.name} failed`,
      preview: `${what} Please replace the card.`,
      title: day === 0 ? 'Your payment failed' : 'Your payment failed again',
      paragraphs: [
        `${what} ${why}`,
        `${facts.name} goes on for now. If it is not paid by ${until}, it ends, and nothing more is charged.`,
        day === 14
          ? 'We do not try again by ourselves. Please replace the card, and it is charged at once.'
          : 'We try again in a few days. To pay now, replace the card, and it is charged at once.',
      ],
      button: replaceCard,
      notes: [linkLasts, howToCancel()],
    },
    facts,
  );
}

export const cardExpiring = (facts: SubscriptionFacts, { expMonth, expYear }: { expMonth: number; expYear: number }): EmailContent =>
  email(
    {
      subject: `The card for ${facts.name} is about to expire`,
      preview: 'Please replace it, so that the next payment goes through.',
      title: 'Your card is about to expire',
      paragraphs: [
        `${facts.name} renews on ${formatDate(facts.paidUntil)} for ${formatMoney(facts.price)}, with ${cardOf(facts)}. That card expires at the end of ${String(expMonth).padStart(2, '0')}/${expYear}.`,
        'Please replace it, so that the payment goes through.',
      ],
      button: replaceCard,
      notes: [linkLasts, howToCancel()],
    },
    facts,
  );

export const cardChanged = (facts: SubscriptionFacts): EmailContent =>
  email(
    {
      subject: `The card for ${facts.name} was changed`,
      preview: `From now on we charge ${cardOf(facts)}.`,
      title: 'The card was changed',
      paragraphs: [`From now on we charge ${cardOf(facts)} for ${facts.name}.`],
      button: manage,
      notes: [`This was not you? Write to ${site.email} at once.`],
    },
    facts,
  );

export const renewalNotice = (facts: SubscriptionFacts): EmailContent =>
  email(
    {
      subject: `${facts.name} renews on ${formatDate(facts.paidUntil)}`,
      preview: `We will charge ${formatMoney(facts.price)}.`,
      title: `${facts.name} renews soon`,
      paragraphs: [
        `${facts.name} renews on ${formatDate(facts.paidUntil)} for ${formatMoney(facts.price)}, and then every ${facts.period} until you cancel. We charge ${cardOf(facts)}.`,
        'You do not need to do anything if you want to keep it.',
      ],
      button: manage,
      notes: [howToCancel()],
    },
    facts,
  );

export const priceChange = (facts: SubscriptionFacts, { amount, from }: { amount: Cents; from: Date }): EmailContent =>
  email(
    {
      subject: `The price of ${facts.name} changes on ${formatDate(from)}`,
      preview: `It will be ${formatMoney(amount)} a ${facts.period}.`,
      title: `The price of ${facts.name} changes`,
      paragraphs: [
        `From ${formatDate(from)} on, ${facts.name} costs ${formatMoney(amount)} a ${facts.period}. Until then it costs ${formatMoney(facts.price)}.`,
        `If you do not agree, cancel before ${formatDate(from)}, and you are not charged the new price.`,
      ],
      button: manage,
      notes: [howToCancel()],
    },
    facts,
  );

export const subscriptionCanceled = (facts: SubscriptionFacts): EmailContent =>
  email(
    {
      subject: `You canceled ${facts.name}`,
      preview: `It stays active until ${formatDate(facts.paidUntil)}.`,
      title: `${facts.name} is canceled`,
      paragraphs: [
        `You canceled ${facts.name}. It stays active until ${formatDate(facts.paidUntil)}, and nothing more is charged.`,
        'You changed your mind? Until then you can undo this in your profile.',
      ],
      button: manage,
      notes: [`This was not you? Write to ${site.email}.`],
    },
    facts,
  );

export const subscriptionResumed = (facts: SubscriptionFacts): EmailContent =>
  email(
    {
      subject: `${facts.name} goes on`,
      preview: `It renews on ${formatDate(facts.paidUntil)}.`,
      title: `${facts.name} goes on`,
      paragraphs: [
        `You took back that you canceled ${facts.name}. It renews on ${formatDate(facts.paidUntil)} for ${formatMoney(facts.price)}, and then every ${facts.period} until you cancel.`,
      ],
      button: manage,
      notes: [howToCancel()],
    },
    facts,
  );

/** Null where nothing needs to be said: the confirmation of a cancellation has named the day, and a closed account has had its email. */
export function endedEmail(reason: EndReason, facts: SubscriptionFacts): EmailContent | null {
  const why: Record<EndReason, string | null> = {
    canceled: facts.graceUntil === null ? null : 'You canceled it, and what was paid is over. The open payment is no longer due.',
    unpaid: 'We could not charge your card for three weeks. The open payment is no longer due.',
    not_renewed: 'What you paid for is over, and it was not renewed. Nothing more is charged.',
    refunded: 'Your payment for it was refunded in full. Nothing more is charged.',
    account_closed: null,
    by_staff: 'Our team ended it. Nothing more is charged.',
  };
  const because = why[reason];
  if (because === null) return null;
  return email(
    {
      subject: `${facts.name} has ended`,
      preview: because,
      title: `${facts.name} has ended`,
      paragraphs: [`${facts.name} has ended. ${because}`, 'You would like it back? You can order it again at any time.'],
      button: { label: 'See our services', path: '/products' },
      notes: [`A question? Write to ${site.email}.`],
    },
    facts,
  );
}
