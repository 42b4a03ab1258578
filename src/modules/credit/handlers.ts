/**
 * Reactions of credit to refunds and disputes, as handlers for server/settlement.ts. Orders bought another
 * way are ignored. The caller holds the locks on the order, the payment, and the invoice.
 */
import type { DisputeMoved, HalfPaid, Handler, RefundMoved } from '#modules/shared/settlement.ts';
import {
  regrantBooster,
  takeBoosterBack,
  takeBoosterBackForDispute,
} from '#modules/credit/ledger/booster-disputes.ts';
import { regrantBonus, revokeRegrantedBonus } from '#modules/credit/ledger/bonus-disputes.ts';
import * as invoices from '#modules/credit/invoices/store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { disputeLost, disputeWon } from '#modules/credit/invoices/reopening.ts';
import * as store from '#modules/credit/ledger/store.ts';

export const creditHalfPaid: Handler<HalfPaid> = (tx, deps, { invoiceId, paymentRef, amount, paidAt }) =>
  ledger.invoicePaid(tx, deps, { invoiceId, paymentRef, amount, paidAt });

/**
 * A refund of a credit invoice reopens it. The credit note issued with each refund reduces the debt by the
 * same amount, so nothing is owed and the order's bonus is revoked. A refund that fails after it had
 * succeeded reverses both. A booster's increase is reduced in proportion to its refund.
 */
export const creditRefundMoved: Handler<RefundMoved> = async (
  tx,
  deps,
  { refundId, stage, amount, invoiceId, orderId, now },
) => {
  if (stage === 'succeeded') await takeBoosterBack(tx, deps, { orderId, refundId });
  if ((await store.lockBehind(tx, { invoiceId })) === null) return;
  if (stage === 'succeeded') {
    await ledger.invoicePaymentReturned(tx, deps, {
      invoiceId,
      reference: refundId,
      amount,
      why: 'refunded',
    });
    await ledger.invoiceCredited(tx, deps, { invoiceId, creditRef: refundId, amount });
    await revokeRegrantedBonus(tx, deps, { orderId, why: 'refunded' });
  }
  if (stage === 'failed' && (await store.hasMovement(tx, `invoice-credited:${refundId}`))) {
    await ledger.invoicePaymentReturned(tx, deps, {
      invoiceId,
      reference: `credit-note-void:${refundId}`,
      amount,
      why: 'refunded',
    });
    await ledger.invoicePaid(tx, deps, {
      invoiceId,
      paymentRef: `refund-failed:${refundId}`,
      amount,
      paidAt: now,
    });
  }
};

/**
 * When a dispute is lost, the amount is owed again, and a booster or a bonus is revoked. Winning the dispute
 * later reverses that.
 */
export const creditDisputeMoved: Handler<DisputeMoved> = async (
  tx,
  deps,
  { disputeRef, stage, amount, orderId },
) => {
  const paid = stage === 'opened' ? null : await store.paidWith(tx, disputeRef);
  const invoice = paid === null ? null : await invoices.lock(tx, paid.invoiceId);
  if (stage === 'lost') await takeBoosterBackForDispute(tx, deps, { orderId });
  if (stage === 'won') await regrantBooster(tx, deps, { orderId });
  if (paid === null || invoice === null) return;
  if (stage === 'lost') return disputeLost(tx, deps, { disputeRef, invoice, amount, paid: paid.amount });
  await disputeWon(tx, deps, { disputeRef, invoice });
  await regrantBonus(tx, deps, { orderId });
};
