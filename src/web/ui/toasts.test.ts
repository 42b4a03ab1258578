/** The toast list. Their appearance is tested in the browser. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as toasts from './toasts.ts';

const texts = () => toasts.current().map(({ text }) => text);

beforeEach(() => {
  for (const { id } of toasts.current()) toasts.dismiss(id);
});

test('times are those of the specification, and loading stays until dismissed', () => {
  expect(toasts.durationMs).toEqual({ success: 2_000, error: 4_000, message: 4_000, loading: null });
});

test('showing a message returns a function to dismiss it', () => {
  const done = toasts.loading('Working');
  toasts.success('Saved');
  done();
  expect(texts()).toEqual(['Saved']);
});

test('at most twenty messages are shown, and the oldest makes room', () => {
  for (let number = 1; number <= 21; number++) toasts.error(`Message ${number}`);
  expect(texts()).toHaveLength(20);
  expect(texts()[0]).toBe('Message 2');
});

test('a message about a topic replaces the last one about it, and no other', () => {
  toasts.error('Coupon code is invalid', 'discount');
  toasts.success('Product added to cart');
  toasts.success('Coupon applied successfully', 'discount');
  expect(texts()).toEqual(['Product added to cart', 'Coupon applied successfully']);
});

test('listeners get every change until they unsubscribe, and not a dismissal without effect', () => {
  const listener = vi.fn();
  const leave = toasts.subscribe(listener);
  toasts.message('Hello')();
  toasts.dismiss(-1);
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  toasts.message('Unheard');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the server never renders messages', () => {
  toasts.success('Mine');
  expect(toasts.currentOnServer()).toEqual([]);
});
