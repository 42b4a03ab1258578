/** The facts that emails about a subscription need. */
import type { SubscriptionFacts } from '#modules/mail/emails/subscription.ts';
import type { Deps } from '#platform/deps.ts';
import { graceEnds } from './rules.ts';
import type { Subscription } from './store.ts';

export const emailFacts = (
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  { name, period, price, paidUntil, billTo, card, pastDueSince }: Subscription,
): SubscriptionFacts => ({
  publicOrigin,
  firstName: billTo.name.split(' ')[0] ?? '',
  name,
  period,
  price,
  paidUntil,
  graceUntil: pastDueSince === null ? null : graceEnds(pastDueSince),
  card: card === null ? null : { brand: card.brand, last4: card.last4 },
});
