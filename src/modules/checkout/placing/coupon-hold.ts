/**
 * Coupon uses held by unpaid orders. A hold expires some time after the order was last touched, so unpaid
 * orders cannot block a code. Each client and each email address can hold only a few.
 */
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as couponRules from '#modules/coupons/rules.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/store.ts';
import { readPast } from '#modules/orders/earlier-orders-store.ts';
import * as waiting from '#modules/orders/overdue-orders-store.ts';
import type * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';

/** `ordersAtMost`: unpaid orders with a coupon per client and per email address; 0 means no limit. */
export type HoldRules = { holdMinutes: number; ordersAtMost: number };

export const defaultHolds: HoldRules = { holdMinutes: 30, ordersAtMost: 3 };

type HoldRequest = {
  coupon: couponRules.Coupon;
  orderId: string;
  userId: string | null;
  email: string;
  total: number;
  now: Date;
};

/**
 * Reserves a coupon use for the order. Returns an error when none is left or this customer may not use it
 * again, and throws `rate_limited` when the buyer holds too many. An order that becomes free needs no hold. A
 * guest is rejected before the typed address is looked up: the response would reveal whether the address has
 * bought before.
 */
export async function hold(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  rules: HoldRules,
  request: HoldRequest,
): Promise<DomainError | null> {
  const needsBuyer = couponRules.needsBuyer(request.coupon);
  if (needsBuyer && request.userId === null) return new DomainError('coupon_needs_log_in');
  const client = currentRequest()?.client ?? null;
  const reserver = {
    client: client === null ? null : keys.mac('throttle', 'coupon_hold_client', client),
    email: keys.mac('throttle', 'coupon_hold_email', normalizeEmail(request.email)),
  };
  if (rules.ordersAtMost > 0 && request.total > 0)
    await requireReservationQuota(tx, rules, reserver, request.now);
  const { coupon, orderId, now } = request;
  const refusal = needsBuyer ? await judgeCustomer(tx, request) : null;
  if (refusal !== null) return refusal;
  // The conditional update decides, not the check before it: of fifty concurrent buyers, one gets the last
  // use.
  const isTaken = await coupons.reserve(tx, { ...reserver, couponId: coupon.id, orderId, now });
  return isTaken ? null : new DomainError('coupon_exhausted');
}

/**
 * Holds a lock until the transaction ends; otherwise two concurrent purchases of one customer could both
 * count as the first.
 */
async function judgeCustomer(tx: Tx, { coupon, orderId, userId }: HoldRequest): Promise<DomainError | null> {
  const customer = await customerOf(tx, userId);
  await coupons.lockCustomer(tx, customer);
  return couponRules.refusalFor(coupon, await readPast(tx, customer, { couponId: coupon.id, orderId }));
}

/** The account and its confirmed address. The address typed into the order may be a stranger's. */
async function customerOf(tx: Tx, userId: string | null): Promise<coupons.CouponCustomer> {
  const user = userId === null ? undefined : await users.find(tx, userId);
  return user === undefined ? { userIds: [], emails: [] } : { userIds: [user.id], emails: [user.email] };
}

async function requireReservationQuota(
  tx: Tx,
  { holdMinutes, ordersAtMost }: HoldRules,
  reserver: coupons.Reserver,
  now: Date,
): Promise<void> {
  const holdMs = holdMinutes * 60_000;
  await coupons.lockReserver(tx, reserver);
  for (const by of ['client', 'email'] as const) {
    const reserverId = reserver[by];
    if (reserverId === null) continue;
    const held = await coupons.holdsSince(tx, by, reserverId, new Date(now.getTime() - holdMs));
    const [oldest] = held.slice(-ordersAtMost);
    if (oldest === undefined || held.length < ordersAtMost) continue;
    // A later one may have been placed before this one got the lock.
    const waitSeconds = Math.max(
      1,
      Math.ceil(Math.min(holdMs, oldest.getTime() + holdMs - now.getTime()) / 1_000),
    );
    throw new RateLimited(
      waitSeconds,
      worded('You have {count} unpaid orders with a discount code. Pay one of them, or try again {wait}', {
        count: held.length,
      }),
    );
  }
}

/**
 * Reserves the coupon use again for a buyer who returns to an order that has lost it. Returns false when the
 * use is taken, the code has ended, or the customer has used it in another order. The order then costs its
 * subtotal. The caller must lock the order.
 */
export async function reserveAgain(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  rules: HoldRules,
  order: orders.Order,
  now: Date,
): Promise<boolean> {
  const redemption = order.discount === 0 ? null : await coupons.redemptionOf(tx, order.id);
  if (redemption?.state !== 'released') return true;
  const { id: orderId, userId, total, billing } = order;
  const coupon = await coupons.findOfOrder(tx, orderId);
  const refusal =
    coupon && (await hold(tx, deps, rules, { coupon, orderId, userId, email: billing.email, total, now }));
  if (refusal === null) return true;
  await coupons.deleteReleased(tx, orderId);
  await waiting.dropDiscount(tx, orderId);
  await invoices.repriceDraft(tx, orderId, order.subtotal);
  return false;
}
