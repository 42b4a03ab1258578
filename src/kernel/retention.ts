/**
 * How long messages, emails, reports, logins, accounts, carts, and consents are stored. The daily clean-up
 * uses these numbers, and the privacy policy prints them, so they cannot differ. Only the formatted part of
 * emails is not in the policy. A longer time is a change of the policy, not only of a number.
 */
export const retentionOf = {
  /** Messages from the contact form, with the emails about them. */
  messageDays: 730,
  /** Messages that were probably sent by a bot. */
  suspectedMessageDays: 30,
  /** The formatted part of an email, from the day it was written. Until then it can be resent. */
  emailPageDays: 365,
  /**
   * The formatted part of an email that is never resent: its link works once, or its receiver may have
   * unsubscribed. Deleted before its link.
   */
  linkPageDays: 14,
  /**
   * The text of an email, and the whole of one without an order. A notice about credit must be stored for 25
   * months (12 CFR 1002.12).
   */
  emailTextDays: 1_096,
  /**
   * The device and the address of a login, from the day it ended. Until then users can ask where they were
   * logged in.
   */
  endedSessionDays: 90,
  /**
   * Accounts without a confirmed address, which the owner of the address may not have created. An account
   * with an order stays.
   */
  unconfirmedDays: 60,
  /**
   * Such an account, after its last link has expired: longer than `linkPageDays`, because the email is found
   * by its link.
   */
  endedLinkDays: 15,
  /**
   * Carts that never became an order, from the last change. A guest's cart cannot be opened after thirty
   * days.
   */
  cartDays: 60,
  /**
   * Cart reminders, by a hash of the receiver: the unsubscribe link in the email works for this time. An
   * unsubscribe is stored permanently.
   */
  reminderDays: 1_096,
  /** The processor's reports, in full. They include names; our own rows store the outcome. */
  reportDays: 90,
  /**
   * The receipt of a report, for the history of an order. The processor repeats a report for thirty days at
   * most.
   */
  reportRowDays: 730,
  /**
   * The setup of a saved card. Longer than reports, which are found by it when a person asks for deletion.
   */
  cardSetupDays: 97,
  /** Files of lists longer than a page, which staff have exported. */
  listFileDays: 7,
  /** The proof of a consent, from the day it was given. */
  consentDays: 1_826,
} as const;

/** "5 years" for whole years, with or without leap days; "90 days" for any other number. */
export function inWords(days: number): string {
  const years = Math.round(days / 365.25);
  const isWholeYears = years > 0 && days >= years * 365 && days <= Math.ceil(years * 365.25);
  if (!isWholeYears) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}
