/**
 * The terms of renewals, word for word: beside the pay button with a box of their own, and again in the receipt. The version is stored with
 * the order. A change of a word needs a new version.
 */
import { formatDate } from './dates.ts';
import { english, type Language, phrase } from './language.ts';
import { type Cents, formatMoney } from './money.ts';
import { paidUntil, type Period } from './one-period.ts';

export const renewalTermsVersion = '2026-11-23';

export type Renewing = { name: string; price: Cents; period: Period };

/** What is charged, how often, and when next. */
export const renewalOf = ({ name, price, period }: Renewing, paidOn: Date): string =>
  `${name} renews on ${formatDate(paidUntil(paidOn, period))} for ${formatMoney(price)}, and then every ${period} until you cancel.`;

/** Beside the box, which nobody has ticked before. */
export const renewalConsent = 'I agree that my card is charged for each renewal until I cancel.';

export const howToCancel = phrase(
  'You can cancel at any time in your profile, in two clicks, or by email. What you have paid for then stays active until its end.',
);

/** What the terms mean, for whoever reads another language: what is agreed to is the English text. Nothing in English. */
export function meaningOfRenewals(renewing: readonly Renewing[], paidOn: Date, { code, say, known }: Language): string {
  if (code === english.code) return '';
  const sentences = renewing.map(({ name, price, period }) => {
    const values = { name, day: { day: paidUntil(paidOn, period).toISOString().slice(0, 10) }, price: { cents: price } };
    return period === 'month'
      ? say('{name} renews on {day} for {price}, and then every month until you cancel.', values)
      : say('{name} renews on {day} for {price}, and then every year until you cancel.', values);
  });
  return [...sentences, known(howToCancel)].join(' ');
}
