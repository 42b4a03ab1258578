/**
 * How long a message and a consent are kept. The privacy policy prints these figures and the daily clean-up obeys them, so they
 * cannot differ. A longer time is a change of the policy, not only of a number.
 */
export const keptFor = {
  /** Messages from the contact form, with the letters about them. */
  messageDays: 730,
  /** Messages that look as if a machine had sent them. */
  suspectedMessageDays: 30,
  /** The proof of a consent, from the day it was given. */
  consentDays: 1_826,
} as const;
