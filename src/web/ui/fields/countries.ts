/** The countries of the form, by the browser's own English names. The code travels: the card processor wants it. */
import { callingCodes, countryCode as codeOf } from '#kernel/countries.ts';

export type Country = { code: string; name: string; callingCode: string };

let all: Country[] | undefined;

/** By English name, read once and only in the browser: the server's names could differ by a version. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  all ??= [...callingCodes]
    .map(([code, callingCode]) => ({ code, name: names.of(code) ?? code, callingCode: `+${callingCode}` }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return all;
}

/** The code for a code or a name; empty for what is neither, so that the shopper chooses again. */
export const countryCode = (text: string): string => codeOf(text) ?? '';
