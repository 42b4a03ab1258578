/**
 * The countries of the form, with the browser's names. The code is submitted, because the card processor
 * needs it.
 */
import { callingCodes, countryCode as codeOf } from '#kernel/countries.ts';

export type Country = { code: string; name: string; callingCode: string };

const byLanguage = new Map<string, Country[]>();

/**
 * Sorted by name in a language. Computed once and only in the browser: the server's names could differ by
 * version.
 */
export function countries(language = 'en'): Country[] {
  const cached = byLanguage.get(language);
  if (cached !== undefined) return cached;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const all = [...callingCodes]
    .map(([code, callingCode]) => ({ code, name: names.of(code) ?? code, callingCode: `+${callingCode}` }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
  byLanguage.set(language, all);
  return all;
}

/** The code for a code or a name; empty for anything else, so the user chooses again. */
export const countryCode = (text: string): string => codeOf(text) ?? '';
