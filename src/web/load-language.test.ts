/** The page after a payment is shown in its language, or in English if the connection fails. */
import { afterEach, expect, test, vi } from 'vitest';
import { keepLanguageIfReached } from './load-language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const spanish = { language: { code: 'es', texts: {} } };

test.each([
  ['answers', () => Promise.resolve(spanish), spanish],
  ['breaks', () => Promise.reject(new TypeError('Failed to fetch')), { language: null }],
  ['hangs', () => new Promise<never>(() => undefined), { language: null }],
])('with the connection %s', async (_, serverLoader, loaded) => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { lang: 'es' } });
  const loading = keepLanguageIfReached({ serverLoader });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await loading).toEqual(loaded);
});
