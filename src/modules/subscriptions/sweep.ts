/**
 * Handles subscriptions that are due for work over time. Finds them by query, so a lost event does no harm.
 * One failure does not stop the rest.
 */
import { databaseNow, moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { dun } from './dunning.ts';
import { endIf } from './ending.ts';
import { applySubscription } from './follow.ts';
import { giveNotice } from './notices.ts';
import { startAtProcessor } from './start.ts';
import type { Question } from './questions.ts';
import * as store from './store.ts';
import { updateProcessor } from './update-processor.ts';

/** Every refund before this time that had to end a subscription has ended it, by the database clock. */
export const refundCursor = 'refunds-of-subscriptions';
const dayMs = 86_400_000;

/**
 * Starts one day before that, for late commits, and at most two months ago. If the clock ran ahead for a
 * while, only refunds older than that day are missed.
 */
async function refundsToAskFor(db: Database): Promise<{ now: Date; since: Date }> {
  const [now, cursorMs] = [
    (await databaseNow(db)).getTime(),
    (await readCursor(db, refundCursor))?.getTime() ?? 0,
  ];
  return { now: new Date(now), since: new Date(Math.max(Math.min(cursorMs, now) - dayMs, now - 60 * dayMs)) };
}

export type SubscriptionSweep = { looked: number; failed: number };

/** The maximum number of items of each kind per sweep, so that a backlog cannot make one run endless. */
const atMost = 200;

/** Sold before renewals existed. */
const hasRunOut =
  (now: Date) =>
  ({ renews, paidUntil }: store.Subscription): boolean =>
    !renews && paidUntil <= now;

export async function sweepSubscriptions(deps: Deps): Promise<SubscriptionSweep> {
  const report = { looked: 0, failed: 0 };
  const now = deps.clock.now();
  /** Returns true when no subscriptions remain and none failed in this batch. */
  const finish = async (
    found: store.Subscription[],
    work: (subscription: store.Subscription) => Promise<unknown>,
  ): Promise<boolean> => {
    const failedBefore = report.failed;
    for (const subscription of found) {
      report.looked += 1;
      await work(subscription).catch((error: unknown) => {
        report.failed += 1;
        deps.log.error(
          { err: error, subscriptionId: subscription.id },
          'the subscription sweep failed for one subscription',
        );
      });
    }
    return found.length < atMost && report.failed === failedBefore;
  };
  const each = async (
    question: Question,
    work: (subscription: store.Subscription) => Promise<unknown>,
  ): Promise<boolean> => finish(await store.listFor(deps.db, question, now, atMost), work);
  await each('starting', ({ id }) => startAtProcessor(deps, id));
  await each('change_due', ({ id }) => updateProcessor(deps, id));
  await each('past_due', (subscription) => dun(deps, subscription));
  await each(
    'over_soon',
    async ({ subscriptionRef }) => subscriptionRef !== null && applySubscription(deps, subscriptionRef),
  );
  const refunds = await refundsToAskFor(deps.db);
  const refunded = await store.listRefunded(deps.db, refunds.since, atMost);
  if (await finish(refunded, (subscription) => endIf(deps, subscription, 'refunded', () => true)))
    await moveCursor(deps.db, refundCursor, refunds.now);
  await each('without_renewal', (subscription) =>
    endIf(deps, subscription, subscription.cancelAtPeriodEnd ? 'canceled' : 'not_renewed', hasRunOut(now)),
  );
  for (const notice of ['notice_of_price', 'notice_by_year', 'notice_by_month', 'notice_of_card'] as const)
    await each(notice, (subscription) => giveNotice(deps, subscription));
  return report;
}
