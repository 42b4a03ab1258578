/**
 * How subscriptions end: by their owner, after failed payments, or because their order was canceled or
 * refunded. A job updates the processor.
 */
import * as renewals from '#modules/invoices/renewal-store.ts';
import * as invoiceRules from '#modules/invoices/rules.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type EndReason, hasEnded, next } from './rules.ts';
import * as store from './store.ts';
import { emailFacts } from './words.ts';

/**
 * Order and subscription are locked, and it has not ended yet. Its due invoices are voided. `isSilent`: its
 * owner gets no email.
 */
export async function endNow(
  tx: Tx,
  deps: Deps,
  subscription: store.Subscription,
  reason: EndReason,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<void> {
  const { id, subscriptionRef, customerRef } = subscription;
  const now = deps.clock.now();
  const status = next(subscription.status, reason === 'canceled' ? 'cancel' : 'end');
  for (const renewal of await renewals.lockAll(tx, id))
    if (renewal.status === 'draft')
      await renewals.markVoid(tx, renewal.id, invoiceRules.next(renewal.status, 'void'), now);
  const changeDue = subscriptionRef !== null || customerRef !== null;
  await store.change(tx, id, {
    status,
    end: { reason, at: now },
    pastDueSince: null,
    nextPrice: null,
    changeDue,
  });
  if (changeDue) await deps.jobs.enqueue(tx, 'change-subscription', { subscriptionId: id });
  const email = isSilent ? null : emails.endedEmail(reason, emailFacts(deps, subscription));
  if (email !== null)
    await mail.queue(tx, deps, {
      kind: 'subscription_ended',
      orderId: subscription.orderId,
      to: subscription.billingEmail,
      email,
    });
  await audit.record(tx, deps, {
    actorId: null,
    action: 'subscription_ended',
    object: id,
    detail: { reason },
  });
}

/** Ends it unless it has ended or `mayEnd` returns false. Returns false when it was left unchanged. */
export const endIf = (
  { db, ...deps }: Deps,
  { id, orderId }: Pick<store.Subscription, 'id' | 'orderId'>,
  reason: EndReason,
  mayEnd: (locked: store.Subscription) => boolean,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked === null || hasEnded(locked.status) || !mayEnd(locked)) return false;
    await endNow(tx, { db, ...deps }, locked, reason);
    return true;
  });

/** Ends every subscription of an owner, in the transaction that closes the account. */
export async function endAllOf(tx: Tx, deps: Deps, userId: string): Promise<void> {
  for (const { id, orderId } of await store.ofUser(tx, userId)) {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked !== null && !hasEnded(locked.status)) await endNow(tx, deps, locked, 'account_closed');
  }
}
