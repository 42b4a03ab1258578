/**
 * Sends our decisions to the processor: an end, a cancellation or its undoing, another card, another price.
 * The row holds the wanted state and that it is not sent yet. Each call sets a value, so it is safe to
 * repeat, and the last one reads the row again.
 */
import type { Deps } from '#modules/shared/deps.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import { applySubscription } from './follow.ts';
import { hasEnded } from './rules.ts';
import * as store from './store.ts';

/** How often a concurrently changing row is sent again within one call. */
const roundsAtMost = 10;

/** The job, also run by the sweep. */
export async function updateProcessor(deps: Deps, subscriptionId: string): Promise<void> {
  for (let round = 0; round < roundsAtMost; round += 1) {
    const subscription = await store.find(deps.db, subscriptionId);
    if (subscription === null || !subscription.changeDue) return;
    const subscriptionRef = subscription.subscriptionRef ?? (await findStarted(deps, subscription));
    if (subscriptionRef === null) {
      // An ended subscription that was never started needs no update; any other is updated after its start.
      if (
        !hasEnded(subscription.status) ||
        (await store.clearChange(deps.db, subscriptionId, subscription.revision))
      )
        return;
      continue;
    }
    if (hasEnded(subscription.status)) await end(deps, subscriptionRef);
    else if (!(await change(deps, subscription, subscriptionRef)))
      return applySubscription(deps, subscriptionRef);
    if (await store.clearChange(deps.db, subscriptionId, subscription.revision))
      return applySubscription(deps, subscriptionRef);
  }
  throw new Error(`subscription ${subscriptionId} keeps changing`);
}

/** A start in progress when it ended here may have succeeded at the processor. */
const findStarted = async (
  { gateway }: Deps,
  { request, status }: store.Subscription,
): Promise<string | null> =>
  request === null || !hasEnded(status)
    ? null
    : ((await gateway.findSubscription(request))?.subscriptionRef ?? null);

/** Open invoices at the processor are voided; paid ones stay paid. */
async function end({ gateway }: Deps, subscriptionRef: string): Promise<void> {
  await gateway.endSubscription(subscriptionRef);
  for (const { invoiceRef, status } of await gateway.readInvoices(subscriptionRef))
    if (status !== 'paid' && status !== 'void') await gateway.voidInvoice(invoiceRef);
}

/** Returns false when it was ended at the processor in the meantime, so its state must be read. */
async function change(
  { gateway }: Deps,
  subscription: store.Subscription,
  subscriptionRef: string,
): Promise<boolean> {
  const { cancelAtPeriodEnd, card, nextPrice, price } = subscription;
  const target = {
    cancelAtPeriodEnd,
    price: nextPrice?.amount ?? price,
    ...(card === null ? {} : { cardRef: card.ref }),
  };
  try {
    await gateway.changeSubscription(subscriptionRef, target);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    const remote = await gateway.readSubscription(subscriptionRef);
    if (remote !== null && !remote.hasEnded) throw error;
    return false;
  }
}
