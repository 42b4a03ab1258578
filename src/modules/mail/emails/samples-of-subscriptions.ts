/** Samples of subscription emails with made-up data. */
import { cents } from '#kernel/money.ts';
import type { EmailKind, SampleFacts } from './samples.ts';
import * as emails from './subscription.ts';

const dayMs = 86_400_000;
const later = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

const facts = ({ at, ...to }: SampleFacts): emails.SubscriptionFacts => ({
  ...{ ...to, name: 'US business address', period: 'month', price: cents(2_900) },
  paidUntil: later(at, 30),
  graceUntil: later(at, 21),
  card: { brand: 'visa', last4: '4242' },
});
const withoutCard = (sample: SampleFacts): emails.SubscriptionFacts => ({ ...facts(sample), card: null });

const failed = (day: number, isQuestion: boolean) => (sample: SampleFacts) =>
  emails.renewalFailed(facts(sample), { amount: cents(2_900), day, isQuestion });
const ended = (reason: Parameters<typeof emails.endedEmail>[0]) => (sample: SampleFacts) => {
  const email = emails.endedEmail(reason, facts(sample));
  if (email === null) throw new Error(`nothing is said of ${reason}`);
  return email;
};
const kind = (title: string, samples: EmailKind['samples']): EmailKind => ({
  group: 'Subscriptions',
  title,
  samples,
});

export const subscriptionSamples: Record<emails.SubscriptionEmailKind, EmailKind> = {
  renewal_receipt: kind('Receipt of a renewal', {
    Email: (sample) =>
      emails.renewalReceipt({
        ...facts(sample),
        invoice: { number: 'INV-2026-00002', address: `${sample.publicOrigin}/invoices/inv_sample` },
        ...{ amount: cents(2_900), from: sample.at, to: later(sample.at, 30) },
      }),
  }),
  renewal_failed: kind('A renewal was not paid', {
    'The first time': failed(0, false),
    'The bank asks': failed(0, true),
    Again: failed(7, false),
    'The last time': failed(14, false),
  }),
  renewal_notice: kind('A yearly renewal is coming up', {
    Email: (sample) => emails.renewalNotice({ ...facts(sample), period: 'year' }),
  }),
  price_change: kind('A new price', {
    Email: (sample) =>
      emails.priceChange(facts(sample), { amount: cents(3_900), from: later(sample.at, 60) }),
  }),
  card_expiring: kind('The card is about to expire', {
    Email: (sample) =>
      emails.cardExpiring(facts(sample), { expMonth: 8, expYear: sample.at.getUTCFullYear() + 1 }),
  }),
  card_changed: kind('The card was changed', {
    Email: (sample) => emails.cardChanged(facts(sample)),
    'Another kind of card': (sample) =>
      emails.cardChanged({ ...facts(sample), card: { brand: 'jcb', last4: '0505' } }),
    'The card is not known': (sample) => emails.cardChanged(withoutCard(sample)),
  }),
  subscription_canceled: kind('A subscription was canceled', {
    Email: (sample) => emails.subscriptionCanceled(facts(sample)),
  }),
  subscription_resumed: kind('A cancellation was undone', {
    Email: (sample) => emails.subscriptionResumed(facts(sample)),
  }),
  subscription_ended: kind('A subscription has ended', {
    'Not paid': ended('unpaid'),
    Canceled: ended('canceled'),
    'Not renewed': ended('not_renewed'),
    Refunded: ended('refunded'),
    'By our team': ended('by_staff'),
  }),
};
