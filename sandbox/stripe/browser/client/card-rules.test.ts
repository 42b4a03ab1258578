/** Formatting of a card while it is typed, pasted, and corrected, and its validation errors. */
import { describe, expect, test } from 'vitest';
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  cvcLengthFor,
  formatCvc,
  formatExpiry,
  formatNumber,
  passesLuhn,
  readExpiry,
} from './card-rules.ts';

const today = new Date(2026, 10, 21);

describe('a number is shown in groups', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['42424242424242429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
  ] as const) {
    test(`${typed || 'nothing'} as ${shown || 'nothing'}`, () => expect(formatNumber(typed)).toBe(shown));
  }
});

describe('a date is shown as MM / YY', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['123', '12 / 3'],
    ['1234', '12 / 34'],
    ['12/34', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['2034-12', '12 / 34'],
    ['1/30', '01 / 30'],
    ['12 / 345', '12 / 34'],
  ] as const) {
    test(`${typed || 'nothing'} as ${shown || 'nothing'}`, () => expect(formatExpiry(typed)).toBe(shown));
  }
  test('and its separator can be deleted', () => expect(formatExpiry('12 /', true)).toBe('12'));
});

describe('a number', () => {
  test('that stops early is incomplete', () => {
    for (const number of ['', '4242', '4242 4242 4242 424', '3782 822463 1000'])
      expect(checkNumber(number)?.message).toBe('Your card number is incomplete.');
  });
  test('that fails its check digit is invalid', () =>
    expect(checkNumber('4242 4242 4242 4241')?.message).toBe('Your card number is invalid.'));
  test('of every brand of test card passes', () => {
    for (const number of [
      '4242424242424242',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '6011111111111117',
      '3566002020360505',
      '30569309025904',
      '6200000000000005',
    ]) {
      expect(checkNumber(number)).toBe(null);
    }
  });
  test('identifies its brand and the length of its security code', () => {
    expect([brandOf('4'), brandOf('55'), brandOf('37'), brandOf('6011'), brandOf('9')]).toEqual([
      'visa',
      'mastercard',
      'amex',
      'discover',
      'unknown',
    ]);
    expect([
      cvcLengthFor('4242'),
      cvcLengthFor('3782'),
      formatCvc('12345', '4242'),
      formatCvc('12345', '37'),
      formatCvc('1a2b', ''),
    ]).toEqual([3, 4, '123', '1234', '12']);
  });
  test('that is empty is incomplete', () => expect(passesLuhn('')).toBe(false));
});

describe('a date', () => {
  for (const [typed, message] of [
    ['', "Your card's expiration date is incomplete."],
    ['12 / ', "Your card's expiration date is incomplete."],
    ['00 / 30', "Your card's expiration date is incomplete."],
    ['12 / 25', "Your card's expiration year is in the past."],
    ['10 / 26', "Your card's expiration date is in the past."],
    ['12 / 99', "Your card's expiration year is invalid."],
    ['11 / 26', null],
    ['01 / 27', null],
  ] as const) {
    test(`${typed || 'left empty'} on 21 November 2026: ${message ?? 'is good'}`, () =>
      expect(checkExpiry(typed, today)?.message ?? null).toBe(message));
  }
  test('is read as a month and a whole year', () =>
    expect(readExpiry('04 / 31')).toEqual({ month: 4, year: 2031 }));
});

test('a security code has as many digits as its brand asks for', () => {
  expect(checkCvc('12', '4242')?.message).toBe("Your card's security code is incomplete.");
  expect(checkCvc('123', '4242')).toBe(null);
  expect(checkCvc('123', '3782')?.code).toBe('incomplete_cvc');
});
