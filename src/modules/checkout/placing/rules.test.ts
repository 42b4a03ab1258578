/** Pricing a cart, and recognizing a repeated request. */
import type { Discount } from '#kernel/discounts.ts';
import { cents } from '#kernel/money.ts';
import type { Product } from '#modules/catalog/rules.ts';
import { describe, expect, test } from 'vitest';
import { savesCard, quoteItems, purchaseRequestText } from './rules.ts';

const simple: Product = {
  id: 'ein',
  name: 'EIN filing',
  group: 'tax',
  kind: 'simple',
  price: cents(14_950),
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/x.svg',
  benefits: [],
};
const phone: Product = {
  ...simple,
  id: 'phone',
  kind: 'subscription',
  price: null,
  subscriptionPrice: cents(2_900),
  subscriptionPeriod: 'month',
};
const visa: Product = { ...simple, id: 'visa', price: null };

const code = (discount: Discount, productIds: string[] | null = null) => ({
  discount,
  productIds,
  subscriptionPeriods: 'first' as const,
});

describe('a quote', () => {
  test('charges the price today, or the first period of a subscription', () => {
    expect(quoteItems(['ein', 'phone'], [simple, phone], null)).toMatchObject({
      subtotal: 17_850,
      discount: 0,
      total: 17_850,
    });
    expect(quoteItems(['phone'], [{ ...phone, price: cents(9_900) }], null).total).toBe(9_900);
  });
  test('16: rounds a percentage once, on the subtotal', () => {
    expect(
      quoteItems(
        ['ein', 'phone'],
        [
          { ...simple, price: cents(333) },
          { ...phone, subscriptionPrice: cents(332) },
        ],
        code({ kind: 'percentage', basisPoints: 1_000 }),
      ),
    ).toMatchObject({ subtotal: 665, discount: 67, total: 598 });
  });
  test('applies a discount to the products in scope only', () => {
    const half: Discount = { kind: 'percentage', basisPoints: 5_000 };
    expect(quoteItems(['ein', 'phone'], [simple, phone], code(half, ['phone']))).toMatchObject({
      subtotal: 17_850,
      discount: 1_450,
    });
    const fixed: Discount = { kind: 'fixed_amount', amount: cents(5_000) };
    expect(quoteItems(['ein', 'phone'], [simple, phone], code(fixed, ['phone']))).toMatchObject({
      discount: 2_900,
      total: 14_950,
    });
  });
  test('rejects a product that is no longer sold', () => {
    expect(() => quoteItems(['ein', 'gone'], [simple], null)).toThrow(
      'A product in your cart is no longer available',
    );
  });
  test('rejects a product that needs evaluation', () => {
    expect(() => quoteItems(['visa'], [visa], null)).toThrow(
      'A product in your cart has no fixed price. Please contact us',
    );
  });
  test('rejects a free subscription, which would have no card to renew with', () => {
    expect(() => quoteItems(['phone'], [phone], code({ kind: 'percentage', basisPoints: 10_000 }))).toThrow(
      'A discount code cannot make a subscription free',
    );
    expect(quoteItems(['ein'], [simple], code({ kind: 'percentage', basisPoints: 10_000 })).total).toBe(0);
  });
  test('saves the card only where something renews', () => {
    expect(savesCard(quoteItems(['ein'], [simple], null).items)).toBe(false);
    expect(savesCard(quoteItems(['ein', 'phone'], [simple, phone], null).items)).toBe(true);
  });
});

describe('a request', () => {
  const billing = {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'Kofi@example.com',
    country: 'GH',
    phone: '1',
    addressLine1: '2',
  };
  const purchaseRequest = { productIds: ['a', 'b'], discountCode: null, billing, cartId: null };
  test('is the same for any order of its products and any case of its e-mail', () => {
    expect(
      purchaseRequestText({
        ...purchaseRequest,
        productIds: ['b', 'a'],
        billing: { ...billing, email: 'kofi@EXAMPLE.com' },
      }),
    ).toBe(purchaseRequestText(purchaseRequest));
  });
  test('differs with another product, coupon, cart, or name', () => {
    const others = [
      { ...purchaseRequest, productIds: ['a'] },
      { ...purchaseRequest, discountCode: 'X' },
      { ...purchaseRequest, cartId: 'cart_1' },
      { ...purchaseRequest, billing: { ...billing, firstName: 'Ama' } },
    ];
    expect(new Set([purchaseRequest, ...others].map(purchaseRequestText)).size).toBe(5);
  });
});
