/**
 * The terms of renewals, word for word: beside the pay button with a box of their own, and again in the receipt. The version is stored with
 * the order. A change of a word needs a new version.
 */
import { formatDate } from './dates.ts';
import { type Cents, formatMoney } from './money.ts';
import { paidUntil, type Period } from './one-period.ts';

export const renewalTermsVersion = '2026-11-23';

export type Renewing = { name: string; price: Cents; period: Period };

/** What is charged, how often, and when next. */
export const renewalOf = ({ name, price, period }: Renewing, paidOn: Date): string =>
  `${name} renews on ${formatDate(paidUntil(paidOn, period))} for ${formatMoney(price)}, and then every ${period} until you cancel.`;

/** Beside the box, which nobody has ticked before. */
export const renewalConsent = 'I agree that my card is charged for each renewal until I cancel.';

export const howToCancel =
  'You can cancel at any time in your profile, in two clicks, or by email. What you have paid for then stays active until its end.';
