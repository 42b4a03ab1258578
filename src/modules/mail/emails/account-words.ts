/** What every email about an account is made of: facts that come in, words that go out. */
import type { Message } from '#kernel/language.ts';
import { formatDate } from '#kernel/dates.ts';

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
export function spanOf(ms: number): string {
  if (ms < hourMs) return `${Math.round(ms / 60_000)} minutes`;
  return ms <= 24 * hourMs ? `${Math.round(ms / hourMs)} hours` : `${Math.round(ms / (24 * hourMs))} days`;
}

export const timeOf = (moment: Date): string => `${formatDate(moment)} at ${moment.toISOString().slice(11, 16)} UTC`;
