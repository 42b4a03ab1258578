/** The published terms of the Net 30 account: halves, due days, and the bonus, at their limits. */
import { expect, test } from 'vitest';
import {
  creditTerms,
  defaultSchedule,
  dueDate,
  halves,
  isOnTime,
  isPastDue,
  lateBucket,
  onTimeBonus,
  potentialLimit,
  reminderAt,
} from './credit-terms.ts';
import { cents } from './money.ts';

const { firstLimit, bonusBasisPoints } = defaultSchedule;

for (const [total, onOrder, whenDone] of [
  [34_901, 17_451, 17_450],
  [34_900, 17_450, 17_450],
  [1, 1, 0],
  [0, 0, 0],
] as const) {
  test(`an order of ${total} cents is invoiced as ${onOrder} and ${whenDone}`, () => {
    expect(halves(cents(total))).toEqual([onOrder, whenDone]);
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
  expect(onTimeBonus(cents(31_895), firstLimit, bonusBasisPoints)).toBe(3_190);
  expect(onTimeBonus(cents(500_000), cents(4_980_000), bonusBasisPoints)).toBe(20_000);
  expect(onTimeBonus(cents(500_000), creditTerms.highestLimit, bonusBasisPoints)).toBe(0);
});

/** Due day, then each limit one millisecond before and exactly at it. */
for (const [issuedOn, due, lastMoment, frozenFrom] of [
  ['2027-01-01', '2027-01-31', '2027-01-31T23:59:59.999Z', '2027-02-01T00:00:00.000Z'],
  ['2027-01-30', '2027-03-01', '2027-03-01T23:59:59.999Z', '2027-03-02T00:00:00.000Z'],
  ['2028-01-29', '2028-02-28', '2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00.000Z'],
  ['2028-01-30', '2028-02-29', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z'],
  ['2028-02-29', '2028-03-30', '2028-03-30T23:59:59.999Z', '2028-03-31T00:00:00.000Z'],
  ['2026-12-01', '2026-12-31', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ['2026-12-02', '2027-01-01', '2027-01-01T23:59:59.999Z', '2027-01-02T00:00:00.000Z'],
  // Clocks change in the United States on 2027-03-14 and in Europe on 2027-03-28; UTC days are not affected.
  ['2027-02-26', '2027-03-28', '2027-03-28T23:59:59.999Z', '2027-03-29T00:00:00.000Z'],
] as const) {
  test(`an invoice of ${issuedOn}: on time until ${lastMoment}, frozen from ${frozenFrom}`, () => {
    expect(dueDate(issuedOn)).toBe(due);
    expect([isOnTime(new Date(lastMoment), due), isPastDue(due, new Date(lastMoment))]).toEqual([
      true,
      false,
    ]);
    expect([isOnTime(new Date(frozenFrom), due), isPastDue(due, new Date(frozenFrom))]).toEqual([
      false,
      true,
    ]);
  });
}

for (const [today, day] of [
  ['2027-12-24', null],
  ['2027-12-25', -7],
  ['2027-12-31', -7],
  ['2028-01-01', 0],
  ['2028-01-02', 1],
  ['2028-01-07', 1],
  ['2028-01-08', 7],
  ['2028-01-15', 7],
  ['2028-01-16', 15],
  ['2028-01-30', 15],
  ['2028-01-31', 30],
  ['2028-03-31', 30],
] as const) {
  test(`on ${today} an invoice that is due on 2028-01-01 is at reminder ${day}`, () => {
    expect(reminderAt('2028-01-01', new Date(`${today}T12:00:00Z`), defaultSchedule)).toBe(day);
  });
}

for (const [today, bucket] of [
  ['2027-12-31', 0],
  ['2028-01-31', 0],
  ['2028-02-01', 31],
  ['2028-03-01', 31],
  ['2028-03-02', 61],
  ['2028-03-31', 61],
  ['2028-04-01', 91],
] as const) {
  test(`on ${today} an invoice that was due on 2028-01-01 is in the bucket ${bucket}`, () => {
    expect(lateBucket('2028-01-01', new Date(`${today}T00:00:00Z`))).toBe(bucket);
  });
}

test('a limit rises to the end of the gauge and not above it', () => {
  expect(potentialLimit(cents(4_975_000), cents(25_000))).toBe(5_000_000);
  expect(potentialLimit(cents(4_975_001), cents(25_000))).toBeNull();
});
