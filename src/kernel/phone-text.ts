/**
 * Phone numbers as people type and paste them, reduced to ASCII digits and punctuation. Pure, and small
 * enough for every form; the numbering plans are in `phone-numbers.ts`.
 */
import { phrase } from './language.ts';

/** `number` has digits, `+`, and punctuation. `extension` has up to seven digits. */
export type PhoneText = { number: string; extension: string | null };

/** What is wrong with the text itself, before any numbering plan is consulted. */
export type TextProblem = 'several' | 'vanity' | 'unreadable';

export const textProblems: Record<TextProblem, string> = {
  several: phrase('Enter one phone number only'),
  vanity: phrase('Enter the phone number in digits, without letters'),
  unreadable: phrase('Enter the number with its country code'),
};

/** Unicode assigns the decimal digits of a script in unbroken runs of ten. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Converts full-width forms, digits of every script, dashes, and spaces to ASCII. Removes direction marks and
 * other invisible characters.
 */
const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[\u00b7\u2022\u2024]/g, '.')
    .replace(/[\u2795]/g, '+')
    .replace(/["'“”‘’«»<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** `tel:`, `callto:`, and WhatsApp links. WhatsApp writes the country code without a plus sign. */
function fromLink(text: string): string {
  const whatsApp =
    /(?:wa\.me\/|whatsapp\.com\/send\/?\?(?:.*&)?phone=|whatsapp:(?:\/\/)?send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)/i.exec(
      text,
    );
  if (whatsApp) return `+${whatsApp[1]}`;
  const link = /^(?:tel|callto|sms|skype):(?:\/\/)?([^;?]*)((?:[;?].*)?)$/i.exec(text);
  if (link === null) return text;
  const [, number = '', parameters = ''] = link;
  const context = /;phone-context=(\+[\d-]+)/i.exec(parameters)?.[1] ?? '';
  const extension = /;ext=(\d+)/i.exec(parameters)?.[1];
  return `${context}${number.replaceAll('%20', ' ').replace(/%2B/i, '+')}${extension === undefined ? '' : ` ext. ${extension}`}`.trim();
}

/** Removes a leading `Tel.: `, `WhatsApp `, or phone emoji, and a trailing `(mobile)`. */
const withoutLabel = (text: string): string =>
  text
    .replace(/^[\p{So}\s]*(?:[\p{L}\p{So}. /]{1,30}?(?:[.:)\s]+|(?=\+)))?(?=[+(\d])/u, '')
    .replace(/\s*\([\p{L}\s]+\)$/u, '')
    .replace(/(?<=\d)[\s.,;:-]+$/, '');

const extensionWords =
  'extension|extensión|extn|ext|interno|int|anexo|ramal|poste|durchwahl|доб|доп|تحويلة|داخلي|内線|內線|分机|分機|x|#|;ext=|,,';
const extensionAtEnd = new RegExp(`^(.*\\d\\)?)[\\s,;-]*(?:${extensionWords})[.:\\s]*(\\d{1,7})#?$`, 'iu');

export function readPhoneText(typed: string): PhoneText {
  const text = withoutLabel(fromLink(plain(typed)));
  const [, before = text, extension = null] = extensionAtEnd.exec(text) ?? [];
  const number = before
    .trim()
    // In right-to-left input, the plus sign ends up behind the number.
    .replace(/^([\d\s()./-]*\d)\s*\+$/, '+$1')
    .replace(/^\(?(?:\+\s?)+/, (start) => (start.startsWith('(') ? '(+' : '+'))
    .replace(/^\(\+(\d+)\)/, '+$1')
    .replace(/^(\(?)\+?00[\s-]*(?=[1-9])/, '$1+');
  return { number, extension };
}

/** The form that is stored and shown: `+17804595656 ext. 725`. */
export const writtenPhone = ({ number, extension }: PhoneText): string =>
  extension === null ? number : `${number} ext. ${extension}`;

export const cleanPhone = (typed: string): string => writtenPhone(readPhoneText(typed));

const leastDigits = 5;
const leastOfSeveral = 7;
const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

export function textProblemOf({ number }: PhoneText): TextProblem | null {
  const parts = number.split(/[/,;|&]|\s\p{L}+\s/u).filter((part) => digitsOf(part) >= leastOfSeveral);
  if (parts.length > 1 || /\d.*\+\s*\d/.test(number)) return 'several';
  if (/\d/.test(number) && /\p{L}/u.test(number)) return 'vanity';
  if (digitsOf(number) < leastDigits) return 'unreadable';
  return /^[+(\d][\d ()+./-]*$/.test(number) ? null : 'unreadable';
}
