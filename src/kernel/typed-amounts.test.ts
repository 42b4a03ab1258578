/** Amounts as people type them, in many countries. */
import { describe, expect, test } from 'vitest';
import { cents, formatMoney } from './money.ts';
import { parseAmount } from './typed-amounts.ts';

describe('an amount', () => {
  test.each([
    ['12.50', 1_250],
    ['12,50', 1_250],
    ['84,5', 8_450],
    ['1,250', 125_000],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    [' 12.50 ', 1_250],
    ['\u00a012.50\u00a0', 1_250],
    ['$12.50', 1_250],
    ['$ 1,049.05', 104_905],
    ['US$1,234.50', 123_450],
    ['12,50 $', 1_250],
    ['0.01', 1],
    ['0,5', 50],
    ['007', 700],
    ['12', 1_200],
    ['1250', 125_000],
    ['1 250,50', 125_050],
    ['1\u202f250', 125_000],
    ['1’250.50', 125_050],
    ['12,345,678', 1_234_567_800],
    ['1.250.000', 125_000_000],
    ['1.250.000,5', 125_000_050],
    ['750,501.00', 75_050_100],
    ['99,999', 9_999_900],
    ['١٢٫٥٠', 1_250],
    ['۱٬۲۵۰', 125_000],
    ['१२.५', 1_250],
    ['１２．５０', 1_250],
    ['\u200f12.50', 1_250],
  ] as const)('%j is %j cents', (text, amount) => {
    expect(parseAmount(text)).toEqual({ kind: 'amount', amount });
  });

  test.each([
    ['1.250', 'ambiguous'],
    ['12.505', 'ambiguous'],
    ['750,501', 'ambiguous'],
    ['0.345', 'decimals'],
    ['1250,501', 'decimals'],
    ['12.5000', 'decimals'],
    ['0,125', 'decimals'],
    ['0', 'zero'],
    ['0,00', 'zero'],
    ['$0.00', 'zero'],
    ['', 'empty'],
    [' \u00a0 ', 'empty'],
    ['$', 'empty'],
    ['-5', 'invalid'],
    ['−5', 'invalid'],
    ['+5', 'invalid'],
    ['1e3', 'invalid'],
    ['0x10', 'invalid'],
    ['12,5,0', 'invalid'],
    ['1.2.3', 'invalid'],
    ['1,25.000', 'invalid'],
    ['1,250,00', 'invalid'],
    ['1.250.00', 'invalid'],
    ['1,250,50.00', 'invalid'],
    ['12 50', 'invalid'],
    ['12.', 'invalid'],
    ['.5', 'invalid'],
    ['12.50 €', 'invalid'],
    ['ten', 'invalid'],
    ['Infinity', 'invalid'],
    ['1²', 'invalid'],
    ['9'.repeat(400), 'invalid'],
  ] as const)('%j is rejected as %s', (text, kind) => {
    expect(parseAmount(text)).toEqual({ kind });
  });

  test('every amount survives formatting and parsing', () => {
    for (const amount of [1, 50, 1_250, 125_000, 99_999_99, 75_050_100, 100_000_000_00])
      expect(parseAmount(formatMoney(cents(amount)))).toEqual({ kind: 'amount', amount });
  });
});
