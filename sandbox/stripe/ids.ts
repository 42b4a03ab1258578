/** Identifiers in Stripe's format: a prefix, an underscore, letters and digits. They contain no ordering. */
import { randomText } from '#sandbox/random-text.ts';

export { randomText };

/** A new id such as `pi_…` or `evt_…`. */
export const stripeId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** The secret that lets a browser complete exactly one payment or setup. */
export const clientSecretFor = (id: string): string => `${id}_secret_${randomText(25)}`;

/** The id in a field that may hold an id, the whole object, or nothing. Stored objects always hold the id. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  reference === null || reference === undefined
    ? null
    : typeof reference === 'string'
      ? reference
      : reference.id;
