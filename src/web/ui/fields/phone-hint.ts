/** How a phone number is to be written, by the country that is chosen. */
import { english, type Language } from '#kernel/language.ts';
import type { Country } from './countries.ts';

export function phoneHint(all: Country[], country: string, { say }: Language = english): string {
  const callingCode = all.find(({ code }) => code === country)?.callingCode;
  return callingCode ? say('We add {callingCode} if you leave it out.', { callingCode }) : say('Start with the country code.');
}
