/** A save never silently overwrites another user's change. */
import { describe, expect, test } from 'vitest';
import { merge } from './merge.ts';

const before = { name: 'Kofi', city: 'Accra', tags: ['vip'] };

describe('two changes of one record', () => {
  test('in different fields are both preserved', () => {
    const { merged, clashes } = merge(before, { ...before, city: 'Tema' }, { ...before, name: 'Kwame' });
    expect(merged).toEqual({ name: 'Kwame', city: 'Tema', tags: ['vip'] });
    expect(clashes).toEqual([]);
  });

  test('in the same field are a conflict, with the original value', () => {
    const { merged, clashes } = merge(before, { ...before, city: 'Tema' }, { ...before, city: 'Kumasi' });
    expect(clashes).toEqual([{ name: 'city', before: 'Accra', theirs: 'Tema', mine: 'Kumasi' }]);
    expect(merged.city).toBe('Kumasi');
  });

  test('to the same value are no conflict', () => {
    const both = { ...before, tags: ['vip', 'late'] };
    expect(merge(before, both, { ...both })).toEqual({ merged: both, clashes: [] });
  });
});
