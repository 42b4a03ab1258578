/**
 * The terms of renewals, word for word: beside the pay button with a checkbox, and again in the receipt. The
 * version is stored with the order. Any change of the text needs a new version.
 */
import { formatDate } from './dates.ts';
import { english, type Language, phrase } from './language.ts';
import { formatMoney } from './money.ts';
import { type AgreedRenewal, firstRenewal } from './renewal-offer.ts';

export const renewalTermsVersion = '2026-11-23';

export type Renewing = AgreedRenewal & { name: string };

/** The amount, the interval, and the next renewal. */
export const renewalOf = ({ name, ...agreed }: Renewing, paidOn: Date): string =>
  `${name} renews on ${formatDate(firstRenewal(agreed, paidOn))} for ${formatMoney(agreed.price)}, and then every ${agreed.period} until you cancel.`;

/** Label of the consent checkbox, which is never preselected. */
export const renewalConsent = 'I agree that my card is charged for each renewal until I cancel.';

export const howToCancel = phrase(
  'You can cancel at any time in your profile, in two clicks, or by email. What you have paid for then stays active until its end.',
);

/** A translation of `renewalOf`. */
export function meaningOfRenewal(
  { name, ...agreed }: Renewing,
  paidOn: Date,
  { say }: Pick<Language, 'say'>,
): string {
  const values = {
    name,
    day: { day: firstRenewal(agreed, paidOn).toISOString().slice(0, 10) },
    price: { cents: agreed.price },
  };
  return agreed.period === 'month'
    ? say('{name} renews on {day} for {price}, and then every month until you cancel.', values)
    : say('{name} renews on {day} for {price}, and then every year until you cancel.', values);
}

/** A translation of the terms, for other languages; the agreement is the English text. Empty in English. */
export function meaningOfRenewals(renewing: readonly Renewing[], paidOn: Date, language: Language): string {
  if (language.code === english.code) return '';
  const sentences = renewing.map((one) => meaningOfRenewal(one, paidOn, language));
  return [...sentences, language.translate(howToCancel)].join(' ');
}
