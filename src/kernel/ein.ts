/**
 * The Employer Identification Number of a US business: nine digits, written 12-3456789. Only its form can be
 * checked here. The first two digits name the IRS campus that assigned it, and some pairs were never
 * assigned.
 */

/** The pairs missing in the IRS list "How EINs are assigned and valid EIN prefixes". */
const unassignedPrefixes = new Set([
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
  '96',
  '97',
]);

/** The nine digits of the input, with or without dash and spaces; null when it is not an EIN. */
export function toEin(typed: string): string | null {
  const [, first, second] = /^(\d{2})[\s\u2010-\u2015-]?(\d{7})$/.exec(typed.trim()) ?? [];
  if (first === undefined || second === undefined || unassignedPrefixes.has(first)) return null;
  // Well-formed numbers that were never assigned.
  return /^(\d)\1{8}$/.test(first + second) || second === '0000000' ? null : first + second;
}

/** The masked form that all users see, including the owner. */
export const maskedEin = (last4: string): string => `••-•••${last4}`;
