/** Charges what is due for a subscription after its card was replaced. */
import type { Deps } from '#modules/shared/deps.ts';
import type { InvoiceAttempt } from '#ports/subscription-billing.ts';
import { applySubscription } from './follow.ts';
import * as links from './link-store.ts';
import * as store from './store.ts';

/**
 * `what` names the reason and is part of each key, so that the same reason never charges twice. Returns null
 * when nothing was due. Stops at the first failure.
 */
export async function payDue(
  deps: Deps,
  subscriptionId: string,
  what: string,
): Promise<InvoiceAttempt | null> {
  const subscription = await store.find(deps.db, subscriptionId);
  if (subscription?.subscriptionRef == null || subscription.status !== 'past_due') return null;
  // It may have been paid in the meantime, for example after the customer confirmed with the bank.
  await applySubscription(deps, subscription.subscriptionRef);
  if ((await store.find(deps.db, subscriptionId))?.status !== 'past_due') return { outcome: 'paid' };
  let last: InvoiceAttempt | null = null;
  for (const { id, processorRef } of await links.dueRenewals(deps.db, subscriptionId)) {
    last = await deps.gateway.payInvoice({ invoiceRef: processorRef, key: `pay:${id}:${what}` });
    if (last.outcome !== 'paid') break;
  }
  await applySubscription(deps, subscription.subscriptionRef);
  return last;
}
