/** Identifiers in Stripe's fashion: a kind, an underscore, letters and digits. Nothing about order can be read from them. */
import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits. Rejection keeps every sign equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** A fresh id such as `pi_…` or `evt_…`. */
export const stripeId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** The secret that lets a browser finish exactly one payment or set-up. */
export const clientSecretFor = (id: string): string => `${id}_secret_${randomText(25)}`;

/** The id behind a field that may hold an id, the whole object, or nothing. Stored objects always hold the id. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  reference === null || reference === undefined ? null : typeof reference === 'string' ? reference : reference.id;
