/**
 * What the owner of a subscription can do: cancel, undo that, change the card. Decided here first; a job
 * updates the processor.
 */
import type * as contract from '#contract/subscriptions.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import * as orders from '#modules/orders/store.ts';
import { isExpired } from '#modules/payments/card-rules.ts';
import { findCustomerRef } from '#modules/payments/customer-store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import { makeLink } from './card-links.ts';
import { endNow } from './ending.ts';
import { payDue } from './pay-due.ts';
import { hasEnded } from './rules.ts';
import * as store from './store.ts';
import { updateProcessor } from './update-processor.ts';
import { type Shown, showAll } from './view.ts';
import { emailFacts } from './words.ts';

/**
 * Throws `subscription_not_found` for another user's subscription, exactly as for one that does not exist.
 */
async function demandOwn(
  { db }: Pick<Deps, 'db'>,
  { userId }: Person,
  id: string,
): Promise<store.Subscription> {
  const subscription = await store.find(db, id);
  if (subscription === null || subscription.userId !== userId)
    throw new DomainError('subscription_not_found');
  return subscription;
}

async function showOne({ db }: Deps, id: string): Promise<Shown> {
  const subscription = await store.find(db, id);
  const [shown] = subscription === null ? [] : await showAll(db, [subscription]);
  if (shown === undefined) throw new DomainError('subscription_not_found');
  return shown;
}

type Work = (tx: Tx, locked: store.Subscription) => Promise<void>;

/** Runs under the lock on order and subscription. Throws `subscription_over`. */
const decide = ({ db }: Deps, { id, orderId }: store.Subscription, work: Work): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked === null || hasEnded(locked.status)) throw new DomainError('subscription_over');
    await work(tx, locked);
  });

/** Writes the email of a change, its audit entry, and the job that updates the processor. */
async function conclude(
  tx: Tx,
  deps: Deps,
  person: Person | null,
  id: string,
  what: 'canceled' | 'resumed' | 'card_changed',
): Promise<void> {
  const subscription = await store.find(tx, id);
  if (subscription === null) return;
  const facts = emailFacts(deps, subscription);
  const about = { orderId: subscription.orderId, to: subscription.billingEmail };
  if (what === 'canceled')
    await mail.queue(tx, deps, {
      ...about,
      kind: 'subscription_canceled',
      email: emails.subscriptionCanceled(facts),
    });
  if (what === 'resumed')
    await mail.queue(tx, deps, {
      ...about,
      kind: 'subscription_resumed',
      email: emails.subscriptionResumed(facts),
    });
  if (what === 'card_changed')
    await mail.queue(tx, deps, { ...about, kind: 'card_changed', email: emails.cardChanged(facts) });
  await deps.jobs.enqueue(tx, 'change-subscription', { subscriptionId: id });
  const actor =
    person === null
      ? { actorId: null }
      : { actorId: person.actor?.userId ?? person.userId, effectiveId: person.userId };
  await audit.record(tx, deps, { ...actor, action: `subscription_${what}`, object: id });
}

/**
 * Cancels at the end of the paid period. After a failed payment that period is over, so the subscription ends
 * immediately and nothing is owed. Safe to repeat.
 */
export async function cancel(deps: Deps, person: Person, id: string): Promise<Shown> {
  await decide(deps, await demandOwn(deps, person, id), async (tx, locked) => {
    if (locked.cancelAtPeriodEnd) return;
    const now = deps.clock.now();
    await store.change(tx, id, { cancelAskedAt: now, changeDue: locked.renews });
    if (locked.status === 'past_due')
      await endNow(tx, deps, { ...locked, cancelAtPeriodEnd: true }, 'canceled');
    else await conclude(tx, deps, person, id, 'canceled');
  });
  return showOne(deps, id);
}

/** Throws `subscription_not_canceled`, and `subscription_over` once the paid period has ended. */
export async function undoCancel(deps: Deps, person: Person, id: string): Promise<Shown> {
  await decide(deps, await demandOwn(deps, person, id), async (tx, locked) => {
    if (!locked.cancelAtPeriodEnd) throw new DomainError('subscription_not_canceled');
    if (deps.clock.now() >= locked.paidUntil) throw new DomainError('subscription_over');
    await store.change(tx, id, { cancelAskedAt: null, changeDue: locked.renews });
    await conclude(tx, deps, person, id, 'resumed');
  });
  return showOne(deps, id);
}

/**
 * Switches to a saved card of the owner and immediately charges what is due.
 * @throws `card_elsewhere` when the processor charges a customer other than the account's own (bought through
 *   another user's link).
 * @throws `card_not_found`, `card_expired`, and `cards_unavailable` when the processor is unavailable.
 */
export async function changeCard(deps: Deps, person: Person, id: string, cardRef: string): Promise<Shown> {
  const subscription = await demandOwn(deps, person, id);
  if (hasEnded(subscription.status) || !subscription.renews) throw new DomainError('subscription_over');
  if ((await findCustomerRef(deps.db, person.userId)) !== subscription.customerRef)
    throw new DomainError('card_elsewhere');
  await useCard(deps, subscription, cardRef, person).catch(throwUnavailable);
  await payDue(deps, id, `card:${cardRef}`).catch(throwUnavailable);
  return showOne(deps, id);
}

/** Charges this card for future renewals. `person`: the owner; null for the holder of a link. */
export async function useCard(
  deps: Deps,
  { id, customerRef, ...own }: store.Subscription,
  cardRef: string,
  person: Person | null,
): Promise<void> {
  const card = customerRef === null ? null : await deps.gateway.readCard(customerRef, cardRef);
  if (card === null) throw new DomainError('card_not_found');
  if (isExpired(card, deps.clock.now())) throw new DomainError('card_expired');
  const { brand, last4, expMonth, expYear } = card;
  await decide(deps, { id, customerRef, ...own }, async (tx, locked) => {
    if (locked.card?.ref === cardRef) return;
    await store.change(tx, id, { card: { ref: cardRef, brand, last4, expMonth, expYear }, changeDue: true });
    await conclude(tx, deps, person, id, 'card_changed');
  });
  await updateProcessor(deps, id);
}

/** Returns a link to the page that saves a new card, without using saved cards. Throws like the others. */
export async function cardLink(
  deps: Deps,
  person: Person,
  id: string,
): Promise<Handled<typeof contract.makeCardLink>> {
  const subscription = await demandOwn(deps, person, id);
  if (hasEnded(subscription.status) || subscription.customerRef === null)
    throw new DomainError('subscription_over');
  const { path } = await makeLink(deps.db, deps, id);
  return { path };
}

export function throwUnavailable(error: unknown): never {
  if (error instanceof GatewayUnavailable || error instanceof GatewayRefused)
    throw new DomainError('cards_unavailable');
  throw error;
}
