/**
 * The effects of a refund: its credit note, its dated event, and the email to the customer. All run in the
 * caller's transaction, which locks the order, so each happens once even if the refund is reported several
 * times.
 */
import { zero } from '#kernel/money.ts';
import { decreaseForRefund } from '#modules/credit/ledger/booster-disputes.ts';
import { followRefund } from '#modules/invoices/credit-notes.ts';
import * as invoices from '#modules/invoices/store.ts';
import * as emails from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import type { EmailDraft } from '#modules/mail/service.ts';
import * as events from '#modules/orders/events.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as refunds from '#modules/payments/refund-store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { DisputeMoved, RefundMoved } from '#modules/shared/settlement.ts';

type Sale = { order: orders.Order; about: emails.AboutOrder };

async function readSale(tx: Tx, deps: Deps, orderId: string): Promise<Sale> {
  const order = await orders.find(tx, orderId);
  if (order === null) throw new Error(`order ${orderId} is not there`);
  const [invoice] = (await invoices.issuedOf(tx, [orderId])).get(orderId) ?? [];
  const path = invoice === undefined ? '/profile' : `/invoices/${invoice.id}`;
  return {
    order,
    about: { number: orderNumber(order.number), firstName: order.billing.firstName, path, ...senderOf(deps) },
  };
}

const draftTo = ({ order }: Sale, kind: emails.OrderEmailKind, email: EmailDraft['email']): EmailDraft => ({
  kind,
  orderId: order.id,
  to: order.billing.email,
  email,
});

/**
 * Most refunds are complete when first reported, and one email covers everything; a pending one is announced.
 * A failure is emailed only if the refund was announced.
 */
export async function refundHasMoved(tx: Tx, deps: Deps, fact: RefundMoved): Promise<void> {
  const { refundId, stage, amount, orderId, askedAt, now } = fact;
  const sale = await readSale(tx, deps, orderId);
  const refund = { ...sale.about, amount };
  const note = await followRefund(tx, fact);
  const isSilent = await refunds.isSilent(tx, refundId);
  const draftUnlessSilent = (draft: EmailDraft): EmailDraft | null => (isSilent ? null : draft);
  const on = (kind: RefundEventKind, at = now): events.OrderEvent => ({
    orderId,
    kind,
    about: { subject: refundId, amount },
    now: at,
  });
  if (stage === 'pending') {
    const draft = draftTo(sale, 'refund_started', emails.refundStartedEmail(refund));
    await events.record(tx, deps, on('refund_started', askedAt), draftUnlessSilent(draft));
  } else if (stage === 'succeeded' && note !== null) {
    const isFull = amount === sale.order.total;
    // After the credit note number, to follow the lock order.
    const limitFall = sale.order.kind === 'booster' ? await decreaseForRefund(tx, orderId) : zero;
    const email = emails.refundedEmail({
      ...refund,
      isFull,
      limitFall,
      creditNoteNumber: note.number,
      path: `/credit-notes/${note.id}`,
    });
    await events.record(tx, deps, on('refund_started', askedAt), null);
    await events.record(
      tx,
      deps,
      on('refunded'),
      draftUnlessSilent({ ...draftTo(sale, 'refunded', email), attachedDocument: note.id }),
    );
  } else if (await events.hasEvent(tx, on('refund_started'))) {
    const isEmailed =
      (await events.isEmailed(tx, on('refunded'))) || (await events.isEmailed(tx, on('refund_started')));
    const email = emails.refundFailedEmail({ ...refund, voidNumber: note?.number ?? null });
    await events.record(
      tx,
      deps,
      on('refund_failed'),
      isEmailed ? draftTo(sale, 'refund_failed', email) : null,
    );
  }
}

type RefundEventKind = 'refund_started' | 'refunded' | 'refund_failed';

const disputeEmails = {
  opened: emails.disputeOpenedEmail,
  won: emails.disputeWonEmail,
  lost: emails.disputeLostEmail,
} as const;

export async function disputeHasMoved(
  tx: Tx,
  deps: Deps,
  { disputeRef, stage, isLast, amount, orderId, now }: DisputeMoved,
): Promise<void> {
  const sale = await readSale(tx, deps, orderId);
  const kind = `dispute_${stage}` as const;
  const draft = isLast ? draftTo(sale, kind, disputeEmails[stage]({ ...sale.about, amount })) : null;
  await events.record(tx, deps, { orderId, kind, about: { subject: disputeRef, amount }, now }, draft);
}
