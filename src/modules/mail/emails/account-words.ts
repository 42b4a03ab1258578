/** What every email about an account is made of: facts that come in, words that go out. */
import { type Message, worded } from '#kernel/language.ts';

export type Facts = {
  publicOrigin: string;
  firstName: string;
  at: Date;
  /** How long the link, or what the email is about, lasts; only said where there is such a thing. */
  lifetimeMs: number;
  /** Why it was done, in the words of whoever did it. */
  reason?: string;
};

/** A text of ours, which others may say in their own words or language; or what somebody else has written, which stays as it is. */
export type Said = Message | string;

export type Words = {
  subject: Said;
  preview: Said;
  title: Said;
  paragraphs: Said[];
  button: { label: Said; path: string };
  /** Said below the button, in small. */
  notes: Said[];
};

const hourMs = 3_600_000;

/** "30 minutes", "24 hours", "7 days". */
export function spanOf(ms: number): Message {
  if (ms < hourMs) return worded('{count} minutes', { count: Math.round(ms / 60_000) });
  return ms <= 24 * hourMs
    ? worded('{count} hours', { count: Math.round(ms / hourMs) })
    : worded('{count} days', { count: Math.round(ms / (24 * hourMs)) });
}

/** The day of a moment, as each language writes it. */
export const dayOf = (moment: Date | string): { day: string } => ({ day: new Date(moment).toISOString().slice(0, 10) });

export const timeOf = (moment: Date): Message =>
  worded('{day} at {time} UTC', { day: dayOf(moment), time: moment.toISOString().slice(11, 16) });
