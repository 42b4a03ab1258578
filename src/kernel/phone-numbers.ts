/**
 * Converts phone numbers to their stored form: E.164, such as +2348031234567, with an optional extension
 * after it. Pure. Browsers load this as a separate file, because the world's numbering plans are large.
 */
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { callingCodes } from './countries.ts';
import { DomainError } from './errors.ts';
import { messageOf, phrase } from './language.ts';
import { readPhoneText, textProblemOf, textProblems, writtenPhone } from './phone-text.ts';

/** `problem` is the sentence for the person who typed the number. */
type Reading =
  | { kind: 'number'; e164: string; extension: string | null }
  | { kind: 'refused'; problem: string };

const planOf = (country: string) =>
  isSupportedCountry(country)
    ? { defaultCountry: country }
    : { defaultCallingCode: callingCodes.get(country) };

function read(typed: string, country: string): Reading {
  const { number: text, extension } = readPhoneText(typed);
  const textProblem = textProblemOf({ number: text, extension });
  if (textProblem === 'several' || textProblem === 'vanity')
    return { kind: 'refused', problem: textProblems[textProblem] };
  // The zero in `+49 (0) 151` is for domestic calls; in Italy it belongs to the number.
  const number = [text, text.replace(/\(0\)/, '')].map((each) => parsed(each, country)).find(isNumber);
  if (number) return { kind: 'number', e164: number.number, extension };
  return { kind: 'refused', problem: lengthProblem(text, country) ?? phoneAdvice(country) };
}

const parsed = (text: string, country: string) =>
  parsePhoneNumberFromString(text, { ...planOf(country), extract: false });

/**
 * New ranges are assigned before our tables list them, so a possible length is enough. A number that still
 * has the zero of a domestic call is complete only if the tables list it.
 */
const isNumber = (number: PhoneNumber | undefined): number is PhoneNumber =>
  number !== undefined &&
  (number.isValid() || (number.isPossible() && !number.nationalNumber.startsWith('0')));

function lengthProblem(text: string, country: string): string | null {
  const problem = validatePhoneNumberLength(text, planOf(country));
  const example = exampleOf(country);
  if (problem === 'TOO_SHORT')
    return phrase('Too few digits. A complete number looks like {example}', { example });
  if (problem === 'TOO_LONG')
    return phrase('Too many digits. A complete number looks like {example}', { example });
  return null;
}

/** The number in E.164 without its extension: at most 16 characters. Null for text that is not a number. */
export function toE164(typed: string, country: string): string | null {
  const reading = read(typed, country);
  return reading.kind === 'number' ? reading.e164 : null;
}

/** The problem with the number, for the person who typed it. Null for a valid one. */
export function phoneProblem(typed: string, country: string): string | null {
  const reading = read(typed, country);
  return reading.kind === 'number' ? null : reading.problem;
}

/** The stored form: `+17804595656`, or `+17804595656 ext. 725`. @throws `phone_invalid` */
export function storedPhone(typed: string, country: string): string {
  const reading = read(typed, country);
  if (reading.kind === 'refused') throw new DomainError('phone_invalid', messageOf(reading.problem));
  return writtenPhone({ number: reading.e164, extension: reading.extension });
}

/**
 * The usual international format, with the extension. Older numbers that are not in E.164 are shown as typed.
 */
export function spelledPhone(stored: string): string {
  if (!stored.startsWith('+')) return stored;
  const { number, extension } = readPhoneText(stored);
  const spelled = parsePhoneNumberFromString(number)?.formatInternational();
  return spelled === undefined ? stored : writtenPhone({ number: spelled, extension });
}

/** With no-break spaces, so that the number stays on one line. */
function exampleOf(country: string): string {
  const example = getExampleNumber(
    (isSupportedCountry(country) ? country : 'NG') satisfies CountryCode,
    examples,
  );
  return (example?.formatInternational() ?? '').replaceAll(' ', '\u00a0');
}

/** Advice for text that is not a number of any plan. */
export const phoneAdvice = (country: string): string =>
  phrase('Enter the number with its country code, for example {example}', { example: exampleOf(country) });
