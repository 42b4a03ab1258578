/**
 * Compares our subscriptions with those that the processor charges, once a day. Repairs the effects of missed
 * events and raises an alarm for the rest.
 */
import * as alarms from '#modules/alarms/service.ts';
import * as comparisons from '#modules/payments/comparison-store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { ProcessorSubscription } from '#ports/subscription-billing.ts';
import { applySubscription } from './follow.ts';
import { deleteOldLinks } from './link-store.ts';
import * as store from './store.ts';

export type SubscriptionComparison = {
  compared: number;
  foreign: number;
  repaired: number;
  /** Charged at the processor, but unknown here. */
  unmatched: string[];
  failed: number;
};

const aliveAtMost = 100_000;
const dayMs = 86_400_000;

export async function compareSubscriptions(deps: Deps): Promise<SubscriptionComparison> {
  const report: SubscriptionComparison = { compared: 0, foreign: 0, repaired: 0, unmatched: [], failed: 0 };
  const seen = new Set<string>();
  const surviving = (subject: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      report.failed += 1;
      deps.log.error({ err: error, subject }, 'a subscription could not be compared');
    });
  for await (const remote of deps.gateway.listSubscriptions()) {
    seen.add(remote.subscriptionRef);
    if (remote.shopId !== deps.shopId) report.foreign += 1;
    else await surviving(remote.subscriptionRef, () => compareOne(deps, report, remote));
  }
  // The processor does not list ended subscriptions, and we may have missed their end.
  for (const { id, subscriptionRef } of await store.listFor(
    deps.db,
    'alive_at_processor',
    deps.clock.now(),
    aliveAtMost,
  ))
    if (subscriptionRef !== null && !seen.has(subscriptionRef))
      await surviving(id, () => repair(deps, report, id, subscriptionRef));
  await deleteOldLinks(deps.db, new Date(deps.clock.now().getTime() - dayMs));
  const differences = report.unmatched.map((reference) => ({
    kind: 'unknown_here' as const,
    reference,
    amountCents: null,
    order: null,
  }));
  await comparisons.saveResult(deps.db, 'subscriptions', deps.clock.now(), { ...report, differences });
  return report;
}

async function compareOne(
  deps: Deps,
  report: SubscriptionComparison,
  remote: ProcessorSubscription,
): Promise<void> {
  report.compared += 1;
  const stored = remote.subscriptionId === null ? null : await store.find(deps.db, remote.subscriptionId);
  if (stored !== null) await repair(deps, report, stored.id, remote.subscriptionRef);
  if ((await store.findByRef(deps.db, remote.subscriptionRef)) !== null) return;
  report.unmatched.push(remote.subscriptionRef);
  const detail = `The processor charges for subscription ${remote.subscriptionRef}, which matches none of ours`;
  await alarms.raise(deps.db, deps.log, 'two_subscriptions', remote.subscriptionRef, detail);
}

async function repair(
  deps: Deps,
  report: SubscriptionComparison,
  id: string,
  subscriptionRef: string,
): Promise<void> {
  const before = await store.find(deps.db, id);
  await applySubscription(deps, subscriptionRef);
  if ((await store.find(deps.db, id))?.revision !== before?.revision) report.repaired += 1;
}
