/**
 * Looking a discount code up, and what it takes off renewals. Nothing is counted here: a use is taken when an order is placed, and there
 * too it is judged whether this customer may use it.
 */
import { couponCode } from '#kernel/coupon-code.ts';
import { discountOnRenewal, type Line } from '#kernel/discounts.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, toDollars, zero } from '#kernel/money.ts';
import type * as contract from '#contract/coupons.ts';
import type { Handled } from '#contract/endpoint.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { assertUsable, type Coupon } from './rules.ts';
import * as store from './store.ts';

type Answer = Handled<typeof contract.readCouponByCode>;
type Conditions = Omit<Answer, 'amount' | 'discountType' | 'usageLimit' | 'usedCount' | 'expiryDate'>;

export async function readByCode({ db, clock }: Deps, code: string): Promise<Answer> {
  const coupon = await store.findByCode(db, couponCode(code));
  if (!coupon) throw new DomainError('coupon_invalid');
  assertUsable(coupon, clock.now());
  return {
    amount: coupon.discount.kind === 'fixed_amount' ? toDollars(coupon.discount.amount) : coupon.discount.basisPoints / 100,
    discountType: coupon.discount.kind,
    usageLimit: coupon.usageLimit,
    usedCount: coupon.usedCount,
    expiryDate: coupon.expiresAt.toISOString(),
    ...conditionsOf(coupon),
  };
}

/** Only those that there are. */
const conditionsOf = ({
  startsAt,
  minimumSpend,
  usesPerCustomer,
  productIds,
  isFirstOrderOnly,
  subscriptionPeriods,
}: Coupon): Conditions => ({
  ...(startsAt === null ? {} : { startDate: startsAt.toISOString() }),
  ...(minimumSpend === null ? {} : { minimumSpend }),
  ...(usesPerCustomer === null ? {} : { usesPerCustomer }),
  ...(productIds === null ? {} : { productIds: [...productIds] }),
  ...(isFirstOrderOnly ? { firstOrderOnly: true } : {}),
  ...(subscriptionPeriods === 'every' ? { subscriptionPeriods } : {}),
});

/**
 * What the code of an order takes off each renewal of one of its subscriptions, in cents: nothing where there was no code, or where it is
 * for the first period only. `lines`: what the order held. `renewal`: the product, with what its next period costs without a code.
 */
export async function renewalDiscount(db: Database | Tx, orderId: string, renewal: Line, lines: readonly Line[]): Promise<Cents> {
  const coupon = await store.findOfOrder(db, orderId);
  return coupon === null ? zero : discountOnRenewal(renewal, lines, coupon);
}
