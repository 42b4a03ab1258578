/** Formats and parses table cells. An empty cell means no value. */
import { toDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';

/** Explains to the author of the file why a cell cannot be read. */
export class CellProblem extends Error {}

type Read<T> = (text: string) => T;

export const readText: Read<string> = (text) => text.trim();

/**
 * Dollars or percent, parsed like the console's fields. Zero is read as 0; the record's validation decides
 * whether it is allowed.
 */
export const readAmount: Read<number | null> = (text) => {
  const typed = parseAmount(text);
  if (typed.kind === 'amount') return toDollars(typed.amount);
  if (typed.kind === 'empty') return null;
  if (typed.kind === 'zero') return 0;
  throw new CellProblem(amountProblems[typed.kind]);
};

export const readInteger: Read<number | null> = (text) => {
  if (text.trim() === '') return null;
  if (!/^\d{1,9}$/.test(text.trim())) throw new CellProblem('Enter a whole number');
  return Number(text.trim());
};

/** Wraps `read` for a required cell. */
export const needed =
  <T>(read: Read<T | null>, message: string): Read<T> =>
  (text) => {
    const value = read(text);
    if (value === null) throw new CellProblem(message);
    return value;
  };

/** One of the given words, in any case; include `''` to allow an empty cell. */
export const readWord =
  <T>(words: Record<string, T>): Read<T> =>
  (text) => {
    const word = text.trim().toLowerCase();
    const value = Object.entries(words).find(([label]) => label.toLowerCase() === word)?.[1];
    if (value !== undefined) return value;
    const allowed = Object.keys(words).filter(Boolean).join(' or ');
    throw new CellProblem(`Enter ${allowed}${'' in words ? ', or leave it empty' : ''}`);
  };

export const yesOrNo = { yes: true, no: false };

/** `2026-11-24 12:00:00`, in UTC; milliseconds only if nonzero. */
export const momentCell = (moment: string): string =>
  moment
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/\.000$|Z$/, '');

export const readMoment: Read<string | null> = (text) => {
  if (text.trim() === '') return null;
  const [, day, minute, rest = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?Z?$/.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${minute}${rest || ':00'}Z`);
  // A `Date` turns 31 February into 3 March, so compare with the input.
  if (day === undefined || Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day))
    throw new CellProblem('Enter the date and time in UTC, for example 2026-12-31 23:59');
  return moment.toISOString();
};

/** One value per line of the cell. */
export const linesCell = (lines: readonly string[]): string => lines.join('\n');
export const readLines: Read<string[]> = (text) =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Sorts addresses, which contain no spaces, so that their order does not matter. */
export const addressesCell = (addresses: readonly string[]): string => addresses.toSorted().join(' ');
export const readAddresses: Read<string[]> = (text) => text.split(/[\s,;]+/).filter(Boolean);
