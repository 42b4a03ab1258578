/**
 * Telling the processor what was decided here: an end, a cancellation or its undoing, another card, another price. The row says what is true
 * and that it is due over there; each call sets a value, so it may be repeated, and whoever comes last looks at the row once more.
 */
import type { Deps } from '#platform/deps.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import { applySubscription } from './follow.ts';
import { isOver } from './rules.ts';
import * as store from './store.ts';

/** How often a row that changes meanwhile is told again within one call. */
const roundsAtMost = 10;

/** The job, and what the sweep repeats. */
export async function tellProcessor(deps: Deps, subscriptionId: string): Promise<void> {
  for (let round = 0; round < roundsAtMost; round += 1) {
    const subscription = await store.find(deps.db, subscriptionId);
    if (subscription === null || !subscription.changeDue) return;
    const subscriptionRef = subscription.subscriptionRef ?? (await findStarted(deps, subscription));
    if (subscriptionRef === null) {
      // One that is over and was never started leaves nothing to tell; any other is told when it has been started.
      if (!isOver(subscription.status) || (await store.clearChange(deps.db, subscriptionId, subscription.revision))) return;
      continue;
    }
    if (isOver(subscription.status)) await end(deps, subscriptionRef);
    else if (!(await change(deps, subscription, subscriptionRef))) return applySubscription(deps, subscriptionRef);
    if (await store.clearChange(deps.db, subscriptionId, subscription.revision)) return applySubscription(deps, subscriptionRef);
  }
  throw new Error(`subscription ${subscriptionId} keeps changing`);
}

/** A start that was under way when it ended here may have succeeded over there. */
const findStarted = async ({ gateway }: Deps, { request, status }: store.Subscription): Promise<string | null> =>
  request === null || !isOver(status) ? null : ((await gateway.findSubscription(request))?.subscriptionRef ?? null);

/** What is due over there is owed by nobody any more; what is paid stays paid. */
async function end({ gateway }: Deps, subscriptionRef: string): Promise<void> {
  await gateway.endSubscription(subscriptionRef);
  for (const { invoiceRef, status } of await gateway.readInvoices(subscriptionRef))
    if (status !== 'paid' && status !== 'void') await gateway.voidInvoice(invoiceRef);
}

/** False: it was ended over there meanwhile, so what it is now must be read. */
async function change({ gateway }: Deps, subscription: store.Subscription, subscriptionRef: string): Promise<boolean> {
  const { cancelAtPeriodEnd, card, nextPrice, price } = subscription;
  const wanted = { cancelAtPeriodEnd, price: nextPrice?.amount ?? price, ...(card === null ? {} : { cardRef: card.ref }) };
  try {
    await gateway.changeSubscription(subscriptionRef, wanted);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    const truth = await gateway.readSubscription(subscriptionRef);
    if (truth !== null && !truth.isOver) throw error;
    return false;
  }
}
