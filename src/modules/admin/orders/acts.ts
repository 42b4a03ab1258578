/**
 * Staff actions on an order. Each calls the owning module with the staff member as the actor, and returns the
 * updated order.
 */
import type * as contract from '#contract/admin/order-acts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { refundLimitOf } from '#kernel/permissions.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import { cancelSale } from '#modules/fulfillment/cancel-sale.ts';
import { completeOrder } from '#modules/fulfillment/service.ts';
import * as mail from '#modules/mail/service.ts';
import { newestRepeatable } from '#modules/mail/store.ts';
import * as orders from '#modules/orders/store.ts';
import { throwUnavailable } from '#modules/payments/service.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { readFacts } from './facts.ts';
import * as notes from './note-store.ts';

type Facts = Handled<typeof contract.staffCompleteOrder>;

/** Throws `order_not_found` or `order_not_in_progress`. */
export async function complete(deps: Deps, caller: Person, orderId: string): Promise<Facts> {
  await completeOrder(deps, orderId, caller.userId);
  return readFacts(deps, caller, orderId);
}

/**
 * Throws `order_not_found`, `order_being_paid`, `order_not_payable` when it cannot be canceled, and the
 * errors of canceling a credit order.
 */
export async function cancel(deps: Deps, caller: Person, orderId: string): Promise<Facts> {
  const order = await orders.find(deps.db, orderId);
  if (order === null) throw new DomainError('order_not_found');
  if (order.status === 'awaiting_payment') {
    const isCanceled = await cancelOrder(deps, orderId, 'by_staff', caller.userId).catch(
      throwUnavailable(deps),
    );
    if (!isCanceled) throw new DomainError('order_being_paid');
  } else await cancelCreditOrder(deps, orderId, caller.userId);
  return readFacts(deps, caller, orderId);
}

/** The idempotency key identifies the refund. Throws the errors of `requestRefund`. */
export async function refund(
  deps: Deps,
  caller: Person,
  { params, headers, body }: Received<typeof contract.staffRefundOrder>,
): Promise<Facts> {
  const limitCents = refundLimitOf(caller.role, deps.settings.current().support);
  await requestRefund(deps, {
    orderId: params.id,
    paymentId: body.paymentId ?? null,
    amount: body.amount ?? null,
    requestKey: `console ${headers['idempotency-key']}`,
    actorId: caller.userId,
    atMostOfOrder: limitCents === null ? null : cents(limitCents),
  });
  return readFacts(deps, caller, params.id);
}

/** The idempotency key identifies the cancellation. Throws the errors of `cancelSale` in fulfillment. */
export async function cancelPaid(
  deps: Deps,
  caller: Person,
  { params, headers, body }: Received<typeof contract.staffCancelSale>,
): Promise<Facts> {
  const limitCents = refundLimitOf(caller.role, deps.settings.current().support);
  await cancelSale(deps, {
    orderId: params.id,
    reason: body.reason,
    isAnnounced: body.notify,
    refund: body.refund,
    requestKey: `console ${headers['idempotency-key']}`,
    actorId: caller.userId,
    atMostOfOrder: limitCents === null ? null : cents(limitCents),
  });
  return readFacts(deps, caller, params.id);
}

/** Throws `order_not_found`. */
export const note = (
  { db, ...deps }: Deps,
  caller: Person,
  orderId: string,
  text: string,
): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    if ((await orders.find(tx, orderId)) === null) throw new DomainError('order_not_found');
    const id = freshId('note');
    await notes.insert(tx, {
      id,
      about: { kind: 'order', id: orderId },
      text,
      authorId: caller.userId,
      now: deps.clock.now(),
    });
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'note_written',
      object: orderId,
      after: { text },
    });
    return { id };
  });

/** Throws `not_found` or `email_not_repeatable`. */
export async function resendEmailIn(tx: Tx, deps: Deps, caller: Person, mailId: string): Promise<void> {
  const { id, kind, orderId } = await mail.resend(tx, deps, mailId);
  const detail = { kind, copy: id };
  await audit.record(tx, deps, {
    actorId: caller.userId,
    action: 'email_sent_again',
    object: orderId ?? mailId,
    detail,
  });
}

/**
 * Sends the newest email that can be repeated. Throws the errors of `resendEmailIn`, also if the order has no
 * such email.
 */
export async function resendOrderEmailIn(tx: Tx, deps: Deps, caller: Person, orderId: string): Promise<void> {
  const mailId = await newestRepeatable(tx, orderId);
  if (mailId === null) throw new DomainError('email_not_repeatable');
  await resendEmailIn(tx, deps, caller, mailId);
}
