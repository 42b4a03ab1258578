/** What the server's copy of a cart stores, what a purchase sends, and what a restored cart contains. */
import { expect, test } from 'vitest';
import { BillingForm } from '#contract/billing.ts';
import { CartDraft } from '#contract/carts.ts';
import { PurchaseBody } from '#contract/checkout.ts';
import { cents } from '#kernel/money.ts';
import { type CartProduct, emptyBilling } from '#web/features/cart/cart.ts';
import { countries, countryCode } from '#web/ui/fields/countries.ts';
import { contentOf } from '#web/features/checkout/purchase/content.ts';
import { isUsedUp, restored } from '#web/features/cart/restore-cart.ts';
import { draftOf } from './save-cart.ts';

const ein: CartProduct = {
  id: 'ein-filing',
  name: 'EIN filing',
  priceCents: cents(14_950),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: '/products/ein-filing.svg',
};
const billing = {
  ...emptyBilling,
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: 'kofi@example.com',
  confirmEmail: 'kofi@example.com',
  phoneNumber: '+233 24 123 4567',
  address: '12 Ring Road, Accra',
  country: 'GH',
};
const discount = { code: 'WELCOME10', discountType: 'percentage', amount: 10 } as const;
const cartId = 'cart_1234567890123456789012';

test('nothing is saved without a product or any billing value', () => {
  expect(draftOf({ cartProducts: [], billingDetails: billing, discount: null })).toBeNull();
  expect(draftOf({ cartProducts: [ein], billingDetails: emptyBilling, discount: null })).toBeNull();
  expect(
    draftOf({ cartProducts: [ein], billingDetails: { ...emptyBilling, firstName: '  ' }, discount: null }),
  ).toBeNull();
});

test('a half-filled form is saved, and the server accepts it', () => {
  const draft = draftOf({
    cartProducts: [ein],
    billingDetails: { ...emptyBilling, email: 'kofi@' },
    discount,
  });
  expect(draft).toMatchObject({
    email: 'kofi@',
    productIds: ['ein-filing'],
    discountCode: 'WELCOME10',
    cartAmount: 149.5,
  });
  expect(CartDraft.safeParse(draft).success).toBe(true);
});

test('the language of the page is saved with the cart', () => {
  const cart = { cartProducts: [ein], billingDetails: billing, discount };
  expect([draftOf(cart)?.language, draftOf(cart, 'es')?.language]).toEqual(['en', 'es']);
  expect(CartDraft.safeParse(draftOf(cart, 'es')).success).toBe(true);
});

test("a purchase sends the shown total and the contract's fields, and nothing else", () => {
  const content = contentOf({ cartProducts: [ein], discount, cartId }, billing);
  expect(content.expectedTotal).toBe(134.55);
  expect(content.billingDetails).not.toHaveProperty('confirmEmail');
  expect(PurchaseBody.safeParse(content).success).toBe(true);
});

test('a stored cart is restored with its e-mail confirmed and its country as a code', () => {
  const product = {
    ...ein,
    price: 149.5,
    subscriptionPrice: null,
    subscriptionPeriod: null,
    productBenefits: [],
  };
  const cart = {
    id: cartId,
    status: 'abandoned',
    email: 'kofi@example.com',
    country: 'Ghana',
    discountCode: 'WELCOME10',
  } as const;
  const restoredCart = restored({
    ...cart,
    cartItems: [{ product }, { product: { ...product, id: 'visa', price: null } }],
  });
  expect(restoredCart.products).toEqual([ein]);
  expect(restoredCart.billing).toMatchObject({
    email: 'kofi@example.com',
    confirmEmail: 'kofi@example.com',
    country: 'GH',
    firstName: '',
  });
  expect(restoredCart.discountCode).toBe('WELCOME10');
});

test('only a paid cart is finished', () => {
  const used = (['pending', 'abandoned', 'lost', 'completed', 'recovered'] as const).filter((status) =>
    isUsedUp({ id: cartId, status }),
  );
  expect(used).toEqual(['completed', 'recovered']);
});

test('every country is listed once, by name, with a calling code', () => {
  const list = countries();
  expect(new Set(list.map(({ code }) => code)).size).toBe(247);
  expect(list.find(({ code }) => code === 'NG')).toEqual({
    code: 'NG',
    name: 'Nigeria',
    callingCode: '+234',
  });
  expect([countryCode('nigeria'), countryCode('pk'), countryCode('Atlantis')]).toEqual(['NG', 'PK', '']);
});

test('two different e-mails are rejected immediately, even with other fields missing', () => {
  const messages = (form: object) =>
    BillingForm.safeParse(form).error?.issues.map(({ message }) => message) ?? [];
  expect(messages({ ...billing, address: '', confirmEmail: 'kofi@example.org' })).toEqual([
    'Address is required',
    'Emails must match',
  ]);
  expect(messages({ ...emptyBilling })).toEqual([
    'First name is required',
    'Last name is required',
    'Email is required',
    'Confirm Email is required',
    'Country is required',
    'Phone number is required',
    'Address is required',
  ]);
  expect(messages({ ...billing, email: 'kofi', confirmEmail: 'kofi' })).toEqual([
    'Invalid email',
    'Invalid email',
  ]);
});
