/** How a phone number is to be written, by the country that is chosen. */
import type { Country } from './countries.ts';

export function phoneHint(all: Country[], country: string): string {
  const callingCode = all.find(({ code }) => code === country)?.callingCode;
  return callingCode ? `We add ${callingCode} if you leave it out.` : 'Start with the country code.';
}
