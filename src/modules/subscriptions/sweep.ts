/** What time does to subscriptions, found by looking: nothing here depends on a report that may be lost. One failure does not stop the rest. */
import { databaseNow, moveCursor } from '#platform/cursors.ts';
import type { Deps } from '#platform/deps.ts';
import { dun } from './dunning.ts';
import { endIf } from './ending.ts';
import { applySubscription } from './follow.ts';
import { giveNotice } from './notices.ts';
import { startAtProcessor } from './start.ts';
import { refundCursor } from './questions.ts';
import * as store from './store.ts';
import { tellProcessor } from './tell.ts';

export type SubscriptionSweep = { looked: number; failed: number };

/** How many of each kind one sweep looks at, so that a bad hour cannot make it endless. */
const atMost = 200;

/** Sold before renewals existed. */
const hasRunOut =
  (now: Date) =>
  ({ renews, paidUntil }: store.Subscription): boolean =>
    !renews && paidUntil <= now;

export async function sweepSubscriptions(deps: Deps): Promise<SubscriptionSweep> {
  const report = { looked: 0, failed: 0 };
  const now = deps.clock.now();
  const each = async (
    question: Parameters<typeof store.listFor>[1],
    work: (one: store.Subscription) => Promise<unknown>,
  ): Promise<number> => {
    const found = await store.listFor(deps.db, question, now, atMost);
    for (const subscription of found) {
      report.looked += 1;
      await work(subscription).catch((error: unknown) => {
        report.failed += 1;
        deps.log.error({ err: error, subscriptionId: subscription.id }, 'the sweep could not finish one of its subscriptions');
      });
    }
    return found.length;
  };
  await each('starting', ({ id }) => startAtProcessor(deps, id));
  await each('change_due', ({ id }) => tellProcessor(deps, id));
  await each('past_due', (one) => dun(deps, one));
  await each('over_soon', async ({ subscriptionRef }) => subscriptionRef !== null && applySubscription(deps, subscriptionRef));
  const before = await databaseNow(deps.db);
  if ((await each('refunded', (one) => endIf(deps, one, 'refunded', () => true))) === 0) await moveCursor(deps.db, refundCursor, before);
  await each('without_renewal', (one) => endIf(deps, one, one.cancelAtPeriodEnd ? 'canceled' : 'not_renewed', hasRunOut(now)));
  for (const notice of ['notice_of_price', 'notice_by_year', 'notice_by_month', 'notice_of_card'] as const)
    await each(notice, (one) => giveNotice(deps, one));
  return report;
}
