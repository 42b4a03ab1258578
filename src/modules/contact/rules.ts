/**
 * Telling people from machines without a riddle, and when an address has had enough acknowledgements. Pure: moments come in as values.
 * A suspicion costs the sender nothing that they can see, so it must rest on something that a person at our form cannot do.
 */

/** Whoever says the same again this soon has pressed twice, or tried again after a lost answer. */
export const sameWithinMs = 10 * 60_000;
/** Somebody else's address can be typed into the form: nobody gets more emails from us in a day than this. */
export const acknowledgementsADay = 2;

export type Suspicion = 'honeypot' | 'links';

/** `website` is undefined for a message of a program, and not empty for one of a machine that fills every field of our form. */
export function suspicionOf({ website, message }: { website?: string | undefined; message: string }): Suspicion | null {
  if (website) return 'honeypot';
  // A customer's own program may write to us, and is not told apart from others: it may do all but advertise, and nobody is written to.
  return website === undefined && hasLink(message) ? 'links' : null;
}

/** An address of the web in most of the ways that mail programs make clickable. */
export const hasLink = (text: string): boolean => /https?:\/\/|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,24}\/\S/i.test(text);
