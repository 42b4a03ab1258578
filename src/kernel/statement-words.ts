/** Texts of a monthly statement, the same on the page and on paper. Amounts may be dollars or cents. */
import { formatDate } from './dates.ts';
import { locale } from './locale.ts';
import { type Cents, cents, formatMoney } from './money.ts';
import { once } from './once.ts';

const months = once(
  () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);

/** A calendar month such as `2027-02`, as "February 2027". */
export const formatMonth = (month: string): string => months().format(new Date(`${month}-01T00:00:00Z`));

export const statementTitle = (month: string): string => `Statement, ${formatMonth(month)}`;

/** `28th February`: the year is in the title. */
export const statementDay = (moment: Date | string): string => formatDate(moment).replace(/ \d+$/, '');

/** `1st to 28th February`, or to today for the current month. */
export const statementPeriod = ({ month, until }: { month: string; until: string }): string =>
  until === `${month}-01` ? statementDay(until) : `1st to ${statementDay(until)}`;

export const statementStatus = (isFinal: boolean): string => (isFinal ? 'Final' : 'So far');

/** For the current month, the end is now. */
export const owedAfter = (isFinal: boolean): string => (isFinal ? 'Owed at the end' : 'Owed now');
export const balanceAfter = (isFinal: boolean): string => (isFinal ? 'Closing balance' : 'Current balance');

export const lateness = ({ dueOn, daysLate }: { dueOn: string; daysLate: number }): string =>
  daysLate === 0
    ? `Due ${formatDate(dueOn)}`
    : `Due ${formatDate(dueOn)}: ${daysLate} ${daysLate === 1 ? 'day' : 'days'} past due`;

/** The change of a column: `+$200.00`, `−$200.00`, and empty without a change. */
export function formatChange(amount: Cents): string {
  if (amount === 0) return '';
  return `${amount < 0 ? '\u2212' : '+'}${formatMoney(cents(Math.abs(amount)))}`;
}

/** Without a sign when positive, with a true minus sign when negative. */
export const formatBalance = (amount: Cents): string =>
  amount < 0 ? formatChange(amount) : formatMoney(amount);

/** The columns of a statement. In each line, the first is the sum of the others. */
export const statementColumns = ['Limit', 'Available', 'Held', 'Owed'] as const;

type Balances = { approvedCredit: number; availableCredit: number; held: number; owed: number };
type Entries = { limit: number; available: number; hold: number; owed: number };

export const balanceColumns = ({ approvedCredit, availableCredit, held, owed }: Balances): number[] => [
  approvedCredit,
  availableCredit,
  held,
  owed,
];

/** The ledger stores the limit as a negative number; a statement shows a rise as positive. */
export const changeColumns = ({ limit, available, hold, owed }: Entries): number[] => [
  -limit,
  available,
  hold,
  owed,
];

export const statementNote =
  'Limit is the credit we granted: the sum of available, held and owed. Held credit is reserved for orders and invoiced when their work is done. Days begin at midnight UTC.';
