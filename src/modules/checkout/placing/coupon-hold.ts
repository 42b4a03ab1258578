/**
 * Uses of codes that unpaid orders hold. A use is held for a while from the last touch of the order and then goes back, so that nobody can
 * block a code by not paying; and one client or one email address holds few at a time.
 */
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as couponRules from '#modules/coupons/rules.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/store.ts';
import { readPast } from '#modules/orders/past-store.ts';
import * as waiting from '#modules/orders/waiting-store.ts';
import type * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';

/** `ordersAtMost`: unpaid orders with a code for one client, and for one email address; 0 is without a limit. */
export type HoldRules = { holdMinutes: number; ordersAtMost: number };

export const usualHolds: HoldRules = { holdMinutes: 30, ordersAtMost: 3 };

type Wanted = { coupon: couponRules.Coupon; orderId: string; userId: string | null; email: string; total: number; now: Date };

/**
 * Takes a use of the code for the order. Answers why not: none is left, or this customer may not use it (again). Throws `rate_limited` for a
 * holder of too many; an order that is free at once holds nothing. A guest is refused before anything is read about the typed address: the
 * answer would tell a stranger whether the address has bought before.
 */
export async function hold(tx: Tx, { keys }: Pick<Deps, 'keys'>, rules: HoldRules, wanted: Wanted): Promise<DomainError | null> {
  const asksWhoBuys = couponRules.asksWhoBuys(wanted.coupon);
  if (asksWhoBuys && wanted.userId === null) return new DomainError('coupon_needs_log_in');
  const client = currentRequest()?.client ?? null;
  const holder = {
    client: client === null ? null : keys.mac('throttle', 'coupon_hold_client', client),
    email: keys.mac('throttle', 'coupon_hold_email', normaliseEmail(wanted.email)),
  };
  if (rules.ordersAtMost > 0 && wanted.total > 0) await demandRoom(tx, rules, holder, wanted.now);
  const { coupon, orderId, now } = wanted;
  const refusal = asksWhoBuys ? await judgeCustomer(tx, wanted) : null;
  if (refusal !== null) return refusal;
  // The conditional update decides, not the check before it: of fifty buyers after the last use, one gets it.
  const isTaken = await coupons.reserve(tx, { ...holder, couponId: coupon.id, orderId, now });
  return isTaken ? null : new DomainError('coupon_exhausted');
}

/** Under a lock until the transaction ends, so that two purchases of one customer never both see that there was none before. */
async function judgeCustomer(tx: Tx, { coupon, orderId, userId }: Wanted): Promise<DomainError | null> {
  const customer = await customerOf(tx, userId);
  await coupons.lockCustomer(tx, customer);
  return couponRules.refusalFor(coupon, await readPast(tx, customer, { couponId: coupon.id, orderId }));
}

/** The account and its own address, which its owner has confirmed. The address that is typed into the order may be a stranger's. */
async function customerOf(tx: Tx, userId: string | null): Promise<coupons.CouponCustomer> {
  const own = userId === null ? undefined : await users.find(tx, userId);
  return own === undefined ? { userIds: [], emails: [] } : { userIds: [own.id], emails: [own.email] };
}

async function demandRoom(tx: Tx, { holdMinutes, ordersAtMost }: HoldRules, holder: coupons.Holder, now: Date): Promise<void> {
  const holdMs = holdMinutes * 60_000;
  await coupons.lockHolder(tx, holder);
  for (const by of ['client', 'email'] as const) {
    const who = holder[by];
    if (who === null) continue;
    const held = await coupons.holdsSince(tx, by, who, new Date(now.getTime() - holdMs));
    const [oldest] = held.slice(-ordersAtMost);
    if (oldest === undefined || held.length < ordersAtMost) continue;
    // One that came later may have been placed before this one had the lock.
    const waitSeconds = Math.max(1, Math.ceil(Math.min(holdMs, oldest.getTime() + holdMs - now.getTime()) / 1_000));
    throw new RateLimited(
      waitSeconds,
      worded('You have {count} unpaid orders with a discount code. Pay one of them, or try again {wait}', { count: held.length }),
    );
  }
}

/**
 * For a buyer who comes back to an order whose use was given back: takes it again. False when it went to somebody else, the code has
 * ended, or the same customer has used it up in another order meanwhile: the order then costs its subtotal. Lock the order first.
 */
export async function holdAgain(tx: Tx, deps: Pick<Deps, 'keys'>, rules: HoldRules, order: orders.Order, now: Date): Promise<boolean> {
  const redemption = order.discount === 0 ? null : await coupons.redemptionOf(tx, order.id);
  if (redemption?.state !== 'released') return true;
  const { id: orderId, userId, total, billing } = order;
  const coupon = await coupons.findOfOrder(tx, orderId);
  const refusal = coupon && (await hold(tx, deps, rules, { coupon, orderId, userId, email: billing.email, total, now }));
  if (refusal === null) return true;
  await coupons.forget(tx, orderId);
  await waiting.dropDiscount(tx, orderId);
  await invoices.repriceDraft(tx, orderId, order.subtotal);
  return false;
}
