/**
 * The page that takes a response stops listening right away, and the page that sent it still receives the
 * confirmation.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passAnswer, listenForAnswer } from './pass-answer.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a response is accepted by one page, which stops listening', async () => {
  // An error in a message handler would be an uncaught exception, which fails the test run.
  const stop = listenForAnswer((query) => {
    stop();
    return new URLSearchParams(query).get('state');
  });
  expect(await passAnswer('?state=abc', 'abc')).toBe(true);
});
