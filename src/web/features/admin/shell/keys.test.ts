/** Keyboard shortcuts: single keys and two-key sequences. */
import { afterEach, describe, expect, test } from 'vitest';
import { type KeyAct, actionOf, offer, offeredKeys } from './keys.ts';

const stroke = (key: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...more,
});
const act = (keys: string): KeyAct => ({ keys, says: keys, group: 'Anywhere', run: () => undefined });

const taken: (() => void)[] = [];
const have = (...keys: string[]) => taken.push(offer(keys.map(act)));
afterEach(() => {
  for (const takeBack of taken.splice(0)) takeBack();
});

describe('a keystroke', () => {
  test('triggers an offered action, and nothing else', () => {
    have('r', '?');
    expect(actionOf(stroke('r'), 0)?.keys).toBe('r');
    expect(actionOf(stroke('?'), 0)?.keys).toBe('?');
    expect(actionOf(stroke('R'), 0)).toBeNull();
    expect(actionOf(stroke('r', { ctrlKey: true }), 0)).toBeNull();
    expect(actionOf(stroke('r', { altKey: true }), 0)).toBeNull();
  });

  test('with Ctrl or Command is one action', () => {
    have('Mod+k', 'k');
    expect(actionOf(stroke('k', { ctrlKey: true }), 0)?.keys).toBe('Mod+k');
    expect(actionOf(stroke('k', { metaKey: true }), 0)?.keys).toBe('Mod+k');
    expect(actionOf(stroke('k'), 0)?.keys).toBe('k');
  });

  test('after g navigates, for a short time', () => {
    have('g o', 'o');
    expect(actionOf(stroke('g'), 0)).toBeNull();
    expect(actionOf(stroke('o'), 1_000)?.keys).toBe('g o');
    expect(actionOf(stroke('g'), 2_000)).toBeNull();
    expect(actionOf(stroke('o'), 3_300)?.keys).toBe('o');
  });

  test('after g and another key acts on its own again', () => {
    have('g o', 'r');
    actionOf(stroke('g'), 0);
    expect(actionOf(stroke('r'), 10)?.keys).toBe('r');
    expect(actionOf(stroke('o'), 20)).toBeNull();
  });
});

test('goes to the newest handler first, until that is removed', () => {
  have('e');
  const takeBack = offer([{ ...act('e'), says: 'the newer' }]);
  expect(actionOf(stroke('e'), 0)?.says).toBe('the newer');
  takeBack();
  expect(actionOf(stroke('e'), 0)?.says).toBe('e');
  expect(offeredKeys()).toHaveLength(1);
});
