/** Lists the handlers of each settlement, in order. They run in the transaction that settles the money. */
import { boosterCanBeGiven, raiseLimit } from '#modules/boosters/handlers.ts';
import { disputeHasMoved, refundHasMoved } from '#modules/checkout/settling/after-sale.ts';
import { completePurchase } from '#modules/checkout/settling/complete-purchase.ts';
import { applyCreditCustomer, applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { creditDisputeMoved, creditHalfPaid, creditRefundMoved } from '#modules/credit/handlers.ts';
import { emailPayment } from '#modules/credit/invoices/emails.ts';
import { applyCardSetup } from '#modules/subscriptions/by-link.ts';
import { applyCustomer, applyInvoice, applySubscription } from '#modules/subscriptions/follow.ts';
import {
  reportDispute,
  reportRefund,
  reportRenewal,
  reportSale,
} from '#modules/credit-reporting/handlers.ts';
import { extendSubscription, issueRenewal } from '#modules/subscriptions/renewals.ts';
import { finishAfterRefund } from '#modules/fulfillment/cancel-sale.ts';
import { startSubscriptions } from '#modules/subscriptions/sale.ts';
import type { SettlementHandlers } from '#modules/shared/settlement.ts';

export const settlementHandlers: SettlementHandlers = {
  /** Boosters: money for a limit that can no longer rise is refunded. */
  canBeGiven: { booster: boosterCanBeGiven },
  invoicePaid: {
    /**
     * Checkout: redeem the coupon, close the cart, issue the invoice, queue the receipt. Reporting: queue the
     * sale for Factiiv.
     */
    order: [completePurchase, startSubscriptions, reportSale],
    /** Checkout: as above, with nothing left to fulfill. Boosters: raise the limit. */
    booster: [completePurchase, raiseLimit],
    /** Subscriptions: mark the period as paid, issue the invoice, queue the receipt. */
    renewal: [extendSubscription, issueRenewal, reportRenewal],
  },
  /** Credit: restore the available credit, end a freeze, grant the bonus, queue the receipt. */
  halfPaid: [creditHalfPaid, emailPayment],
  /**
   * Checkout: issue or void the credit note, add to the order's history, notify the customer. Credit: update
   * the ledger. Fulfillment: close a canceled Net 30 order that waited for the refund.
   */
  refundMoved: [refundHasMoved, creditRefundMoved, reportRefund, finishAfterRefund],
  /** Checkout: add to the order's history and notify the customer. Credit: the paid amount is owed again. */
  disputeMoved: [disputeHasMoved, creditDisputeMoved, reportDispute],
  /** Subscriptions: apply what the processor charges automatically. */
  follow: {
    subscription: applySubscription,
    invoice: [applyInvoice, applyCreditInvoice],
    customer: [applyCustomer, applyCreditCustomer],
    setup: applyCardSetup,
  },
};
