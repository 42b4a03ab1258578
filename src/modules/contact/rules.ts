/**
 * Detects automated messages without a CAPTCHA, and limits acknowledgments per address. Pure: times are
 * parameters. Suspected senders see no difference, so a suspicion must rest on something that a person using
 * our form cannot do.
 */

/** An identical message within this time is a double click, or a retry after a lost response. */
export const sameWithinMs = 10 * 60_000;
/** Any address can be entered in the form, so an address receives at most this many acknowledgments a day. */
export const acknowledgementsADay = 2;

export type Suspicion = 'honeypot' | 'links';

/**
 * `website` is undefined for a message sent by a program, and filled in by a bot that fills every field of
 * our form.
 */
export function suspicionOf({
  website,
  message,
}: {
  website?: string | undefined;
  message: string;
}): Suspicion | null {
  if (website) return 'honeypot';
  // A customer's own program may send messages and cannot be distinguished from others. It is held back only
  // for links, and gets no acknowledgment.
  return website === undefined && hasLink(message) ? 'links' : null;
}

/** Matches web addresses in most forms that mail programs make clickable. */
export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,24}\/\S/i.test(text);
