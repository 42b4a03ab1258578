/**
 * Codes of an authenticator app, and recovery codes on paper. A code of the app counts once: whoever looks over a shoulder must not use
 * it again. Every step up to the last one that was used is spent.
 */
import { Secret, TOTP } from 'otpauth';
import { site } from '#kernel/site.ts';

/** What every authenticator app takes for granted: six digits, half a minute, SHA-1. */
const periodSeconds = 30;
const settings = { algorithm: 'SHA1', digits: 6, period: periodSeconds };
/** Clocks differ, and people type slowly: one step before and one after. */
const stepsAround = 1;

const authenticator = (secret: string, label = ''): TOTP =>
  new TOTP({ ...settings, issuer: site.name, label, secret: Secret.fromBase32(secret) });

/** What the app scans; `email` names the account in the app's list. */
export const setupUri = (secret: string, email: string): string => authenticator(secret, email).toString();

/** The step that the code belongs to, or null when it is wrong or spent. */
export function acceptedStep(secret: string, typed: string, now: Date, lastStep: number | null): number | null {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: stepsAround });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  return lastStep === null || step > lastStep ? step : null;
}

export const recoveryCodeCount = 10;
/** Without letters that look like digits. Ten of them are 50 bits: too many to try out where every try is counted. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const recoveryCodeLength = 10;

/** `bytes` are random, one for each character. */
export const toRecoveryCode = (bytes: Uint8Array): string => [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');

/** As people write it down: two groups of five. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What was meant by what was typed: any case, with or without the dash, and the letters that stand for digits. Null when it is no such code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === recoveryCodeLength && [...code].every((character) => alphabet.includes(character)) ? code : null;
}
