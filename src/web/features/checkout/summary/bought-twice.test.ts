/** A cart with a package and one of its parts. */
import { expect, test } from 'vitest';
import { duplicatedParts } from './bought-twice.tsx';

const catalog = [
  { id: 'start', name: 'Start package', includes: ['llc', 'ein'] },
  { id: 'llc', name: 'LLC' },
  { id: 'ein', name: 'EIN filing' },
  { id: 'logo', name: 'Logo' },
];
const cart = (...ids: string[]) => ids.map((id) => ({ id }));

test.each([
  [[], []],
  [['start', 'logo'], []],
  [['llc', 'ein'], []],
  [['ein', 'start'], [{ pack: 'Start package', parts: ['EIN filing'] }]],
  [['start', 'ein', 'llc'], [{ pack: 'Start package', parts: ['LLC', 'EIN filing'] }]],
])('%j', (ids, twice) => {
  expect(duplicatedParts(catalog, cart(...ids))).toEqual(twice);
});
