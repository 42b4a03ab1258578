/** Who acts when money has settled something, in the transaction in which it did. Read from top to bottom, that is the order. */
import { boosterCanBeGiven, raiseLimit } from '#modules/boosters/handlers.ts';
import { disputeHasMoved, refundHasMoved } from '#modules/checkout/settling/after-sale.ts';
import { completePurchase } from '#modules/checkout/settling/complete-purchase.ts';
import { applyCreditCustomer, applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { creditDisputeMoved, creditHalfPaid, creditRefundMoved } from '#modules/credit/handlers.ts';
import { tellOfPayment } from '#modules/credit/invoices/emails.ts';
import { applyCardSetup } from '#modules/subscriptions/by-link.ts';
import { applyCustomer, applyInvoice, applySubscription } from '#modules/subscriptions/follow.ts';
import { reportDispute, reportRefund, reportRenewal, reportSale } from '#modules/credit-reporting/handlers.ts';
import { extendSubscription, issueRenewal } from '#modules/subscriptions/renewals.ts';
import { finishAfterRefund } from '#modules/fulfilment/cancel-sale.ts';
import { startSubscriptions } from '#modules/subscriptions/sale.ts';
import type { SettlementHandlers } from '#platform/settlement.ts';

export const settlementHandlers: SettlementHandlers = {
  /** Boosters: a limit that cannot rise any more sends the money back. */
  canBeGiven: { booster: boosterCanBeGiven },
  invoicePaid: {
    /** Checkout: the coupon is spent, the cart closed, the invoice issued, the receipt on its way. Reporting: it is queued for Factiiv. */
    order: [completePurchase, startSubscriptions, reportSale],
    /** Checkout: as above, and nothing is left to do. Boosters: the limit rises. */
    booster: [completePurchase, raiseLimit],
    /** Subscriptions: the period counts as paid; the invoice is issued, the receipt on its way. */
    renewal: [extendSubscription, issueRenewal, reportRenewal],
  },
  /** Credit: what was owed is available again, a freeze ends, the bonus is given; the receipt is on its way. */
  halfPaid: [creditHalfPaid, tellOfPayment],
  /** Checkout: the credit note is issued or voided, the order's history grows, the customer is told. Credit: the ledger follows. Fulfillment: a canceled order on Net 30 that waited for it is closed. */
  refundMoved: [refundHasMoved, creditRefundMoved, reportRefund, finishAfterRefund],
  /** Checkout: the order's history grows, the customer is told. Credit: what was paid is owed again. */
  disputeMoved: [disputeHasMoved, creditDisputeMoved, reportDispute],
  /** Subscriptions: what the processor charges by itself. */
  follow: {
    subscription: applySubscription,
    invoice: [applyInvoice, applyCreditInvoice],
    customer: [applyCustomer, applyCreditCustomer],
    setup: applyCardSetup,
  },
};
