/** A stored discount has a type that the rules know. */
import { discountTypes } from '#kernel/discount-types.ts';
import { expect, test } from 'vitest';
import { isDiscountType } from './stored-fields.ts';

test('only the types of the contract are types', () => {
  expect(discountTypes.every(isDiscountType)).toBe(true);
  expect(['percentage', 'fixed_amount', 'free', '', undefined].map(isDiscountType)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});
