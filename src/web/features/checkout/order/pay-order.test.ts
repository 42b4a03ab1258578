/** The key identifies a guest's browser as one holder of an order's link. */
import { expect, test } from 'vitest';
import { keyOfOrder } from './pay-order.ts';

const [one, other] = ['ord_1234567890123456789012', 'ord_2222222222222222222222'];

function aStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

test('an order keeps its key across reloads, and another order has another one', () => {
  const storage = aStorage();
  const key = keyOfOrder(storage, one);
  expect(key).toMatch(/^[\w-]{16,64}$/);
  expect(keyOfOrder(storage, one)).toBe(key);
  expect(keyOfOrder(storage, other)).not.toBe(key);
});

test('without storage, or with invalid content in it, there is a key anyway', () => {
  const storage = aStorage();
  storage.setItem('stateside.orderKey', `${one} <script>`);
  for (const stored of [storage, null]) expect(keyOfOrder(stored, one)).toMatch(/^[\w-]{16,64}$/);
});
