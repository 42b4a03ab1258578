/**
 * Telling people from machines without a riddle, and when an address has had enough acknowledgements. Pure: moments come in as values.
 * A suspicion costs the sender nothing that they can see, so it must rest on something that a person at our form cannot do.
 */

/** Six fields and a box cannot be filled by hand in less. */
export const notBeforeSeconds = 3;
/** A page that was open for longer asks for a new token before it sends. */
const tokenLivesSeconds = 86_400;
/** Whoever says the same again this soon has pressed twice, or tried again after a lost answer. */
export const sameWithinMs = 10 * 60_000;
/** Somebody else's address can be typed into the form: nobody gets more emails from us in a day than this. */
export const acknowledgementsADay = 2;

export type Suspicion = 'honeypot' | 'too_fast' | 'forged' | 'expired' | 'links';

/** When the form was opened. `forged`: the token is not ours. `none`: a program, not our form, sent the message. */
export type FormOpened = Date | 'forged' | 'none';

export type Clues = { website: string; opened: FormOpened; message: string; now: Date };

/** The first reason to believe that a machine wrote this, or null. */
export function suspicionOf({ website, opened, message, now }: Clues): Suspicion | null {
  if (website !== '') return 'honeypot';
  if (opened === 'forged') return 'forged';
  // A customer's own program may write to us, and is not told apart from others: it may do all but advertise, and nobody is written to.
  if (opened === 'none') return hasLink(message) ? 'links' : null;
  const ageSeconds = (now.getTime() - opened.getTime()) / 1_000;
  if (ageSeconds < notBeforeSeconds) return 'too_fast';
  return ageSeconds > tokenLivesSeconds ? 'expired' : null;
}

/** Endings that advertisements use and that begin no English sentence: people forget the space after a full stop. */
const endings = [
  'com net org info biz co io ai app dev top xyz icu vip club shop store online website tech',
  'uk eu ru su cn cc tv ws ly gg pw tk ml ga cf gq рф xn--[a-z0-9-]+',
]
  .join(' ')
  .replaceAll(' ', '|');

/** A name such as `pills-shop.com`; what stands in an address of mail is none. */
const bareName = new RegExp(
  `(?<![\\p{L}\\p{N}@.+_-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${endings})(?![\\p{L}\\p{N}_-]|[\\p{L}\\p{N}.+_-]{0,64}@)`,
  'iu',
);

/** An address of the web in any of the ways that mail programs make clickable. */
export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,24}\/\S/i.test(text) || bareName.test(text);
