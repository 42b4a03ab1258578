/** What stays on one line, what may be broken, and that no text ever changes. */
import { expect, test } from 'vitest';
import { unbroken } from './unbroken.ts';

const wholes = (text: string): string[] => unbroken(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.whole]));

test.each([
  ['Best zero-tax states', ['zero-tax']],
  ['Form 5472 and pro-forma 1120 filing', ['Form 5472', 'pro-forma']],
  ['A C-Corp, or Form SS-4', ['C-Corp', 'Form SS-4']],
  ['See 26 U.S.C. § 6038A, and 26 CFR 301.7701-3.', ['26 U.S.C. § 6038A', '26 CFR 301.7701-3.']],
  ['Wyoming Statutes § 17-29-209, as of 2026', ['§ 17-29-209']],
  ['call +1 (307) 555-0142', ['+1 (307) 555-0142']],
  ['2–6 weeks', ['2–6']],
])('%s', (text, whole) => {
  expect(wholes(text)).toEqual(whole);
});

test.each(['a long compound such as government-to-government', 'https://www.irs.gov/form-ss-4', 'a - b', 'sub-example.com', ''])(
  '%s may be broken',
  (text) => {
    expect(wholes(text)).toEqual([]);
  },
);

test('all pieces together are the text', () => {
  const text = 'C-Corp: 26 U.S.C. § 6038A(b) – see “zero-tax” (Form W-8BEN-E), pro-forma';
  expect(
    unbroken(text)
      .map((piece) => (typeof piece === 'string' ? piece : piece.whole))
      .join(''),
  ).toBe(text);
});
