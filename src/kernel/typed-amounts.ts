/**
 * Parses amounts of US dollars as people type them: `12.50`, `12,50`, `1,250`, `$1,250.00`, `1.250,00`. The
 * only such parser: the console, imported files, commands, and the shop use it. Ambiguous input is rejected,
 * never guessed.
 */
import { type Cents, cents } from './money.ts';

export type AmountProblem = 'empty' | 'zero' | 'ambiguous' | 'decimals' | 'invalid';
export type TypedAmount =
  | { kind: 'amount'; amount: Cents }
  | { [Problem in AmountProblem]: { kind: Problem } }[AmountProblem];

/** The message for each problem. A caller that accepts an empty text or zero never shows the first two. */
export const amountProblems: Record<AmountProblem, string> = {
  empty: 'Enter an amount such as 12.50',
  zero: 'Enter an amount above 0',
  ambiguous: 'Write 12.50 or 1,250',
  decimals: 'An amount has at most two decimals',
  invalid: 'Enter an amount such as 12.50',
};

const longestText = 40;

/** One separator before one or two digits is the decimal separator, whether a point or a comma. */
const oneSeparator = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;
/**
 * Thousands with commas, spaces, or apostrophes: `1,250`, `1 250,50`, `1'250.50`. The separators must agree,
 * and differ from the decimal one.
 */
const grouped = /^([1-9]\d{0,2}(?:([, '])\d{3})(?:\2\d{3}){0,3})(?:(?!\2)[.,](\d{1,2}))?$/;
/** Thousands with points need a decimal comma or a second point: `1.250` alone means 1.25 to some people. */
const groupedByPoints = /^([1-9]\d{0,2}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/;
/** From 100,000 on, three digits after one comma are as likely a mistyped decimal as thousands. */
const slippedCents = /^[1-9]\d{2},\d{3}$/;

export function parseAmount(text: string): TypedAmount {
  const typed = plain(text);
  if (typed === '') return { kind: 'empty' };
  if (typed.length > longestText) return { kind: 'invalid' };
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(typed) || slippedCents.test(typed)) return { kind: 'ambiguous' };
  if (/^\d+[.,]\d{3,}$/.test(typed) && !grouped.test(typed)) return { kind: 'decimals' };
  const [dollars, decimals] = parts(typed);
  if (dollars === undefined) return { kind: 'invalid' };
  const amount = Number(dollars.replaceAll(/\D/g, '')) * 100 + Number((decimals ?? '').padEnd(2, '0'));
  return amount === 0 ? { kind: 'zero' } : { kind: 'amount', amount: cents(amount) };
}

function parts(typed: string): [string | undefined, string | undefined] {
  const match = oneSeparator.exec(typed) ?? groupedByPoints.exec(typed);
  if (match !== null) return [match[1], match[2]];
  const many = grouped.exec(typed);
  return [many?.[1], many?.[3]];
}

/** ASCII digits and separators, without the dollar sign and the spaces around. */
const plain = (text: string): string =>
  text
    .slice(0, 4 * longestText)
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[٫．]/g, '.')
    .replaceAll(/[٬،，]/g, ',')
    .replaceAll('’', "'")
    .replaceAll(/\s/g, ' ')
    .trim()
    .replace(/^(?:US)?[$＄] ?/i, '')
    .replace(/ ?[$＄]$/, '');

/** The digits of each script are ten consecutive code points, from zero to nine. */
function asciiDigit(digit: string): string {
  const folded = digit.normalize('NFKC');
  if (/^\d$/.test(folded)) return folded;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
