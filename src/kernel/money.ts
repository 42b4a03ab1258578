/** Money is a whole number of US cents. Dollars exist only on the wire and on the screen. */
import { locale } from './locale.ts';
import { once } from './once.ts';

export type Cents = number & { readonly __unit: 'USD cents' };

/**
 * Marks a whole number as cents. Throws `RangeError` for fractions, NaN and unsafe integers: those are bugs.
 */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`);
  return amount as Cents;
};

export const zero = cents(0);

/** Maximum of one payment, in US cents: eight digits (Stripe's maximum for usd). */
export const largestCharge = cents(99_999_999);

export const add = (...amounts: Cents[]): Cents => cents(amounts.reduce((sum, amount) => sum + amount, 0));

export const subtract = (from: Cents, amount: Cents): Cents => cents(from - amount);

/** A share in basis points (1 % = 100), rounded half up, so the same order always costs the same. */
export const share = (amount: Cents, basisPoints: number): Cents =>
  cents(Math.floor((amount * basisPoints + 5_000) / 10_000));

/** Converts cents to the wire's dollars, a number with at most two decimals. */
export const toDollars = (amount: Cents): number => amount / 100;

/** Converts dollars from the wire to cents; `19.99` is 1999 although 19.99 * 100 is not. */
export const fromDollars = (dollars: number): Cents => cents(Math.round(dollars * 100));

const dollars = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }));

/** Formats money, always with two decimals: `$1,149.50`. */
export const formatMoney = (amount: Cents): string => dollars().format(toDollars(amount));
