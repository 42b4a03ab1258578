/**
 * Authenticator app codes and recovery codes. An app code works once, in case it was observed. Using a step
 * also invalidates all earlier ones.
 */
import { Secret, TOTP } from 'otpauth';
import { site } from '#content/site.ts';

/** The defaults of every authenticator app: six digits, 30 s, SHA-1. */
const periodSeconds = 30;
const settings = { algorithm: 'SHA1', digits: 6, period: periodSeconds };
/** Accept one step before and one after, for clock drift and slow typing. */
const stepsAround = 1;

const authenticator = (secret: string, label = ''): TOTP =>
  new TOTP({ ...settings, issuer: site.name, label, secret: Secret.fromBase32(secret) });

/** The URI that the app scans; `email` labels the account in the app. */
export const setupUri = (secret: string, email: string): string => authenticator(secret, email).toString();

/** The time step of the code, or null when it is wrong or already used. */
export function acceptedStep(
  secret: string,
  typed: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: stepsAround });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  return lastStep === null || step > lastStep ? step : null;
}

export const recoveryCodeCount = 10;
/**
 * Excludes letters that look like digits. Ten characters are 50 bits, too many to guess under a rate limit.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const recoveryCodeLength = 10;

/** `bytes` are random, one per character. */
export const toRecoveryCode = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');

/** Formats a code for display: two groups of five. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/**
 * Normalizes a typed code: any case, with or without the dash, with look-alike letters read as digits. Null
 * when it is not a recovery code.
 */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === recoveryCodeLength && [...code].every((character) => alphabet.includes(character))
    ? code
    : null;
}
