/** Emails about a subscription: renewals, failed payments and their retries, changes, and its end. */
import { cardLinkPath } from '#contract/subscriptions.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type Message, worded } from '#kernel/language.ts';
import { type Addressee, plainEmail, tokenPlace } from './account.ts';
import { dayOf, type Words } from './account-words.ts';
import type { Email } from './layout.ts';

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

export type SubscriptionFacts = Addressee & {
  name: string;
  period: 'month' | 'year';
  /** The price of one renewal. */
  price: Cents;
  paidUntil: Date;
  /** When the subscription ends after a failed payment. */
  graceUntil: Date | null;
  card: { brand: string; last4: string } | null;
};

type EndReason = 'canceled' | 'unpaid' | 'not_renewed' | 'refunded' | 'account_closed' | 'by_staff';

const profile = '/profile/subscriptions';
const manage = { label: worded('See your subscription'), path: profile };
const replaceCard = { label: worded('Replace the card'), path: `${cardLinkPath}?token=${tokenPlace}` };
const linkLasts = worded('The link in this email works for 30 days. You do not need a password for it.');
const howToCancel = ({ company }: Addressee): Message =>
  worded(
    'You can cancel at any time: log in, open Subscriptions in your profile and choose Cancel, or write to {ourEmail}.',
    {
      ourEmail: company.email,
    },
  );
const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

const periods: Record<SubscriptionFacts['period'], Message> = {
  month: worded('month'),
  year: worded('year'),
};

const cardOf = ({ card }: Pick<SubscriptionFacts, 'card'>): Message =>
  card === null
    ? worded('your card')
    : worded('your card ({brand} ending in {last4})', {
        brand: brands[card.brand] ?? worded('card'),
        last4: card.last4,
      });

const email = (words: Words, facts: SubscriptionFacts): Email => plainEmail(words, facts);

export type Renewed = SubscriptionFacts & {
  invoice: { number: string; address: string };
  amount: Cents;
  from: Date;
  to: Date;
};

export const renewalReceipt = (facts: Renewed): Email =>
  email(
    {
      subject: worded('Your receipt for {name}', { name: facts.name }),
      preview: worded('We received your payment of {amount}.', { amount: formatMoney(facts.amount) }),
      title: worded('{name} is renewed', { name: facts.name }),
      paragraphs: [
        worded('We received your payment of {amount} for {name}. This email is your receipt.', {
          amount: formatMoney(facts.amount),
          name: facts.name,
        }),
        worded('It covers {from} to {to}, and was charged to {card}. Invoice {number}.', {
          from: dayOf(facts.from),
          to: dayOf(facts.to),
          card: cardOf(facts),
          number: facts.invoice.number,
        }),
        worded('The next renewal is on {to}.', { to: dayOf(facts.to) }),
      ],
      button: {
        label: worded('View the invoice'),
        path: facts.invoice.address.slice(facts.publicOrigin.length),
      },
      notes: [howToCancel(facts)],
    },
    facts,
  );

/**
 * `day`: days since the first failure. `isQuestion`: the bank requires the customer to confirm the payment.
 */
export function renewalFailed(
  facts: SubscriptionFacts,
  { amount, day, isQuestion }: { amount: Cents; day: number; isQuestion: boolean },
): Email {
  const until = facts.graceUntil === null ? '' : dayOf(facts.graceUntil);
  const why = isQuestion
    ? worded('Your bank wants you to confirm the payment.')
    : worded('The bank declined {card}.', { card: cardOf(facts) });
  const what = worded('We could not charge {amount} for {name}.', {
    amount: formatMoney(amount),
    name: facts.name,
  });
  return email(
    {
      subject:
        day === 14
          ? worded('Last reminder: {name} is not paid', { name: facts.name })
          : worded('Your payment for {name} failed', { name: facts.name }),
      preview: worded('{what} Please replace the card.', { what }),
      title: day === 0 ? worded('Your payment failed') : worded('Your payment failed again'),
      paragraphs: [
        worded('{what} {why}', { what, why }),
        worded(
          '{name} stays active for now. If it is not paid by {until}, it ends, and nothing more is charged.',
          {
            name: facts.name,
            until,
          },
        ),
        day === 14
          ? worded(
              'We will not try again automatically. Please replace the card, and we will charge the new one right away.',
            )
          : worded(
              'We will try again in a few days. To pay now, replace the card, and we will charge the new one right away.',
            ),
      ],
      button: replaceCard,
      notes: [linkLasts, howToCancel(facts)],
    },
    facts,
  );
}

export const cardExpiring = (
  facts: SubscriptionFacts,
  { expMonth, expYear }: { expMonth: number; expYear: number },
): Email =>
  email(
    {
      subject: worded('The card for {name} is about to expire', { name: facts.name }),
      preview: worded('Please replace it so that the next payment goes through.'),
      title: worded('Your card is about to expire'),
      paragraphs: [
        worded(
          '{name} renews on {paidUntil} for {price}, with {card}. That card expires at the end of {month}.',
          {
            name: facts.name,
            paidUntil: dayOf(facts.paidUntil),
            price: formatMoney(facts.price),
            card: cardOf(facts),
            month: `${String(expMonth).padStart(2, '0')}/${expYear}`,
          },
        ),
        worded('Please replace it so that the payment goes through.'),
      ],
      button: replaceCard,
      notes: [linkLasts, howToCancel(facts)],
    },
    facts,
  );

