/** Domain labels, decoded as the platform encodes them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from './punycode.ts';

test.each([
  ['mnchen-3ya', 'münchen'],
  ['kse-und-brot-gcb', 'käse-und-brot'],
  ['p1ai', 'рф'],
  ['fiqs8s', '中国'],
  ['4gbrim', 'موقع'],
  ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
])('%s is %s', (label, characters) => expect(decodePunycode(label)).toBe(characters));

test.each(['x', '99999999', 'mnchen-3y!', 'b-'])('%s decodes to no letter beyond ASCII', (label) => {
  expect(/[^\x20-\x7e]/.test(decodePunycode(label) ?? '')).toBe(false);
});

test('every label that the platform encodes decodes to itself', () => {
  const characters = fc.string({ unit: fc.constantFrom(...'aübçдй中文あ한שع'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(characters, (text) => {
      fc.pre(URL.canParse(`http://${text}.example`));
      const [label = ''] = new URL(`http://${text}.example`).hostname.split('.');
      if (label.startsWith('xn--')) expect(decodePunycode(label.slice(4))).toBe(text.normalize('NFC'));
    }),
  );
});
