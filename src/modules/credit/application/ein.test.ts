/**
 * An EIN at rest: bound to its row, found by its keyed hash, readable after changes of the secret, and
 * unreadable without it.
 */
import { createKeys } from '#platform/keys.ts';
import { expect, test } from 'vitest';
import { indexesOf, openEin, sealEin } from './ein.ts';

const secretOf = (which: string): string =>
  Buffer.from(`${which} secret of a test, long enough for a key`).toString('base64url');
const [oldSecret, newSecret] = [secretOf('an old'), secretOf('a new')];
const before = { keys: createKeys([oldSecret]) };
const after = { keys: createKeys([newSecret], [oldSecret]) };
const row = (id: string, { ein_sealed }: { ein_sealed: string }) => ({ id, ein_sealed });

test('it decrypts completely, and its last four digits reveal nothing else', () => {
  const sealed = sealEin(before, 'com_1', '921234567');
  expect(openEin(before, row('com_1', sealed))).toBe('921234567');
  expect(sealed.ein_last4).toBe('4567');
  expect(`${sealed.ein_sealed} ${sealed.ein_index}`).not.toContain('4567');
  expect(sealEin(before, 'com_1', '921234567').ein_sealed).not.toBe(sealed.ein_sealed);
});

test('any flipped character is detected, and so is a text moved to another row', () => {
  const sealed = sealEin(before, 'com_1', '921234567');
  const text = sealed.ein_sealed;
  for (let index = 0; index < text.length; index += 1) {
    const flipped = text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
    expect(() => openEin(before, { id: 'com_1', ein_sealed: flipped }), flipped).toThrow();
  }
  expect(() => openEin(before, row('com_2', sealed))).toThrow();
  expect(() => openEin(before, { id: 'com_1', ein_sealed: null })).toThrow('has no EIN');
});

test('a rotated secret reads and finds old values; an unrelated secret does neither', () => {
  const sealed = sealEin(before, 'com_1', '921234567');
  expect(openEin(after, row('com_1', sealed))).toBe('921234567');
  expect(indexesOf(after, '921234567')).toContain(sealed.ein_index);
  expect(indexesOf(after, '921234567')[0]).not.toBe(sealed.ein_index);
  const stranger = { keys: createKeys([newSecret]) };
  expect(() => openEin(stranger, row('com_1', sealed))).toThrow();
  expect(indexesOf(stranger, '921234567')).not.toContain(sealed.ein_index);
});
