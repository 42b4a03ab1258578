/**
 * Telephone numbers, as people write them and as they are stored: E.164, such as +2348031234567. Pure. In the browser this comes in a
 * file of its own, because the numbering plans of the world are large.
 */
import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { callingCodes } from './countries.ts';
import { DomainError } from './errors.ts';
import { messageOf, phrase } from './language.ts';

/** The number in E.164, its country code taken from the country where it has none of its own; null for what is no number. */
export function toE164(typed: string, country: string): string | null {
  // What is dialled before a country code in most of the world, also by people in the countries that dial something else.
  const text = typed.trim().replace(/^00(?=[1-9])/, '+');
  const plan = isSupportedCountry(country) ? { defaultCountry: country } : { defaultCallingCode: callingCodes.get(country) };
  const number = parsePhoneNumberFromString(text, { ...plan, extract: false });
  // New ranges are given out before our tables know them, so the length is enough. But a number that still has the zero of a call
  // within its country is complete only if the tables know it.
  const isNumber = number?.isValid() || (number?.isPossible() && !number.nationalNumber.startsWith('0'));
  return number && isNumber ? number.number : null;
}

/** For a row of ours. Throws `phone_invalid`. */
export function storedPhone(typed: string, country: string): string {
  const number = toE164(typed, country);
  if (number === null) throw new DomainError('phone_invalid', messageOf(phoneAdvice(country)));
  return number;
}

/** The usual international spelling. Numbers from before they were stored in E.164 stay as they were typed. */
export const spelledPhone = (stored: string): string =>
  (stored.startsWith('+') && parsePhoneNumberFromString(stored)?.formatInternational()) || stored;

/** What is said about a number that is none. */
export function phoneAdvice(country: string): string {
  const example = getExampleNumber((isSupportedCountry(country) ? country : 'NG') satisfies CountryCode, examples);
  return phrase('Enter the number with its country code, for example {example}', { example: example?.formatInternational() ?? '' });
}
