/** Orders that staff place for a customer at today's prices, and the link that lets its holder pay. */
import type * as contract from '#contract/admin/order-acts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import * as users from '#modules/accounts/people/store.ts';
import { place } from '#modules/checkout/placing/place-order.ts';
import { orderLinkEmail } from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { readFacts } from './facts.ts';

type Facts = Handled<typeof contract.staffCreateOrder>;

/**
 * Throws `not_found` if the account is not a customer's, `phone_invalid`, and the purchase errors about
 * products and codes.
 */
export async function createOrder(
  deps: Deps,
  caller: Person,
  { headers, body }: Received<typeof contract.staffCreateOrder>,
): Promise<Facts> {
  const { customerId = null, productIds, couponCode = null, billing } = body;
  if (customerId !== null) await demandCustomer(deps, customerId);
  const placed = await place(deps, {
    userId: customerId,
    key: `console-${headers['idempotency-key']}`,
    shownTotal: undefined,
    purchaseRequest: {
      productIds,
      discountCode: couponCode,
      billing: { ...billing, phone: storedPhone(billing.phone, billing.country) },
      cartId: null,
    },
  });
  // With a new key and no cart, no other order or attempt can be in the way.
  if (!('order' in placed)) throw new DomainError('order_being_paid');
  const { id } = placed.order;
  await deps.db.transaction().execute(async (tx) => {
    const order = await orders.lock(tx, id);
    if (order === null || (await isPlaced(tx, caller.userId, id))) return;
    if (order.status === 'awaiting_payment') await queueLink(tx, deps, order);
    const after = { productIds, customerId, couponCode, totalCents: order.total };
    await audit.recordStaffAct(tx, deps, caller, {
      effectiveId: customerId,
      action: 'order_placed_by_staff',
      object: id,
      after,
    });
  });
  return readFacts(deps, caller, id);
}

/** A repeated request: the order exists and its link was sent. */
const isPlaced = async (tx: Tx, actorId: string, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom('audit_log')
    .select('id')
    .where('object', '=', orderId)
    .where('actor_id', '=', actorId)
    .where('action', '=', 'order_placed_by_staff')
    .executeTakeFirst()) !== undefined;

async function demandCustomer({ db }: Deps, userId: string): Promise<void> {
  const user = await users.find(db, userId);
  if (user?.role !== 'customer' || user.deleted_at !== null)
    throw new DomainError('not_found', 'Customer not found');
}

/** Throws `order_not_found`, or `order_not_payable` if it is not waiting for payment. */
export async function sendLink(deps: Deps, caller: Person, orderId: string): Promise<Facts> {
  await deps.db.transaction().execute(async (tx) => {
    const order = await orders.lock(tx, orderId);
    if (order === null) throw new DomainError('order_not_found');
    if (order.status !== 'awaiting_payment' || order.kind === 'booster')
      throw new DomainError('order_not_payable');
    await queueLink(tx, deps, order);
    await audit.record(tx, deps, { actorId: caller.userId, action: 'order_link_sent', object: orderId });
  });
  return readFacts(deps, caller, orderId);
}

async function queueLink(tx: Tx, deps: Deps, order: orders.Order): Promise<void> {
  const about = {
    number: orderNumber(order.number),
    firstName: order.billing.firstName,
    path: `/checkout?orderId=${order.id}`,
  };
  const email = orderLinkEmail({
    ...about,
    ...senderOf(deps),
    total: order.total,
    items: await orders.items(tx, order.id),
  });
  await mail.queue(tx, deps, { kind: 'order_link', orderId: order.id, to: order.billing.email, email });
}
