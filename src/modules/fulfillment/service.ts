/** Completes orders. Staff do the work outside the shop and record here that it is done. */
import { DomainError } from '#kernel/errors.ts';
import { issueSecondHalf } from '#modules/credit/invoices/halves.ts';
import { emailSecondHalf } from '#modules/credit/invoices/emails.ts';
import { bonus } from '#modules/credit/ledger/service.ts';
import * as invoices from '#modules/invoices/store.ts';
import { orderCompletedEmail } from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as cancellations from '#modules/orders/cancellation-store.ts';
import * as events from '#modules/orders/events.ts';
import { inProgressSince } from '#modules/orders/overdue-orders-store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { raise } from '#modules/alarms/service.ts';

/**
 * Marks the work of an order as done and notifies its buyer. Throws `order_not_found`, and
 * `order_not_in_progress` for an order that is not a sale or is already complete. `actorId`: the staff
 * member; null for the command line.
 */
export const completeOrder = (
  deps: Deps,
  orderId: string,
  actorId: string | null = null,
): Promise<{ number: string; to: string }> =>
  retryOnDeadlock(deps, () =>
    deps.db.transaction().execute((tx) => completeOrderIn(tx, deps, orderId, actorId)),
  );

/** Like `completeOrder`, but in the caller's transaction. */
export async function completeOrderIn(
  tx: Tx,
  deps: Deps,
  orderId: string,
  actorId: string | null,
): Promise<{ number: string; to: string }> {
  const order = await orders.lock(tx, orderId);
  if (order === null) throw new DomainError('order_not_found');
  if (order.status !== 'in_progress' || (await cancellations.find(tx, orderId)) !== null)
    throw new DomainError('order_not_in_progress');
  const now = deps.clock.now();
  await orders.markCompleted(tx, orderId, orderRules.next(order.status, 'complete'), now);
  const number = orderRules.orderNumber(order.number);
  const [items, issued] = [await orders.items(tx, orderId), await invoices.issuedOf(tx, [orderId])];
  const [invoice] = issued.get(orderId) ?? [];
  const path = invoice === undefined ? '/profile' : `/invoices/${invoice.id}`;
  const email = orderCompletedEmail({
    number,
    firstName: order.billing.firstName,
    items,
    path,
    ...senderOf(deps),
  });
  const draft = { kind: 'order_completed', orderId, to: order.billing.email, email } as const;
  await events.record(tx, deps, { orderId, kind: 'completed', now }, draft);
  const half =
    order.kind === 'credit'
      ? await issueSecondHalf(tx, deps, { order, names: items.map(({ name }) => name), now })
      : null;
  if (half !== null) await emailSecondHalf(tx, deps, { order, invoice: half });
  await bonus(tx, deps, { orderId });
  const change = { before: { status: order.status }, after: { status: 'completed' } };
  await audit.record(tx, deps, {
    ...audit.byStaff(actorId),
    action: 'order_completed',
    object: orderId,
    ...change,
  });
  return { number, to: order.billing.email };
}

/** Longer than the time promised to customers. */
export const overdueAfterDays = 60;

/**
 * Raises an alarm for each order that is overdue, once until staff resolve it. Returns how many there are.
 */
export async function alertOnOverdue({ db, clock, log }: Deps): Promise<number> {
  const before = new Date(clock.now().getTime() - overdueAfterDays * 86_400_000);
  const overdue = await inProgressSince(db, before);
  for (const { id, number } of overdue)
    await raise(
      db,
      log,
      'order_overdue',
      id,
      `Order ${orderRules.orderNumber(number)} has been in progress for ${overdueAfterDays} days`,
    );
  return overdue.length;
}
