/** The policy of each kind of page, directive by directive. */
import { expect, test } from 'vitest';
import { type PolicySettings, pageHeaders } from './security-headers.ts';

const live: PolicySettings = { sandboxOrigin: null, developing: false };
const sandboxed: PolicySettings = { sandboxOrigin: 'http://127.0.0.1:3001', developing: false };

/** Returns the policy of a page as a map from directive to sources. */
const policy = (path: string, settings = live): Record<string, string> => {
  const text = pageHeaders(path, { nonce: 'abc' }, settings)['content-security-policy'] ?? '';
  return Object.fromEntries(
    text.split('; ').map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  );
};

test('a shared public page lists its scripts by hash, and a module may load our own files', () => {
  const hashed = pageHeaders('/products', { hashes: ['one', 'two'] }, live);
  expect(hashed['content-security-policy']).toContain(
    "; script-src 'self' 'sha256-one' 'sha256-two'; style-src 'self'; ",
  );
  expect(hashed['content-security-policy']).not.toMatch(/unsafe|nonce|stripe/);
  expect(hashed['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(hashed['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600');
});

test('a private page runs scripts by nonce only and reaches only our own origin', () => {
  const rules = policy('/products');
  // In Firefox this directive covers only prefetch. Everything else has a separate directive.
  expect(rules['default-src']).toBe("'self'");
  for (const rule of ['child-src', 'media-src', 'object-src', 'worker-src'])
    expect(rules[rule], rule).toBe("'none'");
  expect(rules['script-src']).toBe("'nonce-abc' 'strict-dynamic'");
  expect(rules['connect-src']).toBe("'self'");
  expect(rules['frame-src']).toBeUndefined();
  expect(rules['require-trusted-types-for']).toBe("'script'");
  expect(JSON.stringify(rules)).not.toContain('unsafe');
  expect(JSON.stringify(rules)).not.toContain('stripe');
});

test('a payment page may reach the processor and still runs no inline script', () => {
  const rules = policy('/checkout');
  expect(rules['default-src']).toBe("'none'");
  expect(rules['script-src']).toBe(
    "'nonce-abc' 'strict-dynamic' https://js.stripe.com https://*.js.stripe.com",
  );
  expect(rules['frame-src']).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
  expect(rules['connect-src']).toBe("'self' https://api.stripe.com");
  expect(rules['script-src']).not.toContain('unsafe');
});

test('with the sandbox a payment page may reach the sandbox and not the processor', () => {
  const rules = policy('/checkout', sandboxed);
  expect(rules['frame-src']).toBe('http://127.0.0.1:3001');
  expect(JSON.stringify(rules)).not.toContain('stripe.com');
});

test('Trusted Types are enforced on public pages, and report-only on payment pages', () => {
  expect(policy('/products')['trusted-types']).toBe('shop-blog');
  expect(policy('/checkout')['require-trusted-types-for']).toBeUndefined();
  const reported = pageHeaders('/checkout', { nonce: 'abc' }, live)['content-security-policy-report-only'];
  expect(reported).toBe(
    "require-trusted-types-for 'script'; trusted-types shop-blog; report-to csp; report-uri /api/csp-report",
  );
});

test('every policy has a report address', () => {
  for (const path of ['/products', '/checkout', '/payment-successful']) {
    expect(policy(path)).toMatchObject({ 'report-to': 'csp', 'report-uri': '/api/csp-report' });
    expect(pageHeaders(path, { nonce: 'abc' }, live)['reporting-endpoints']).toBe('csp="/api/csp-report"');
  }
});

for (const [path, kind, expected] of [
  [
    '/products',
    'public',
    { 'cache-control': 'private, no-cache', 'referrer-policy': 'strict-origin-when-cross-origin' },
  ],
  [
    '/checkout',
    'payment',
    { 'x-robots-tag': 'noindex', 'cross-origin-opener-policy': 'same-origin-allow-popups' },
  ],
  [
    '/profile',
    'personal payment',
    {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
  ],
  [
    '/connect/factiiv',
    'returning',
    {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'unsafe-none',
    },
  ],
  [
    '/profile/reports',
    'personal',
    { 'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin' },
  ],
  [
    '/payment-successful',
    'private',
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  ],
] as const) {
  test(`a ${kind} page has all headers`, () => {
    expect(pageHeaders(path, { nonce: 'abc' }, live)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      ...expected,
    });
  });
}
