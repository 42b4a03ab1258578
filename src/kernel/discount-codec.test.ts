/** A discount is the same after it was sent, to the cent and to the basis point. */
import { expect, test } from 'vitest';
import { decodeDiscount, encodeDiscount } from './discount-codec.ts';
import type { Discount } from './discounts.ts';
import { cents } from './money.ts';

test.each<[Discount, object]>([
  [
    { kind: 'fixed_amount', amount: cents(1_999) },
    { discountType: 'fixed_amount', amount: 19.99 },
  ],
  [
    { kind: 'percentage', basisPoints: 1_235 },
    { discountType: 'percentage', amount: 12.35 },
  ],
])('%j is sent as %j', (discount, sent) => {
  expect(encodeDiscount(discount)).toEqual(sent);
  expect(decodeDiscount(encodeDiscount(discount))).toEqual(discount);
});
