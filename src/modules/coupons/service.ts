/**
 * Looks up coupons and computes their discount on renewals. Nothing is reserved here: placing an order
 * reserves a use and checks whether the customer may use the code.
 */
import { couponCode } from '#kernel/coupon-code.ts';
import { encodeDiscount } from '#kernel/discount-codec.ts';
import { discountOnRenewal, type Line, type RenewalLine } from '#kernel/discounts.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, zero } from '#kernel/money.ts';
import type * as contract from '#contract/coupons.ts';
import type { Handled } from '#contract/endpoint.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { assertUsable, type Coupon } from './rules.ts';
import * as store from './store.ts';

type Answer = Handled<typeof contract.readCouponByCode>;
type Conditions = Omit<Answer, 'amount' | 'discountType' | 'usageLimit' | 'usedCount' | 'expiryDate'>;

export async function readByCode({ db, clock }: Deps, code: string): Promise<Answer> {
  const coupon = await store.findByCode(db, couponCode(code));
  if (!coupon) throw new DomainError('coupon_invalid');
  assertUsable(coupon, clock.now());
  return {
    ...encodeDiscount(coupon.discount),
    usageLimit: coupon.usageLimit,
    usedCount: coupon.usedCount,
    expiryDate: coupon.expiresAt.toISOString(),
    ...conditionsOf(coupon),
  };
}

/** Only the conditions that are set. */
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
 * The discount in cents that an order's coupon gives on each renewal of one of its subscriptions. Zero
 * without a coupon, or when it covers only the first period. `lines`: the order's items. `renewal`: the
 * product and its undiscounted price for the next period.
 */
export async function renewalDiscount(
  db: Database | Tx,
  orderId: string,
  renewal: RenewalLine,
  lines: readonly Line[],
): Promise<Cents> {
  const coupon = await store.findOfOrder(db, orderId);
  return coupon === null ? zero : discountOnRenewal(renewal, lines, coupon);
}
