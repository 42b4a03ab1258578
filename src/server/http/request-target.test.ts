/** The path used for limits and admission is the path that the router uses. */
import fc from 'fast-check';
import { getPath } from 'hono/utils/url';
import { describe, expect, test } from 'vitest';
import { importanceOf } from '#platform/admission.ts';
import { pathOf } from './request-target.ts';

const read = (url: string, ...hosts: string[]) =>
  pathOf({ url, headersDistinct: { host: hosts.length === 0 ? ['shop.example'] : hosts } });

describe('a path called by machines has one spelling', () => {
  test.each([
    '/api/webhooks/../auth/login',
    '/api/webhooks/./stripe',
    '/api/webhooks/%2e%2e/auth/login',
    '/api/webhooks/.%2E/auth/login',
    '/api/webhooks\\..\\auth\\login',
    '/%61pi/webhooks/stripe',
    '/a%70i/auth/login',
    '/API/webhooks/stripe',
    '//api/auth/login',
    '/api/auth/log%69n',
    '/api/carts/%41',
    '/x/../healthz',
    '/health%7a',
    '/readyz/',
    '/READYZ',
    '/api/products#top',
    '/api/carts/é',
    '/api/carts/{id}',
    'http://shop.example/api/products',
    '*',
    'api/products',
    '',
  ])('%s is rejected', (url) => expect(read(url)).toBeNull());

  test.each([
    ['/api/webhooks/stripe', '/api/webhooks/stripe'],
    ['/api/products?search=../x%2e', '/api/products'],
    ['/api/carts/pending/ama%40example.com', '/api/carts/pending/ama%40example.com'],
    ['/api/coupons/by-code/CAF%C3%89%20%2F%25', '/api/coupons/by-code/CAF%C3%89%20%2F%25'],
    ['/api/coupons/by-code/WELCOME10', '/api/coupons/by-code/WELCOME10'],
    ['/healthz?probe=1', '/healthz'],
  ])('%s is accepted', (url, path) => expect(read(url)).toBe(path));
});

test('pages may have other spellings, because they redirect to the canonical one, but lead nowhere else', () => {
  for (const path of ['/%66aq', '/Products/', '//blogs', '/blogs/caf%C3%A9', '/%ff'])
    expect(read(path)).toBe(path);
  for (const path of ['/blogs/../faq', '/%2e%2e/faq', '/..', '/assets/%2E%2e/x'])
    expect(read(path)).toBeNull();
});

test('a request names one valid host', () => {
  for (const hosts of [['shop.example:3000'], ['127.0.0.1:3000'], ['[::1]:3000'], ['web_1']])
    expect(read('/faq', ...hosts)).toBe('/faq');
  for (const hosts of [
    ['a', 'b'],
    ['a', 'a'],
    ['a/api'],
    ['é/api/x'],
    ['a?'],
    ['a#'],
    ['user@a'],
    ['a b'],
    [''],
  ])
    expect(read('/faq', ...hosts), String(hosts)).toBeNull();
  for (const url of ['/faq', '/api/products', '/readyz/', '/readyz?x'])
    expect(pathOf({ url, headersDistinct: {} })).toBeNull();
  for (const url of ['/healthz', '/readyz']) expect(pathOf({ url, headersDistinct: {} })).toBe(url);
});

test('every accepted request has the importance of its route', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '\\',
      '%25',
      '%',
      '?',
      '#',
      ';',
      '%61',
      'A',
      'x',
      '%c3%a9',
      '%ff',
    ],
    ...[
      'api',
      '%61pi',
      'webhooks',
      'stripe',
      'payments',
      'carts',
      'orders',
      'payment-status',
      'healthz',
      'readyz',
      'auth/login',
    ],
  );
  const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
  fc.assert(
    fc.property(target, fc.constantFrom('GET', 'POST', 'PUT'), (url, method) => {
      const path = read(url);
      if (path === null) return;
      const routed = getPath(new Request(`http://shop.example${url}`));
      expect(importanceOf(method, path)).toBe(importanceOf(method, routed));
    }),
    { numRuns: 20_000 },
  );
});
