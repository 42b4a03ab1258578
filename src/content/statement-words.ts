/** Months and amounts of a Net 30 account, the same on the page and on paper. */
import { locale } from '#kernel/locale.ts';
import { type Cents, cents, formatMoney } from '#kernel/money.ts';
import { once } from '#kernel/once.ts';

const months = once(
  () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);

/** A calendar month such as `2027-02`, as "February 2027". */
export const formatMonth = (month: string): string => months().format(new Date(`${month}-01T00:00:00Z`));

/** The change of a column: `+$200.00`, `−$200.00`, and empty without a change. */
export function formatChange(amount: Cents): string {
  if (amount === 0) return '';
  return `${amount < 0 ? '\u2212' : '+'}${formatMoney(cents(Math.abs(amount)))}`;
}

/** Without a sign when positive, with a true minus sign when negative. */
export const formatBalance = (amount: Cents): string =>
  amount < 0 ? formatChange(amount) : formatMoney(amount);
