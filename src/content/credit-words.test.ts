/** Credit texts address the customer on the customer's pages, and describe the customer at the console. */
import { expect, test } from 'vitest';
import { movementSentence, movementWords, staffMovementSentence } from './credit-words.ts';

const kinds = Object.keys(movementWords);
const sentences = (toSentence: typeof movementSentence) =>
  kinds.flatMap((kind) => [true, false, null].map((onTime) => toSentence({ kind, onTime })));

test('no sentence at the console speaks to the customer', () => {
  expect(sentences(movementSentence).filter((text) => /\byou/i.test(text)).length).toBeGreaterThan(4);
  expect(sentences(staffMovementSentence).filter((text) => /\byou/i.test(text))).toEqual([]);
});

test('a payment shows whether it was on time, and a reason precedes the kind', () => {
  expect(staffMovementSentence({ kind: 'paid', onTime: false })).toBe('The customer paid an invoice late.');
  const part = { kind: 'booster_back', onTime: null, reason: 'booster_refunded_in_part' };
  expect(staffMovementSentence(part)).toBe(movementSentence(part));
});
