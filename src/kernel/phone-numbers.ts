/**
 * Phone numbers as they are stored: E.164, such as +2348031234567, with the extension behind it where there is one. Pure. In the
 * browser this comes in a file of its own, because the numbering plans of the world are large.
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
type Reading = { kind: 'number'; e164: string; extension: string | null } | { kind: 'refused'; problem: string };

const planOf = (country: string) =>
  isSupportedCountry(country) ? { defaultCountry: country } : { defaultCallingCode: callingCodes.get(country) };

function read(typed: string, country: string): Reading {
  const { number: text, extension } = readPhoneText(typed);
  const textProblem = textProblemOf({ number: text, extension });
  if (textProblem === 'several' || textProblem === 'vanity') return { kind: 'refused', problem: textProblems[textProblem] };
  // The zero in `+49 (0) 151` is for calls within the country; in Italy it belongs to the number.
  const number = [text, text.replace(/\(0\)/, '')].map((each) => parsed(each, country)).find(isNumber);
  if (number) return { kind: 'number', e164: number.number, extension };
  return { kind: 'refused', problem: lengthProblem(text, country) ?? phoneAdvice(country) };
}

const parsed = (text: string, country: string) => parsePhoneNumberFromString(text, { ...planOf(country), extract: false });

/**
 * New ranges are assigned before our tables list them, so a possible length is enough. A number that still has the zero of a call
 * within its country is complete only if the tables list it.
 */
const isNumber = (number: PhoneNumber | undefined): number is PhoneNumber =>
  number !== undefined && (number.isValid() || (number.isPossible() && !number.nationalNumber.startsWith('0')));

function lengthProblem(text: string, country: string): string | null {
  const problem = validatePhoneNumberLength(text, planOf(country));
  const example = exampleOf(country);
  if (problem === 'TOO_SHORT') return phrase('This number has too few digits. A complete number looks like {example}', { example });
  if (problem === 'TOO_LONG') return phrase('This number has too many digits. A complete number looks like {example}', { example });
  return null;
}

/** The number in E.164 without its extension: at most 16 characters. Null for text that is no number. */
export function toE164(typed: string, country: string): string | null {
  const reading = read(typed, country);
  return reading.kind === 'number' ? reading.e164 : null;
}

/** What is wrong with the number, for the person who typed it. Null where nothing is. */
export function phoneProblem(typed: string, country: string): string | null {
  const reading = read(typed, country);
  return reading.kind === 'number' ? null : reading.problem;
}

/** For a row: `+17804595656`, or `+17804595656 ext. 725`. @throws `phone_invalid` */
export function storedPhone(typed: string, country: string): string {
  const reading = read(typed, country);
  if (reading.kind === 'refused') throw new DomainError('phone_invalid', messageOf(reading.problem));
  return writtenPhone({ number: reading.e164, extension: reading.extension });
}

/** The usual international spelling, with the extension. Numbers from before they were stored in E.164 stay as they were typed. */
export function spelledPhone(stored: string): string {
  if (!stored.startsWith('+')) return stored;
  const { number, extension } = readPhoneText(stored);
  const spelled = parsePhoneNumberFromString(number)?.formatInternational();
  return spelled === undefined ? stored : writtenPhone({ number: spelled, extension });
}

function exampleOf(country: string): string {
  const example = getExampleNumber((isSupportedCountry(country) ? country : 'NG') satisfies CountryCode, examples);
  return example?.formatInternational() ?? '';
}

/** What is said about text that is no number of any plan. */
export const phoneAdvice = (country: string): string =>
  phrase('Enter the number with its country code, for example {example}', { example: exampleOf(country) });
