/**
 * Applies coupons to an invoice: a percentage or an amount, split over the eligible lines so that the parts
 * add up.
 */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { addIntervals } from './calendar.ts';

type Owner = { customer: string; subscription?: string; invoice?: string };
export type SentDiscount = { coupon?: string | undefined; discount?: string | undefined };

/** Redeems coupons into discounts, or reuses existing discounts. Returns their ids. */
export function redeem(call: Call, sent: SentDiscount[] | null | undefined, owner: Owner): string[] {
  return (sent ?? []).map(({ coupon: couponId, discount: discountId }, at) => {
    const path = `discounts[${at}]`;
    if ((couponId === undefined) === (discountId === undefined))
      throw invalidRequest(`You must pass exactly one of coupon or discount in ${path}.`, { param: path });
    if (discountId !== undefined) {
      if (call.world.store.find('discount', discountId) === null)
        throw noSuch('discount', discountId, `${path}[discount]`);
      return discountId;
    }
    return redeemCoupon(call, couponId ?? '', owner, `${path}[coupon]`).id;
  });
}

function redeemCoupon(call: Call, id: string, owner: Owner, param: string): Stripe.Discount {
  const { store } = call.world;
  const coupon = store.find('coupon', id);
  if (coupon === null) throw noSuch('coupon', id, param);
  const now = nowSeconds(call.world);
  if (coupon.redeem_by !== null && coupon.redeem_by < now)
    throw invalidRequest(`Coupon expired: ${id}`, { code: 'coupon_expired', param });
  if (!coupon.valid)
    throw invalidRequest(`This coupon is no longer valid: ${id}`, { code: 'coupon_expired', param });
  const used = coupon.times_redeemed + 1;
  store.save('coupon', {
    ...coupon,
    times_redeemed: used,
    valid: coupon.max_redemptions === null || used < coupon.max_redemptions,
  });
  const discount: Stripe.Discount = {
    id: stripeId('di'),
    object: 'discount',
    checkout_session: null,
    customer: owner.customer,
    customer_account: null,
    end:
      coupon.duration === 'repeating'
        ? addIntervals(now, { interval: 'month', interval_count: 1 }, coupon.duration_in_months ?? 1)
        : null,
    invoice: owner.invoice ?? null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: id, type: 'coupon' },
    start: now,
    subscription: owner.subscription ?? null,
    subscription_item: null,
  };
  store.insert('discount', discount, null);
  if (owner.subscription !== undefined) emit(call, 'customer.discount.created', discount);
  return discount;
}

/** The subscription's discounts that are valid at a time. A `once` coupon is valid for one invoice only. */
export function holdingDiscounts(call: Call, ids: readonly string[], at: number): string[] {
  return ids.filter((id) => {
    const end = call.world.store.find('discount', id)?.end ?? null;
    return end === null || end > at;
  });
}

export const isForOnce = (call: Call, discountId: string): boolean =>
  couponOf(call, discountId)?.duration === 'once';

function couponOf(call: Call, discountId: string): Stripe.Coupon | null {
  const discount = call.world.store.find('discount', discountId);
  return discount === null ? null : call.world.store.find('coupon', idOf(discount.source.coupon) ?? '');
}

/** Applies each discount to what the previous ones left, and records it on every line. */
export function discounted(
  call: Call,
  lines: Stripe.InvoiceLineItem[],
  discounts: readonly string[],
): Stripe.InvoiceLineItem[] {
  let result: Stripe.InvoiceLineItem[] = lines.map((line) => ({ ...line, discount_amounts: [] }));
  for (const id of discounts) {
    const coupon = couponOf(call, id);
    if (coupon === null) continue;
    const { products } = call.world.store.secretsOf('coupon', coupon.id);
    const rests = result.map((line) => (isTouched(line, products) ? restOf(line) : 0));
    const shares = sharesOf(rests, coupon);
    result = result.map((line, at) =>
      rests[at] === 0
        ? line
        : {
            ...line,
            discount_amounts: [...(line.discount_amounts ?? []), { amount: shares[at] ?? 0, discount: id }],
          },
    );
  }
  return result;
}

export const discountOn = (line: Stripe.InvoiceLineItem): number =>
  (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

const restOf = (line: Stripe.InvoiceLineItem): number => Math.max(line.amount - discountOn(line), 0);

const isTouched = (
  { discountable, pricing }: Stripe.InvoiceLineItem,
  products: readonly string[] | null,
): boolean => discountable && (products === null || products.includes(pricing?.price_details?.product ?? ''));

/** The whole discount is rounded once. The remainder goes to the first lines, one cent each. */
function sharesOf(rests: number[], { percent_off: percent, amount_off: amount }: Stripe.Coupon): number[] {
  const total = rests.reduce((sum, rest) => sum + rest, 0);
  const taken = percent === null ? Math.min(amount ?? 0, total) : Math.round((total * percent) / 100);
  if (total === 0) return rests.map(() => 0);
  const shares = rests.map((rest) => Math.floor((rest * taken) / total));
  let over = taken - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, at) => {
    if (over === 0 || share >= (rests[at] ?? 0)) return share;
    over -= 1;
    return share + 1;
  });
}
