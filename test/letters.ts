/** Reading the sandbox's mailbox as the receiver of a letter would. */
import type { Shop } from './a-shop.ts';
import { until } from './until.ts';

export type ReceivedLetter = { subject: string; text: string; html: string; messageId: string };

/** What has arrived so far, oldest first. */
export const mailboxOf = async (shop: Shop, email: string): Promise<ReceivedLetter[]> =>
  ((await shop.control('GET', `/control/mailbox?to=${encodeURIComponent(email)}`)) as ReceivedLetter[]).toReversed();

/** Waits until `count` letters have arrived, and answers them. */
export const lettersTo = (shop: Shop, email: string, count = 1): Promise<ReceivedLetter[]> =>
  until(`${count} letters to ${email} have arrived`, async () => {
    const letters = await mailboxOf(shop, email);
    return letters.length >= count && letters;
  });

/** The token in a letter's link, such as that of `confirmToken`. Throws when there is none. */
export function tokenIn(letter: ReceivedLetter | undefined, parameter: 'confirmToken' | 'resetToken'): string {
  const token = new RegExp(`\\?${parameter}=([A-Za-z0-9_-]{43})\\s`).exec(letter?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no ${parameter} in: ${letter?.text}`);
  return token;
}
