/** The attempt in the tab's storage: foreign or modified content reads as none. */
import { afterEach, expect, test, vi } from 'vitest';
import { freshState, readAttempt, storeAttempt } from './attempt.ts';

const attempt = {
  state: 'ab'.repeat(16),
  userId: 'usr_kofi',
  appName: 'stateside',
  termsVersion: '2026-11-23',
  inThisTab: false,
};

function aTab(): Map<string, string> {
  const items = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  return items;
}

afterEach(() => void vi.unstubAllGlobals());

test('a stored attempt is read, once and until it is removed', () => {
  const items = aTab();
  expect(readAttempt()).toBeNull();
  expect(storeAttempt(attempt)).toBe(true);
  expect(readAttempt()).toEqual(attempt);
  storeAttempt(null);
  expect([readAttempt(), items.size]).toEqual([null, 0]);
});

test.each(['{', '{}', 'null', '"x"', JSON.stringify({ ...attempt, state: 'short' })])(
  '%s is not an attempt',
  (text) => {
    const items = aTab();
    items.set('factiivAttempt', text);
    expect(readAttempt()).toBeNull();
  },
);

test('a browser without storage does not block connecting', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new Error('blocked');
    },
  });
  expect([storeAttempt(attempt), readAttempt()]).toEqual([false, null]);
});

test('each attempt has its own 128 random bits', () => {
  const states = new Set(Array.from({ length: 100 }, freshState));
  expect(states.size).toBe(100);
  for (const state of states) expect(state).toMatch(/^[\da-f]{32}$/);
});
