/** Parses typed text to the contract's types: dollars, whole numbers, and percentages. Empty text is null. */
import { type Cents, formatMoney, fromDollars, toDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';

/**
 * Replaces a value that cannot be parsed. No schema accepts it, and the form shows its sentence beside the
 * field.
 */
export class Unreadable {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export type TypedValue = number | null | Unreadable;

/** Zero is parsed as 0; the schema decides whether it is allowed. */
export function dollarsTyped(text: string): TypedValue {
  const typed = parseAmount(text);
  if (typed.kind === 'amount') return toDollars(typed.amount);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'zero' ? 0 : new Unreadable(amountProblems[typed.kind]);
}

/** For a required field. */
export const neededDollars = (text: string): Exclude<TypedValue, null> =>
  dollarsTyped(text) ?? new Unreadable(amountProblems.empty);

/** A percentage with up to two decimals and an optional percent sign. */
export const percentTyped = (text: string): Exclude<TypedValue, null> =>
  neededDollars(text.replace(/\s*%\s*$/, ''));

export function parseInteger(text: string): TypedValue {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : new Unreadable('Enter a whole number');
}

export const parseRequiredInteger = (text: string): Exclude<TypedValue, null> =>
  parseInteger(text) ?? new Unreadable('Enter a whole number');

/** The amount for a preview or a button; null if the text is not a valid amount. */
export function centsTyped(text: string): Cents | null {
  const typed = parseAmount(text);
  return typed.kind === 'amount' ? typed.amount : null;
}

/** Formats dollars from the API for a field: `$1,234.50`. */
export const dollarsAsText = (dollars: number | null): string =>
  dollars === null ? '' : formatMoney(fromDollars(dollars));

/** The text of a field after blur: the parsed amount, or the unchanged text if it is invalid. */
export function formattedAmount(text: string): string {
  const amount = centsTyped(text);
  return amount === null ? text : formatMoney(amount);
}
