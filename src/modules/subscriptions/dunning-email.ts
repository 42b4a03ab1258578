/** The email about a failed renewal, with its link, and the row that records the decision of that day. */
import { zero, add } from '#kernel/money.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { makeLink } from './card-links.ts';
import * as links from './link-store.ts';
import type { DunningDay } from './rules.ts';
import type { Subscription } from './store.ts';
import { emailFacts } from './words.ts';

type Failure = { outcome: 'declined' | 'requires_action'; message: string | null };

/** Once per day and due renewal. The subscription must be locked. */
export async function emailOfFailure(
  tx: Tx,
  deps: Deps,
  subscription: Subscription,
  day: DunningDay,
  { outcome, message }: Failure = { outcome: 'declined', message: null },
): Promise<void> {
  const due = await links.dueRenewals(tx, subscription.id);
  const [first] = due;
  if (first === undefined) return;
  const now = deps.clock.now();
  if ((await links.insertTry(tx, first.id, day, now)).isDecided) return;
  const { id: cardLinkId } = await makeLink(tx, deps, subscription.id);
  const amount = due.reduce((sum, renewal) => add(sum, renewal.amount), zero);
  const email = emails.renewalFailed(emailFacts(deps, subscription), {
    amount,
    day,
    isQuestion: outcome === 'requires_action',
  });
  const mailId = await mail.queue(tx, deps, {
    kind: 'renewal_failed',
    orderId: subscription.orderId,
    to: subscription.billingEmail,
    email,
    cardLinkId,
  });
  await links.decideTry(tx, first.id, day, { outcome, message, mailId, now });
}
