/** Page addresses: each page has one, and the address decides what the page may load. */
import { expect, test } from 'vitest';
import { addressIn } from '#kernel/page-languages.ts';
import {
  canonicalPath,
  isConsolePath,
  isHiddenPath,
  isPaymentPath,
  isPrivatePath,
  isSharedPath,
  sharedAddress,
} from './pages.ts';

const addresses = [
  ['/', '/'],
  ['/products', '/products'],
  ['/Products/', '/products'],
  ['//evil.example/', '/evil.example'],
  ['/blogs///a-post', '/blogs/a-post'],
  ['//', '/'],
  ['/pro%66ile', '/profile'],
  ['/%52%45set%2Dpassword/', '/reset-password'],
  ['/a%5fb%7E%2e%30%39', '/a_b~.09'],
  ['/Invoices//inv_aB%43-_/', '/invoices/inv_aBC-_'],
  ['/Credit-Notes/cn_aB%43-_/', '/credit-notes/cn_aBC-_'],
  ['/INVOICES/', '/invoices'],
  ['/Admin/', '/admin'],
  ['/ADMIN//orders/ord_aB%43-_/', '/admin/orders/ord_aBC-_'],
  ['/blogs%2Fa-post', '/blogs%2fa-post'],
  ['/%2561%25', '/%2561%25'],
  ['/%5B%60%7B%40%3A%2F%20', '/%5b%60%7b%40%3a%2f%20'],
] as const;

for (const [address, canonical] of addresses) {
  test(`the canonical address of ${address} is ${canonical}`, () => {
    expect(canonicalPath(address)).toBe(canonical);
    expect(canonicalPath(canonical)).toBe(canonical);
  });
}

test('only pages with a card form may reach the processor', () => {
  expect(
    ['/checkout', '/Checkout/', '/chec%6bout', '/booster-checkout', '/profile'].every(isPaymentPath),
  ).toBe(true);
  expect(['/', '/products', '/checkout/more', '/payment-successful'].some(isPaymentPath)).toBe(false);
});

test('pages with a token, an order or an invoice in their address are private', () => {
  expect(
    ['/invoices/inv_aBc', '/credit-notes/cn_aBc', '/Invoices/inv_aBc/', '/%49nvoices/x'].every(isPrivatePath),
  ).toBe(true);
  expect(['/invoices', '/credit-notes', '/blogs/invoices'].some(isPrivatePath)).toBe(false);
  expect(
    ['/payment-successful', '/payment/success', '/reset-password', '/pro%66ile'].every(isPrivatePath),
  ).toBe(true);
  expect(
    ['/profile/credit', '/profile/credit/statements/2026-10', '/profile/reports'].every(isPrivatePath),
  ).toBe(true);
  expect(['/', '/checkout', '/login'].some(isPrivatePath)).toBe(false);
});

test('every console address is private and hidden, and no others', () => {
  const ofConsole = [
    '/admin',
    '/admin/',
    '/Admin',
    '/admin/orders',
    '/admin/orders/ord_aBc',
    '/adm%69n/money',
  ];
  expect(ofConsole.every((path) => isPrivatePath(path) && isHiddenPath(path))).toBe(true);
  expect(['/admin', '/admin/orders', '/Admin/x'].every(isConsolePath)).toBe(true);
  expect(
    ['/administration', '/blogs/admin', '/admin-orders'].some(
      (path) => isPrivatePath(path) || isConsolePath(path),
    ),
  ).toBe(false);
});

test('the checkout has a Spanish address, which pays like the English one, and no Arabic one', () => {
  expect([addressIn('es', '/checkout?cartId=x'), addressIn('ar', '/checkout')]).toEqual([
    '/es/checkout?cartId=x',
    null,
  ]);
  expect(['/es/checkout', '/ar/checkout'].map(isPaymentPath)).toEqual([true, false]);
  expect(isHiddenPath('/es/checkout')).toBe(true);
});

test('a translated page is shared as the English one is, under its own address', () => {
  expect(
    ['/es/products', '/ar/products/ein-filing', '/es/faq', '/es/admin', '/es/profile'].map(isSharedPath),
  ).toEqual([true, true, false, false, false]);
  expect(sharedAddress('/es/products', new URLSearchParams('utm_source=x'))).toBe('/es/products');
  expect(['/es/products', '/ar/products'].some(isHiddenPath)).toBe(false);
});
