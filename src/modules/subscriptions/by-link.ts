/**
 * The page behind a link that replaces a card. The link grants only what that page needs, and does not log in
 * its holder.
 */
import type * as contract from '#contract/subscriptions.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { worded } from '#kernel/language.ts';
import { maskEmail } from '#modules/checkout/own-orders/view-rules.ts';
import { hourMs, waitForSetup } from '#modules/payments/card-rules.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { demandLink } from './card-links.ts';
import { chargesOf } from './history-store.ts';
import * as links from './link-store.ts';
import { throwUnavailable, useCard } from './manage.ts';
import { payDue } from './pay-due.ts';
import { graceEnds } from './rules.ts';
import * as store from './store.ts';
import { nextAmount, shownStatus } from './view.ts';

export async function readByLink(
  deps: Deps,
  token: string,
): Promise<Handled<typeof contract.readSubscriptionByLink>> {
  const subscription = await demandLink(deps, token);
  const charges = (await chargesOf(deps.db, [subscription.id])).get(subscription.id) ?? [];
  const { card, pastDueSince, name, period, status, billingEmail } = subscription;
  return {
    product: { name },
    status: shownStatus(status),
    period,
    amount: nextAmount(subscription, charges),
    due: pastDueSince !== null,
    graceUntil: pastDueSince === null ? null : graceEnds(pastDueSince).toISOString(),
    email: maskEmail(billingEmail),
    card: card === null ? null : { brand: card.brand, last4: card.last4 },
  };
}

/** A repeated attempt returns the same setup. Throws `link_invalid`, `rate_limited`, `cards_unavailable`. */
export async function startCard(
  deps: Deps,
  { headers, body }: Pick<Received<typeof contract.startCardByLink>, 'headers' | 'body'>,
): Promise<{ client_secret: string }> {
  const subscription = await demandLink(deps, body.token);
  const setup = await begin(deps, subscription, headers['idempotency-key'] ?? null);
  const holderName = subscription.billTo.name;
  const opened = await deps.gateway
    .openSetup({ setupId: setup.id, customerRef: setup.customerRef, holderName })
    .catch(throwUnavailable);
  await links.moveSetup(deps.db, setup.id, opened);
  return { client_secret: opened.clientSecret };
}

/**
 * Each attempt can query the bank about a card, so attempts are counted under the lock on the subscription.
 */
const begin = (
  { db, clock }: Deps,
  { id, orderId, customerRef }: store.Subscription,
  attempt: string | null,
): Promise<links.Setup> =>
  db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    await store.lock(tx, id);
    const now = clock.now();
    const waitSeconds = waitForSetup(await links.setupsSince(tx, id, new Date(now.getTime() - hourMs)), now);
    if (waitSeconds !== null)
      throw new RateLimited(
        waitSeconds,
        worded('You have tried to save a card many times. Please try again {wait}'),
      );
    if (customerRef === null) throw new DomainError('link_invalid');
    return links.insertSetup(tx, { id: freshId('set'), subscriptionId: id, customerRef, attempt, now });
  });

/**
 * Uses the card that was last saved through a link of this subscription, and pays what is due. Safe to
 * repeat. Throws like `startCard`.
 */
export async function finishCard(
  deps: Deps,
  token: string,
): Promise<Handled<typeof contract.finishCardByLink>> {
  const subscription = await demandLink(deps, token);
  await useSaved(deps, subscription).catch(throwUnavailable);
  const newest = await links.newestSetup(deps.db, subscription.id);
  if (newest?.status !== 'succeeded') return { status: 'not_saved' };
  const last = await payDue(deps, subscription.id, `link:${newest.id}`).catch(throwUnavailable);
  if (last === null) return { status: 'saved' };
  if (last.outcome === 'paid') return { status: 'paid' };
  if (last.outcome === 'requires_action' && last.clientSecret !== null)
    return { status: 'requires_action', message: last.message, client_secret: last.clientSecret };
  return { status: 'declined', message: last.message };
}

/**
 * Handles an event about a card setup that the browser did not report. An unrelated setup changes nothing.
 */
export async function applyCardSetup(deps: Deps, setupId: string): Promise<void> {
  const id = await links.subscriptionOfSetup(deps.db, setupId);
  const subscription = id === null ? null : await store.find(deps.db, id);
  if (subscription === null || subscription.endedAt !== null) return;
  if (await useSaved(deps, subscription)) await payDue(deps, subscription.id, `link:${setupId}`);
}

/** Returns false when no card was saved since. */
async function useSaved(deps: Deps, subscription: store.Subscription): Promise<boolean> {
  for (const { id, setupRef } of await links.openSetups(deps.db, subscription.id)) {
    const setup = await deps.gateway.readSetup(setupRef);
    if (setup?.state !== 'succeeded' || setup.cardRef === null) continue;
    await useCard(deps, subscription, setup.cardRef, null);
    return links.moveSetup(deps.db, id, setup);
  }
  return false;
}
