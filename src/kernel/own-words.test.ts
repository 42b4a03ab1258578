/** A replacement text has exactly the placeholders of the built-in text. */
import { describe, expect, test } from 'vitest';
import { placesIn, problemOfReplacement } from './own-words.ts';

test('the placeholders of a text are its names and its plural counts', () => {
  expect(placesIn('Order {number}: {total}, {number}')).toEqual(['number', 'total']);
  expect(placesIn('{late, plural, one {# invoice} other {# invoices}} past due.')).toEqual(['late']);
  expect(placesIn('Hello,')).toEqual([]);
});

describe('a text of an operator', () => {
  test.each([
    ['Order {number}', 'Your order {number}, thank you ({number})', null],
    ['Hello,', 'Good day,', null],
    ['Order {number}', 'Your order', '{number} is missing. The default text has it, so yours must too'],
    ['Order {number}', 'Order {nubmer} {number}', '{nubmer} is not a placeholder. Use {number}'],
    ['Hello,', 'Hello {firstName},', '{firstName} is not a placeholder. This text has none'],
    ['Order {number}', 'Order {number} {', 'A { or } is unmatched'],
    ['Order {number}', 'Order {{number}}', 'A { or } is unmatched'],
    ['Order {number}', 'Order {number, plural, other {x}}', expect.stringContaining('is not a placeholder')],
  ])('in place of %s: %s', (original, replacement, wrong) => {
    expect(problemOfReplacement(original, replacement)).toEqual(wrong);
  });
});
