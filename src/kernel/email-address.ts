/**
 * Email addresses with international domains. They are stored and compared in ASCII, so `info@münchen.de` and
 * `info@xn--mnchen-3ya.de` are one address. Pure.
 */
import { phrase } from './language.ts';
import { decodePunycode } from './punycode.ts';

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const mailboxPattern = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u');
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainPattern = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`, 'i');

/** Limits of a mailbox, in octets, and of a whole address in ASCII. */
const mailboxAtMost = 64;
const addressAtMost = 254;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Null for an invalid domain, and for a label whose punycode is invalid. */
export function asciiDomain(domain: string): string | null {
  if (isAscii(domain) && !/xn--/i.test(domain)) return domainPattern.test(domain) ? domain : null;
  const address = `http://${domain}`;
  if (!/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u30fb-]+$/u.test(domain) || !URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return domainPattern.test(hostname) && hostname.split('.').every(isValidLabel) ? hostname : null;
}

/** Not every engine checks the punycode of an `xn--` label. Its letters must encode to the same label. */
function isValidLabel(text: string): boolean {
  if (!text.startsWith('xn--')) return true;
  const decoded = decodePunycode(text.slice('xn--'.length));
  const address = `http://${decoded}.example`;
  return (
    decoded !== null &&
    !isAscii(decoded) &&
    URL.canParse(address) &&
    new URL(address).hostname === `${text}.example`
  );
}

/** Removes what is copied along with an address: invisible characters, `mailto:`, and a full-width `@`. */
export const cleanEmail = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .replace('\uff20', '@')
    .trim()
    .replace(/^mailto:/i, '');

/**
 * The stored form; null for an invalid address. An ASCII mailbox keeps its case. Any other is normalized to
 * NFC and lowercase, because the database ignores case only for ASCII letters.
 */
export function asciiEmail(typed: string): string | null {
  const text = cleanEmail(typed);
  const at = text.lastIndexOf('@');
  const domain = asciiDomain(text.slice(at + 1));
  const mailbox = isAscii(text.slice(0, at))
    ? text.slice(0, at)
    : text.slice(0, at).normalize('NFC').toLowerCase();
  if (at < 1 || domain === null || !mailboxPattern.test(mailbox)) return null;
  const email = `${mailbox}@${domain}`;
  return new TextEncoder().encode(mailbox).length > mailboxAtMost || email.length > addressAtMost
    ? null
    : email;
}

/** The form for comparison. Dots and plus signs stay: only the owner's mail server knows what they mean. */
export const normalizeEmail = (email: string): string => (asciiEmail(email) ?? email.trim()).toLowerCase();

export const hasAsciiMailbox = (email: string): boolean => isAscii(email.slice(0, email.lastIndexOf('@')));

/** Shown for a new address that our mail server cannot deliver to. */
export const mailboxRefusal = phrase(
  'Our mail server does not support some of the letters before the @. Please use another address',
);

let takesUnicode = true;

/**
 * The server turns it off unless its mail server offers SMTPUTF8. Browsers leave the decision to the server.
 */
export function acceptUnicodeMailboxes(isOn: boolean): void {
  takesUnicode = isOn;
}

export const isMailboxAccepted = (email: string): boolean => takesUnicode || hasAsciiMailbox(email);
