/** What time does to subscriptions, found by looking: nothing here depends on a report that may be lost. One failure does not stop the rest. */
import { databaseNow, moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { dun } from './dunning.ts';
import { endIf } from './ending.ts';
import { applySubscription } from './follow.ts';
import { giveNotice } from './notices.ts';
import { startAtProcessor } from './start.ts';
import * as store from './store.ts';
import { tellProcessor } from './tell.ts';

/**
 * Up to when no refund was left that had to end a subscription, by the clock of the database: a sweep asks for those since, and a day before that for
 * what is committed late. The first one goes back two months.
 */
export const refundCursor = 'refunds-of-subscriptions';
const dayMs = 86_400_000;

async function refundsToAskFor(db: Database): Promise<{ now: Date; refundsSince: Date }> {
  const now = await databaseNow(db);
  const reached = (await readCursor(db, refundCursor)) ?? new Date(now.getTime() - 60 * dayMs);
  return { now, refundsSince: new Date(reached.getTime() - dayMs) };
}

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
  const [now, refunds] = [deps.clock.now(), await refundsToAskFor(deps.db)];
  const each = async (
    question: Parameters<typeof store.listFor>[1],
    work: (one: store.Subscription) => Promise<unknown>,
  ): Promise<number> => {
    const found = await store.listFor(deps.db, question, now, { atMost, refundsSince: refunds.refundsSince });
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
  const refunded = await each('refunded', (one) => endIf(deps, one, 'refunded', () => true));
  if (refunded === 0) await moveCursor(deps.db, refundCursor, refunds.now);
  await each('without_renewal', (one) => endIf(deps, one, one.cancelAtPeriodEnd ? 'canceled' : 'not_renewed', hasRunOut(now)));
  for (const notice of ['notice_of_price', 'notice_by_year', 'notice_by_month', 'notice_of_card'] as const)
    await each(notice, (one) => giveNotice(deps, one));
  return report;
}
