/**
 * Parses the order that a visitor enters into the example, from the address or from the form; both use the
 * same parameters.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, formatMoney, zero } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import type { Days, Order } from './example.ts';

export type Problem = { field: keyof Days | 'total'; says: string };
export type ParsedOrder = { order: Order; problem: null } | { order: null; problem: Problem };

/** The query parameters. `total` is always present in a submitted form. */
export const orderFields = ['total', 'ordered', 'done', 'firstPaid', 'secondPaid'] as const;

/** Null without a submitted order. */
export function readOrder(query: URLSearchParams, firstLimit: Cents): ParsedOrder | null {
  if (!query.has('total')) return null;
  const total = readTotal(query.get('total') ?? '', firstLimit);
  if (typeof total === 'string') return { order: null, problem: { field: 'total', says: total } };
  const [ordered, done, firstPaid, secondPaid] = orderFields
    .slice(1)
    .map((field) => query.get(field) ?? '') as [string, string, string, string];
  const days: Days = { ordered, done, firstPaid, secondPaid };
  const problem = problemOf(days);
  return problem === null ? { order: { items: [], total, days }, problem } : { order: null, problem };
}

function readTotal(text: string, firstLimit: Cents): Cents | string {
  const typed = parseAmount(text);
  if (typed.kind === 'ambiguous') return `${amountProblems.ambiguous}.`;
  if (typed.kind !== 'amount' && typed.kind !== 'zero') return 'Enter an amount in dollars, such as 318.95.';
  const total = typed.kind === 'zero' ? zero : typed.amount;
  if (total < creditTerms.smallestOrder)
    return `An order on credit is ${formatMoney(creditTerms.smallestOrder)} or more.`;
  if (total > firstLimit)
    return `A new account has a limit of ${formatMoney(firstLimit)}. Enter that or less.`;
  return total;
}

function problemOf({ ordered, done, firstPaid, secondPaid }: Days): Problem | null {
  for (const [field, day] of Object.entries({ ordered, done, firstPaid, secondPaid }) as [
    keyof Days,
    string,
  ][])
    if (!isDay(day)) return { field, says: 'Enter a date.' };
  if (done < ordered) return { field: 'done', says: 'The work cannot be done before the order.' };
  if (firstPaid < ordered)
    return { field: 'firstPaid', says: 'The first invoice is issued on the day of the order.' };
  if (secondPaid < done)
    return { field: 'secondPaid', says: 'The second invoice is issued when the work is done.' };
  return null;
}

/** A valid calendar date within a hundred years. */
const isDay = (text: string): boolean => {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};
