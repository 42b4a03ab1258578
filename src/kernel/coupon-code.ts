/** Normalizes coupon codes, for the shop and the console. Pure. */

/**
 * The stored form: uppercase, in normal width, and without characters copied along from an email or a chat.
 * Those are invisible characters, quotation marks, and periods.
 */
export const couponCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}|\u034f/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/^[\s\p{Pi}\p{Pf}"'`(<[{]+|[\s\p{Pi}\p{Pf}"'`)>\]}.,;:!?]+$/gu, '')
    .toUpperCase();
