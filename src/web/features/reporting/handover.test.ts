/** The page that takes an answer stops listening at once, and the page that brought it still hears that it was taken. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handOver, listenForAnswer } from './handover.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an answer is taken by a page that ends its listening as it takes it', async () => {
  // An exception in a message handler would be uncaught, and an uncaught exception fails the run.
  const stop = listenForAnswer((query) => {
    stop();
    return new URLSearchParams(query).get('state');
  });
  expect(await handOver('?state=abc', 'abc')).toBe(true);
});
