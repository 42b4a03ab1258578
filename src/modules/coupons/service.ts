/** Looking a discount code up. Nothing is counted here: a use is taken when an order is placed. */
import { DomainError } from '#kernel/errors.ts';
import { toDollars } from '#kernel/money.ts';
import type * as contract from '#contract/coupons.ts';
import type { Handled } from '#contract/endpoint.ts';
import type { Deps } from '#platform/deps.ts';
import { assertUsable, normalise } from './rules.ts';
import * as store from './store.ts';

export async function readByCode({ db, clock }: Deps, code: string): Promise<Handled<typeof contract.readCouponByCode>> {
  const coupon = await store.findByCode(db, normalise(code));
  if (!coupon) throw new DomainError('coupon_invalid');
  assertUsable(coupon, clock.now());
  return {
    amount: coupon.discount.kind === 'fixed_amount' ? toDollars(coupon.discount.amount) : coupon.discount.basisPoints / 100,
    discountType: coupon.discount.kind,
    usageLimit: coupon.usageLimit,
    usedCount: coupon.usedCount,
    expiryDate: coupon.expiresAt.toISOString(),
  };
}
