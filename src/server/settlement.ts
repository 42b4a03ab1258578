/** Who acts when money has settled something, in the transaction in which it did. Read from top to bottom, that is the order. */
import { disputeHasMoved, refundHasMoved } from '#modules/checkout/after-sale.ts';
import { completePurchase } from '#modules/checkout/complete-purchase.ts';
import type { SettlementHandlers } from '#platform/settlement.ts';

export const settlementHandlers: SettlementHandlers = {
  invoicePaid: {
    /** Checkout: the coupon is spent, the cart closed, the invoice issued, the receipt on its way; the work begins. */
    order: [completePurchase],
  },
  /** Checkout: the credit note is issued or voided, the order's history grows, the customer is told. */
  refundMoved: [refundHasMoved],
  /** Checkout: the order's history grows, the customer is told. */
  disputeMoved: [disputeHasMoved],
};
