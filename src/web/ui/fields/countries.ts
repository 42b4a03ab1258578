/** The countries of the form, by the browser's own names. The code travels: the card processor wants it. */
import { callingCodes, countryCode as codeOf } from '#kernel/countries.ts';

export type Country = { code: string; name: string; callingCode: string };

const byLanguage = new Map<string, Country[]>();

/** By their names in a language, read once and only in the browser: the server's names could differ by a version. */
export function countries(language = 'en'): Country[] {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const all = [...callingCodes]
    .map(([code, callingCode]) => ({ code, name: names.of(code) ?? code, callingCode: `+${callingCode}` }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  byLanguage.set(language, all);
  return all;
}

/** The code for a code or a name; empty for what is neither, so that the shopper chooses again. */
export const countryCode = (text: string): string => codeOf(text) ?? '';
