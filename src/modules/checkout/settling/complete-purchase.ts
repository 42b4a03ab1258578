/**
 * What follows when the invoice of an order is paid: coupon spent, cart closed, work begun, invoice issued, receipt on its way, an account
 * for a guest. All in the caller's transaction, which holds cart, order and invoice; so it happens once, however many bring the news.
 */
import { freshId } from '#kernel/ids.ts';
import * as links from '#modules/accounts/links/service.ts';
import type { Purpose } from '#modules/accounts/links/rules.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as carts from '#modules/carts/close.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/service.ts';
import { receiptEmail } from '#modules/mail/emails/receipt.ts';
import * as mail from '#modules/mail/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as settled from '#modules/orders/settlement-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { OrderPaid } from '#platform/settlement.ts';

/** Throws `order_not_payable` for an order that cannot become a sale. */
export async function completePurchase(tx: Tx, deps: Deps, { invoiceId, orderId, now }: OrderPaid): Promise<void> {
  const order = await settled.lockForSettlement(tx, orderId);
  if (order === null) throw new Error(`order ${orderId} is not there`);
  const items = await settled.itemsSold(tx, orderId);
  const accepted = orderRules.next(order.status, 'accept');
  const status = orderRules.isCompleteWhenPaid(items) ? orderRules.next(accepted, 'complete') : accepted;
  const discountCode = await spendCode(tx, order, now);
  if (order.cartId !== null) await carts.close(tx, { cartId: order.cartId, productIds: items.map(({ productId }) => productId), now });
  const account = order.userId === null ? await accountFor(tx, deps, order, now) : null;
  const userId = order.userId ?? account?.userId ?? null;
  const effects = order.userId === null ? (['receipt', 'account'] as const) : (['receipt'] as const);
  const isFirst = await orders.markAccepted(tx, order.id, { status, userId, effects, now });
  await audit.record(tx, deps, ...(account === null ? [] : [account.auditEntry]), ...paidEntry(order));
  const invoiceNumber = await invoices.issuePaid(tx, { invoiceId, order, items, discountCode, now });
  const receipt = isFirst ? [receiptOf(deps, { order, items, discountCode, invoiceId, invoiceNumber, now })] : [];
  await mail.queueAll(tx, deps, [...receipt, ...(account === null ? [] : [account.invitation])]);
}

/** Answers the code, for the receipt. A payment that succeeds although its order's use was given back takes the use again, if there is one. */
async function spendCode(tx: Tx, order: orders.Order, now: Date): Promise<string | null> {
  if (order.discount === 0) return null;
  const redemption = await coupons.redemptionOf(tx, order.id);
  if (redemption?.state === 'released')
    await coupons.reserve(tx, { couponId: redemption.couponId, orderId: order.id, client: null, email: null, now });
  return coupons.consume(tx, order.id, now);
}

type Sold = {
  order: orders.Order;
  items: orders.OrderItem[];
  discountCode: string | null;
  invoiceId: string;
  invoiceNumber: string;
  now: Date;
};

const receiptOf = ({ publicOrigin }: Deps, { order, items, discountCode, invoiceId, invoiceNumber, now }: Sold): mail.EmailDraft => ({
  kind: 'receipt',
  orderId: order.id,
  to: order.billing.email,
  language: order.language,
  attachedDocument: invoiceId,
  email: receiptEmail({
    order: { ...order, number: orderRules.orderNumber(order.number), paidAt: now, discountCode },
    invoice: { number: invoiceNumber, address: `${publicOrigin}/invoices/${invoiceId}` },
    items: items.map((item) => ({ ...item, renewal: orderRules.renewalOf(item) })),
    publicOrigin,
  }),
});

/** One for each payment or refund; a free order moves none. */
const paidEntry = ({ id, total }: orders.Order): audit.AuditEntry[] =>
  total > 0 ? [{ actorId: null, action: 'order_paid', object: id, detail: { amountCents: total } }] : [];

/** Whose the order is from now on, the email with the link to a password, and what the audit log says of it. */
type GuestAccount = { userId: string; invitation: mail.EmailDraft; auditEntry: audit.AuditEntry };

/**
 * The account of somebody who bought without one. Whoever reads the mails of the address may enter it; nobody else learns anything, and an account
 * whose owner has confirmed the address is left alone (decision 0014). Null when the order waits for its owner to log in. The caller queues the email and records the audit entry.
 * The person's row is locked last, after cart, order and payment: nobody who holds it waits for an order that is not paid yet.
 */
async function accountFor(
  tx: Tx,
  deps: Deps,
  { billing, language }: Pick<orders.Order, 'billing' | 'language'>,
  now: Date,
): Promise<GuestAccount | null> {
  const email = normaliseEmail(billing.email);
  const details = {
    first_name: billing.firstName,
    last_name: billing.lastName,
    phone: billing.phone,
    address: billing.addressLine1,
    city: '',
    country: billing.country,
    language,
  };
  // Nobody has shown yet that the address is theirs, so what was typed at a registration goes, its password and its links: a stranger who
  // registered somebody else's address must not come to see what that person buys. The link of an earlier order gives way to the new one.
  const known = await users.startUnclaimedAnew(tx, email, details, now);
  const id = freshId('usr');
  const isNew = known === null && (await users.insert(tx, { id, email, user_name: '', password_hash: null, ...details }, now));
  // Where nothing could be inserted, the address is taken, or somebody else's order has just made the account.
  const userId = isNew ? id : (known ?? (await users.startUnclaimedAnew(tx, email, details, now)));
  if (userId === null) return null;
  const inUse: Purpose[] = isNew ? [] : ['confirm_email', 'reset_password', 'set_password'];
  const unclaimed = { role: 'customer', password_hash: null, email_confirmed_at: null } as const;
  const invitation = await links.make(tx, deps, { id: userId, email, first_name: details.first_name, ...unclaimed }, 'set_password', inUse);
  return {
    userId,
    invitation: { ...invitation, language },
    auditEntry: { actorId: null, action: isNew ? 'account_made' : 'registration_replaced', object: userId },
  };
}
