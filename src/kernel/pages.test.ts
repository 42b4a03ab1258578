/** Addresses: each page has one, and where it leads decides what it may reach. */
import { expect, test } from 'vitest';
import { canonicalPath, isPaymentPath, isPrivatePath } from './pages.ts';

const addresses = [
  ['/', '/'],
  ['/products', '/products'],
  ['/Products/', '/products'],
  ['//evil.example/', '/evil.example'],
  ['/blogs///a-post', '/blogs/a-post'],
  ['//', '/'],
] as const;

for (const [asked, canonical] of addresses) {
  test(`the one address of ${asked} is ${canonical}`, () => {
    expect(canonicalPath(asked)).toBe(canonical);
    expect(canonicalPath(canonical)).toBe(canonical);
  });
}

test('only pages with a card form may reach the processor', () => {
  expect(['/checkout', '/Checkout/', '/booster-checkout', '/profile'].every(isPaymentPath)).toBe(true);
  expect(['/', '/products', '/checkout/more', '/payment-successful'].some(isPaymentPath)).toBe(false);
});

test('pages with a token or an order in their address are private', () => {
  expect(['/payment-successful', '/payment/success', '/reset-password'].every(isPrivatePath)).toBe(true);
  expect(['/', '/checkout', '/login'].some(isPrivatePath)).toBe(false);
});
