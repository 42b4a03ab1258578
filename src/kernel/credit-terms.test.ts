/** The published terms of the Net 30 account: halves, due days and the bonus, at their borders. */
import { expect, test } from 'vitest';
import { creditTerms, dueDate, halves, onTimeBonus } from './credit-terms.ts';
import { cents } from './money.ts';

for (const [total, atOnce, whenDone] of [
  [34_901, 17_451, 17_450],
  [34_900, 17_450, 17_450],
  [1, 1, 0],
  [0, 0, 0],
] as const) {
  test(`an order of ${total} cents is invoiced as ${atOnce} and ${whenDone}`, () => {
    expect(halves(cents(total))).toEqual([atOnce, whenDone]);
  });
}

for (const [issuedOn, due] of [
  ['2027-03-01', '2027-03-31'],
  ['2027-01-31', '2027-03-02'],
  ['2028-01-30', '2028-02-29'],
  ['2026-12-15', '2027-01-14'],
] as const) {
  test(`an invoice of ${issuedOn} is due on ${due}`, () => {
    expect(dueDate(issuedOn)).toBe(due);
  });
}

test('the bonus is ten percent, rounded half up, and stops at the end of the scale', () => {
  expect(onTimeBonus(cents(31_895), creditTerms.firstLimit)).toBe(3_190);
  expect(onTimeBonus(cents(500_000), cents(4_980_000))).toBe(20_000);
  expect(onTimeBonus(cents(500_000), creditTerms.highestLimit)).toBe(0);
});
