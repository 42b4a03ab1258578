/** The input and output types of every account email. */
import { type Message, worded } from '#kernel/language.ts';
import type { Sender } from '#modules/mail/sender.ts';

export type Facts = Sender & {
  firstName: string;
  at: Date;
  /** How long the link, or the subject of the email, is valid; shown only when relevant. */
  lifetimeMs: number;
  /** The reason, as entered by the staff member. */
  reason?: string;
};

/** A built-in text, which can be replaced or translated, or user input, which is unchanged. */
export type TextOrInput = Message | string;

export type Words = {
  subject: TextOrInput;
  preview: TextOrInput;
  title: TextOrInput;
  paragraphs: TextOrInput[];
  button: { label: TextOrInput; path: string };
  /** Small print below the button. */
  notes: TextOrInput[];
};

const hourMs = 3_600_000;

/** "30 minutes", "24 hours", "7 days". */
export function spanOf(ms: number): Message {
  if (ms < hourMs) return worded('{count} minutes', { count: Math.round(ms / 60_000) });
  return ms <= 24 * hourMs
    ? worded('{count} hours', { count: Math.round(ms / hourMs) })
    : worded('{count} days', { count: Math.round(ms / (24 * hourMs)) });
}

/** The day of a timestamp, formatted by each language. */
export const dayOf = (moment: Date | string): { day: string } => ({
  day: new Date(moment).toISOString().slice(0, 10),
});

export const timeOf = (moment: Date): Message =>
  worded('{day} at {time} UTC', { day: dayOf(moment), time: moment.toISOString().slice(11, 16) });
