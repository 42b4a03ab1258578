/** One spelling of a coupon code, for the shop and the console. Pure. */

/**
 * The code as it is stored: capital letters in their usual width, without the invisible characters, quotation marks, and periods
 * that come along when a code is copied from an email or a chat.
 */
export const couponCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}|\u034f/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/^[\s\p{Pi}\p{Pf}"'`(<[{]+|[\s\p{Pi}\p{Pf}"'`)>\]}.,;:!?]+$/gu, '')
    .toUpperCase();
