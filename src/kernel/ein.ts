/**
 * The Employer Identification Number of a US business: nine digits, written 12-3456789. Only its form can be checked here: the first two
 * digits say which campus of the IRS gave it out, and some pairs were never given out.
 */

/** From the list of the IRS, "How EINs are assigned and valid EIN prefixes": the pairs that are not on it. */
const neverAssigned = new Set(['00', '07', '08', '09', '17', '18', '19', '28', '29', '49', '69', '70', '78', '79', '89', '96', '97']);

/** The nine digits of what was typed, with or without its dash and spaces; null for what is no EIN. */
export function toEin(typed: string): string | null {
  const [, first, second] = /^(\d{2})[\s\u2010-\u2015-]?(\d{7})$/.exec(typed.trim()) ?? [];
  if (first === undefined || second === undefined || neverAssigned.has(first)) return null;
  // A number that nobody was ever given, however well it is formed.
  return /^(\d)\1{8}$/.test(first + second) || second === '0000000' ? null : first + second;
}

/** How an EIN is shown to its owner and to everybody else. */
export const maskedEin = (last4: string): string => `••-•••${last4}`;
