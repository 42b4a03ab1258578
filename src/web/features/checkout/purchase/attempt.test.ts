/** Which key a purchase attempt uses. */
import { expect, test } from 'vitest';
import { attemptFor, fingerprintOf } from './attempt.ts';
import { freshKey } from '#web/fresh-key.ts';

const content = { productIds: ['ein'], billingDetails: { firstName: 'Kofi' }, expectedTotal: 149.5 };

test('a key is a version 4 UUID and accepted by the server', () => {
  expect(freshKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(freshKey()).not.toBe(freshKey());
});

test('the same content keeps its key and order, so a retry after a decline or a lost response buys once', () => {
  const first = { ...attemptFor(null, content), orderId: 'ord_1234567890123456789012' };
  expect(attemptFor(first, { ...content })).toBe(first);
});

test('changed content is a new attempt', () => {
  const first = attemptFor(null, content);
  const second = attemptFor(first, { ...content, expectedTotal: 134.55 });
  expect(second.key).not.toBe(first.key);
  expect(second.orderId).toBeNull();
});

test('after a paid attempt the same content is a new purchase', () => {
  const paid = { ...attemptFor(null, content), isPaid: true };
  expect(attemptFor(paid, content).key).not.toBe(paid.key);
});

test('a fingerprint distinguishes contents and contains none of them', () => {
  expect(fingerprintOf(content)).not.toBe(fingerprintOf({ ...content, productIds: ['itin'] }));
  expect(fingerprintOf(content)).toMatch(/^[0-9a-f]{16,32}$/);
});
