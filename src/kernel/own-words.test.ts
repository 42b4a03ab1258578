/** A replacement text has exactly the placeholders of the built-in text. */
import { describe, expect, test } from 'vitest';
import { placesIn, wrongWithOwnWords } from './own-words.ts';

test('the places of a text are its names and what its plurals count', () => {
  expect(placesIn('Order {number}: {total}, {number}')).toEqual(['number', 'total']);
  expect(placesIn('{late, plural, one {# invoice} other {# invoices}} past due.')).toEqual(['late']);
  expect(placesIn('Hello,')).toEqual([]);
});

describe('a text of an operator', () => {
  test.each([
    ['Order {number}', 'Your order {number}, thank you ({number})', null],
    ['Hello,', 'Good day,', null],
    ['Order {number}', 'Your order', '{number} is missing: our text has it, so yours must'],
    ['Order {number}', 'Order {nubmer} {number}', '{nubmer} stands for nothing: there is {number}'],
    ['Hello,', 'Hello {firstName},', '{firstName} stands for nothing: this text has no places'],
    ['Order {number}', 'Order {number} {', 'A { or } stands alone'],
    ['Order {number}', 'Order {{number}}', 'A { or } stands alone'],
    ['Order {number}', 'Order {number, plural, other {x}}', expect.stringContaining('stands for nothing')],
  ])('in place of %s: %s', (ours, theirs, wrong) => {
    expect(wrongWithOwnWords(ours, theirs)).toEqual(wrong);
  });
});
