/** Builds the receipt email of a paid order, with its invoice. */
import { receiptEmail } from '#modules/mail/emails/receipt.ts';
import { senderOf } from '#modules/mail/sender.ts';
import type * as mail from '#modules/mail/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import type * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';

export type Sold = {
  order: orders.Order;
  items: orders.OrderItem[];
  discountCode: string | null;
  invoiceId: string;
  invoiceNumber: string;
  paidAt: Date;
};

export const receiptOf = (
  deps: Deps,
  { order, items, discountCode, invoiceId, invoiceNumber, paidAt }: Sold,
): mail.EmailDraft => ({
  kind: 'receipt',
  orderId: order.id,
  to: order.billing.email,
  language: order.language,
  attachedDocument: invoiceId,
  email: receiptEmail({
    order: { ...order, number: orderRules.orderNumber(order.number), paidAt, discountCode },
    invoice: { number: invoiceNumber, address: `${deps.publicOrigin}/invoices/${invoiceId}` },
    items: items.map((item) => ({ ...item, renewal: orderRules.renewalOf(item) })),
    ...senderOf(deps),
  }),
});
