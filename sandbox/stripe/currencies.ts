/** Supported currencies, and the smallest and largest payment in each, in the smallest unit. */
import { invalidRequest } from './http/errors.ts';
import type { Field } from './http/parameters.ts';
import { text } from './http/parameters.ts';

const smallestAmounts: Record<string, number> = {
  usd: 50,
  eur: 50,
  cad: 50,
  aud: 50,
  nzd: 50,
  chf: 50,
  sgd: 50,
  brl: 50,
  inr: 50,
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  czk: 1_500,
  huf: 17_500,
  ron: 200,
  bgn: 100,
  hkd: 400,
  mxn: 1_000,
  myr: 200,
  thb: 1_000,
  aed: 200,
  jpy: 50,
  ngn: 50,
  ghs: 50,
  kes: 50,
  zar: 50,
};
const largestAmount = 99_999_999;

/** A three-letter code, converted to lowercase. */
export const currency: Field<string> = {
  read: (raw, path) => {
    const code = text().read(raw, path).toLowerCase();
    if (!Object.hasOwn(smallestAmounts, code)) {
      throw invalidRequest(
        `Invalid currency: ${code}. This sandbox takes ${Object.keys(smallestAmounts).join(', ')}.`,
        { param: path },
      );
    }
    return code;
  },
};

const inWords = (amount: number, code: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code.toUpperCase() }).format(
    code === 'jpy' ? amount : amount / 100,
  );

export const moneyInWords = inWords;

/** The smallest amount that can be charged to a card. */
export const leastAmount = (code: string): number => smallestAmounts[code] ?? 50;

export function checkAmount(amount: number, code: string): void {
  const least = leastAmount(code);
  if (amount < least) {
    throw invalidRequest(`Amount must be at least ${inWords(least, code)} ${code}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > largestAmount) {
    throw invalidRequest(`Amount must be no more than ${inWords(largestAmount, code)} ${code}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}
