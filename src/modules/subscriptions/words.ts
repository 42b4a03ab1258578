/** The facts that emails about a subscription need. */
import type { SubscriptionFacts } from '#modules/mail/emails/subscription.ts';
import { type SenderDeps, senderOf } from '#modules/mail/sender.ts';
import { graceEnds } from './rules.ts';
import type { Subscription } from './store.ts';

export const emailFacts = (
  deps: SenderDeps,
  { name, period, price, paidUntil, billTo, card, pastDueSince }: Subscription,
): SubscriptionFacts => ({
  ...senderOf(deps),
  firstName: billTo.name.split(' ')[0] ?? '',
  name,
  period,
  price,
  paidUntil,
  graceUntil: pastDueSince === null ? null : graceEnds(pastDueSince),
  card: card === null ? null : { brand: card.brand, last4: card.last4 },
});
