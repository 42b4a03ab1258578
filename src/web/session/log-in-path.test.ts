/** Login from checkout or the console returns there; other return paths are ignored. */
import { describe, expect, test } from 'vitest';
import { logInPath, returnPath } from './log-in-path.ts';

const searchOf = (path: string): string => new URL(path, 'http://shop.example').search;

describe('the log-in link', () => {
  test.each([
    ['/checkout', ''],
    ['/checkout', '?orderId=ord_8sLq-1x'],
    ['/checkout', '?cartId=cart_A_b'],
    ['/booster-checkout', '?boosterId=booster-250'],
    ['/admin', ''],
    ['/admin/orders', '?status=open,paid&view=to-do'],
    ['/admin/orders/ord_8sLq-1x', ''],
  ])('from %s%s returns there', (pathname, search) => {
    expect(returnPath(searchOf(logInPath({ pathname, search })))).toBe(pathname + search);
  });

  test('from a Spanish checkout returns to the checkout, in the language of the log-in', () => {
    expect(returnPath(searchOf(logInPath({ pathname: '/es/checkout', search: '?cartId=cart_A_b' })))).toBe(
      '/checkout?cartId=cart_A_b',
    );
  });

  test('from anywhere else leads to the products', () => {
    expect(logInPath({ pathname: '/faq', search: '?page=2' })).toBe('/login');
    expect(returnPath('')).toBe('/products');
  });

  test.each([
    'https://evil.example/checkout',
    '//evil.example',
    '/checkout//evil.example',
    '/checkout@evil.example',
    '/booster-successful',
    '/admin//evil.example',
    '/admin@evil.example',
    '/administration',
    '/admin?to=https://evil.example',
    '/checkout?to=https://evil.example',
    '/profile',
    'javascript:alert(1)',
    '/checkout\n/faq',
  ])('never leads to %j', (returnTo) => {
    expect(returnPath(`?returnTo=${encodeURIComponent(returnTo)}`)).toBe('/products');
  });
});
