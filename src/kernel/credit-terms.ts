/**
 * The published terms of the Net 30 account, as the explainer states them. An operator may change the
 * schedule at the console; pages, emails, and rules then follow it. The 30 days are in the name of the
 * account, and the maximum limit is in the database: neither can be changed.
 */
import { type Cents, cents, share, subtract } from './money.ts';

/**
 * The values that may be changed. Existing orders and approvals keep the terms they were made under
 * (`modules/settings`).
 */
export type CreditSchedule = Readonly<{
  /** The limit of a newly approved business. */
  firstLimit: Cents;
  /** Share of the order's total, granted when each of its invoices was paid on time. */
  bonusBasisPoints: number;
  reminderDaysBefore: number;
  reminderDaysAfter: readonly number[];
}>;

export const defaultSchedule: CreditSchedule = {
  firstLimit: cents(50_000),
  bonusBasisPoints: 1_000,
  reminderDaysBefore: 7,
  reminderDaysAfter: [1, 7, 15, 30],
};

/** The values that cannot be changed. */
export const creditTerms = {
  /** No limit rises above the end of the gauge. */
  highestLimit: cents(5_000_000),
  daysToPay: 30,
  /** Each half of an order must be payable by card, which needs at least $0.50. */
  smallestOrder: cents(100),
  /** The minimum age of a business for approval without a review. */
  youngestDays: 30,
  /** After a decline. */
  applyAgainAfterDays: 30,
};

/** Half when ordered, half when the work is done. An odd cent goes on the first invoice. */
export function halves(total: Cents): readonly [onOrder: Cents, whenDone: Cents] {
  const onOrder = cents(Math.ceil(total / 2));
  return [onOrder, subtract(total, onOrder)];
}

/**
 * The rise of a limit after an order whose invoices were all paid on time. `basisPoints`: those of the day
 * the order was placed.
 */
export const onTimeBonus = (total: Cents, limit: Cents, basisPoints: number): Cents =>
  cents(Math.max(0, Math.min(share(total, basisPoints), creditTerms.highestLimit - limit)));

/** The UTC calendar day of a moment: `2027-03-01`. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const dayMs = 24 * 3_600_000;
const startOf = (day: string): number => new Date(`${day}T00:00:00Z`).getTime();

export const addDays = (day: string, days: number): string => utcDay(new Date(startOf(day) + days * dayMs));

/** Days from one calendar day to another; negative when `to` comes first. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startOf(to) - startOf(from)) / dayMs);

/** The last day to pay, for an invoice issued on a calendar day such as `2027-03-01`. */
export const dueDate = (issuedOn: string): string => addDays(issuedOn, creditTerms.daysToPay);

/** `paidAt`: the processor's own time. The due day itself is on time until its last millisecond in UTC. */
export const isOnTime = (paidAt: Date, dueOn: string): boolean => utcDay(paidAt) <= dueOn;

/** True from 00:00 UTC of the day after the due day. An unpaid amount then freezes the account. */
export const isPastDue = (dueOn: string, now: Date): boolean => utcDay(now) > dueOn;

/** The first day of each bucket of lateness. */
export const lateBuckets = [0, 31, 61, 91] as const;

/** Days past the due day, as a credit bureau's bucket; 0 also when not late. */
export const lateBucket = (dueOn: string, now: Date): (typeof lateBuckets)[number] =>
  lateBuckets.findLast((from) => daysBetween(dueOn, utcDay(now)) >= from) ?? 0;

type Reminders = Pick<CreditSchedule, 'reminderDaysBefore' | 'reminderDaysAfter'>;

/** Days from the due day on which a reminder is sent: -7 is a week before it. */
export const reminderDays = ({ reminderDaysBefore, reminderDaysAfter }: Reminders): number[] => [
  -reminderDaysBefore,
  0,
  ...reminderDaysAfter,
];

/**
 * The current reminder of an unpaid invoice: the last one due, so a shop that was down for a week sends one
 * and not three. Null: it is too early for the first.
 */
export const reminderAt = (dueOn: string, now: Date, reminders: Reminders): number | null =>
  reminderDays(reminders).findLast((day) => daysBetween(dueOn, utcDay(now)) >= day) ?? null;

/** The limit after a rise; null when it would exceed the maximum, which is rejected. */
export const potentialLimit = (limit: Cents, rise: Cents): Cents | null =>
  limit + rise > creditTerms.highestLimit ? null : cents(limit + rise);
