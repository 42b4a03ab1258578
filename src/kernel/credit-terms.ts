/**
 * The published terms of the Net 30 account, as the explainer states them. They are the defaults: an operator's own
 * settings change what the shop does, and must then be written here too, or the page would promise something else.
 */
import { type Cents, cents, share, subtract } from './money.ts';

export const creditTerms = {
  /** The limit of a business that was just approved. */
  firstLimit: cents(50_000),
  /** No limit rises above the end of the gauge. */
  highestLimit: cents(5_000_000),
  daysToPay: 30,
  /** Of the order's total, when each of its invoices was paid on time. */
  bonusBasisPoints: 1_000,
  reminderDaysBefore: 7,
  reminderDaysAfter: [1, 7, 15, 30],
} as const;

/** Half at once, half when the work is done. An odd cent goes on the first invoice. */
export function halves(total: Cents): readonly [atOnce: Cents, whenDone: Cents] {
  const atOnce = cents(Math.ceil(total / 2));
  return [atOnce, subtract(total, atOnce)];
}

/** What a limit rises by after an order whose invoices were all paid on time. */
export const onTimeBonus = (total: Cents, limit: Cents): Cents =>
  cents(Math.max(0, Math.min(share(total, creditTerms.bonusBasisPoints), creditTerms.highestLimit - limit)));

/** The last day to pay, for an invoice issued on a day of the calendar such as `2027-03-01`. */
export function dueDate(issuedOn: string): string {
  const date = new Date(`${issuedOn}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + creditTerms.daysToPay);
  return date.toISOString().slice(0, 10);
}