export const cardChanged = (facts: SubscriptionFacts): Email =>
  email(
    {
      subject: worded('The card for {name} was changed', { name: facts.name }),
      preview: worded('From now on we charge {card}.', { card: cardOf(facts) }),
      title: worded('The card was changed'),
      paragraphs: [
        worded('From now on we charge {card} for {name}.', { card: cardOf(facts), name: facts.name }),
      ],
      button: manage,
      notes: [
        worded('If this was not you, write to {ourEmail} right away.', { ourEmail: facts.company.email }),
      ],
    },
    facts,
  );

export const renewalNotice = (facts: SubscriptionFacts): Email =>
  email(
    {
      subject: worded('{name} renews on {paidUntil}', {
        name: facts.name,
        paidUntil: dayOf(facts.paidUntil),
      }),
      preview: worded('We will charge {price}.', { price: formatMoney(facts.price) }),
      title: worded('{name} renews soon', { name: facts.name }),
      paragraphs: [
        worded(
          '{name} renews on {paidUntil} for {price}, and then every {period} until you cancel. We charge {card}.',
          {
            name: facts.name,
            paidUntil: dayOf(facts.paidUntil),
            price: formatMoney(facts.price),
            period: periods[facts.period],
            card: cardOf(facts),
          },
        ),
        worded('You do not need to do anything if you want to keep it.'),
      ],
      button: manage,
      notes: [howToCancel(facts)],
    },
    facts,
  );

export const priceChange = (
  facts: SubscriptionFacts,
  { amount, from }: { amount: Cents; from: Date },
): Email =>
  email(
    {
      subject: worded('The price of {name} changes on {from}', { name: facts.name, from: dayOf(from) }),
      preview: worded('It will be {amount} a {period}.', {
        amount: formatMoney(amount),
        period: periods[facts.period],
      }),
      title: worded('The price of {name} changes', { name: facts.name }),
      paragraphs: [
        worded('Starting {from}, {name} costs {amount} a {period}. Until then it costs {price}.', {
          from: dayOf(from),
          name: facts.name,
          amount: formatMoney(amount),
          period: periods[facts.period],
          price: formatMoney(facts.price),
        }),
        worded('If you do not agree, cancel before {from}, and you will never be charged the new price.', {
          from: dayOf(from),
        }),
      ],
      button: manage,
      notes: [howToCancel(facts)],
    },
    facts,
  );

export const subscriptionCanceled = (facts: SubscriptionFacts): Email =>
  email(
    {
      subject: worded('You canceled {name}', { name: facts.name }),
      preview: worded('It stays active until {paidUntil}.', { paidUntil: dayOf(facts.paidUntil) }),
      title: worded('{name} is canceled', { name: facts.name }),
      paragraphs: [
        worded('You canceled {name}. It stays active until {paidUntil}, and nothing more is charged.', {
          name: facts.name,
          paidUntil: dayOf(facts.paidUntil),
        }),
        worded('If you change your mind, you can undo this in your profile until then.'),
      ],
      button: manage,
      notes: [worded('If this was not you, write to {ourEmail}.', { ourEmail: facts.company.email })],
    },
    facts,
  );

export const subscriptionResumed = (facts: SubscriptionFacts): Email =>
  email(
    {
      subject: worded('{name} stays active', { name: facts.name }),
      preview: worded('It renews on {paidUntil}.', { paidUntil: dayOf(facts.paidUntil) }),
      title: worded('{name} stays active', { name: facts.name }),
      paragraphs: [
        worded(
          'You undid the cancellation of {name}. It renews on {paidUntil} for {price}, and then every {period} until you cancel.',
          {
            name: facts.name,
            paidUntil: dayOf(facts.paidUntil),
            price: formatMoney(facts.price),
            period: periods[facts.period],
          },
        ),
      ],
      button: manage,
      notes: [howToCancel(facts)],
    },
    facts,
  );

/**
 * Null when no email is needed: the cancellation email named the date, and a closed account gets a separate
 * email.
 */
export function endedEmail(reason: EndReason, facts: SubscriptionFacts): Email | null {
  const why: Record<EndReason, Message | null> = {
    canceled:
      facts.graceUntil === null
        ? null
        : worded(
            'You canceled it, and the period you paid for has ended. The open payment is no longer due.',
          ),
    unpaid: worded('We could not charge your card for three weeks. The open payment is no longer due.'),
    not_renewed: worded(
      'The period you paid for has ended, and it was not renewed. You will not be charged again.',
    ),
    refunded: worded('Your payment for it was refunded in full. You will not be charged again.'),
    account_closed: null,
    by_staff: worded('Our team ended it. You will not be charged again.'),
  };
  const because = why[reason];
  if (because === null) return null;
  return email(
    {
      subject: worded('{name} has ended', { name: facts.name }),
      preview: because,
      title: worded('{name} has ended', { name: facts.name }),
      paragraphs: [
        worded('{name} has ended. {because}', { name: facts.name, because }),
        worded('If you would like it back, you can order it again at any time.'),
      ],
      button: { label: worded('See our services'), path: '/products' },
      notes: [worded('Questions? Write to {ourEmail}.', { ourEmail: facts.company.email })],
    },
    facts,
  );
}
