/** Charging what is due for a subscription, because its owner has just done something about it, or because a day for another try has come. */
import type { Deps } from '#platform/deps.ts';
import type { InvoiceTry } from '#ports/subscription-billing.ts';
import { applySubscription } from './follow.ts';
import * as links from './link-store.ts';
import * as store from './store.ts';

/**
 * `what` names the reason, and is part of each key: for the same reason nobody is charged twice. Null: nothing was due. Of several that are
 * due, the first that fails ends it.
 */
export async function payDue(deps: Deps, subscriptionId: string, what: string): Promise<InvoiceTry | null> {
  const subscription = await store.find(deps.db, subscriptionId);
  if (subscription?.subscriptionRef == null || subscription.status !== 'past_due') return null;
  // It may have been paid meanwhile, such as after the bank's question was answered.
  await applySubscription(deps, subscription.subscriptionRef);
  if ((await store.find(deps.db, subscriptionId))?.status !== 'past_due') return { outcome: 'paid' };
  let last: InvoiceTry | null = null;
  for (const { id, processorRef } of await links.dueRenewals(deps.db, subscriptionId)) {
    last = await deps.gateway.payInvoice({ invoiceRef: processorRef, key: `pay:${id}:${what}` });
    if (last.outcome !== 'paid') break;
  }
  await applySubscription(deps, subscription.subscriptionRef);
  return last;
}
