/**
 * How long messages, emails, reports, log-ins, accounts, carts and consents are kept. The daily clean-up obeys these figures, and the privacy policy
 * prints them, but for the formatted part of emails, so they cannot differ. A longer time is a change of the policy, not only of a number.
 */
export const retentionOf = {
  /** Messages from the contact form, with the emails about them. */
  messageDays: 730,
  /** Messages that look as if a machine had sent them. */
  suspectedMessageDays: 30,
  /** The formatted part of an email, from the day it was written. So long it can be sent once more. */
  emailPageDays: 365,
  /** The formatted part of one that is never sent once more: its link works once, or its receiver may have asked for no more. Sooner than its link is forgotten. */
  linkPageDays: 14,
  /** Its words, and one that belongs to no order as a whole. A notice about credit has to be kept for 25 months (12 CFR 1002.12). */
  emailTextDays: 1_096,
  /** The device and the address of a log-in, from the day it ended: whoever asks where they were logged in last month can be told. */
  endedSessionDays: 90,
  /** Accounts whose address nobody confirmed. Whoever signed up may not have been its owner. An order keeps its account. */
  unconfirmedDays: 60,
  /** Such an account, after its last link has ended: longer than `linkPageDays`, since the email is known by its link. */
  endedLinkDays: 15,
  /** Carts that never became an order, from the last change. A guest's cart answers nobody after thirty days. */
  cartDays: 60,
  /** Whom we reminded of a cart, by a hash: so long the link in the email that asks for no more works. Who wants none is remembered for ever. */
  reminderDays: 1_096,
  /** What the processor reported, word by word. It names people; what came of it stands in our own rows. */
  reportDays: 90,
  /** That it did, for the story of an order. The processor repeats a report for thirty days at most. */
  reportRowDays: 730,
  /** A card that was being saved. Longer than reports, which are found by it when a person asks to be forgotten. */
  cardSetupDays: 97,
  /** A list of more rows than a page holds, which staff had made into a file. */
  listFileDays: 7,
  /** The proof of a consent, from the day it was given. */
  consentDays: 1_826,
} as const;

/** "5 years" for the days of whole years, with their leap days or without; "90 days" for any other number. */
export function inWords(days: number): string {
  const years = Math.round(days / 365.25);
  const isWhole = years > 0 && days >= years * 365 && days <= Math.ceil(years * 365.25);
  if (!isWhole) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}
