/** Reads the sandbox's mailbox as the recipient would. */
import { simpleParser } from 'mailparser';
import type { Shop } from './builders/shop.ts';
import { until } from './until.ts';

export type ReceivedEmail = { id: string; subject: string; text: string; html: string; messageId: string };

/** Emails that have arrived so far, oldest first. */
export const mailboxOf = async (shop: Shop, email: string): Promise<ReceivedEmail[]> =>
  (
    (await shop.control('GET', `/control/mailbox?to=${encodeURIComponent(email)}`)) as ReceivedEmail[]
  ).toReversed();

/** Waits until `count` emails have arrived and returns them. */
export const emailsTo = (shop: Shop, email: string, count = 1): Promise<ReceivedEmail[]> =>
  until(`${count} emails to ${email} have arrived`, async () => {
    const emails = await mailboxOf(shop, email);
    return emails.length >= count && emails;
  });

/** The attachments of an email. */
export async function attachmentsOf(
  shop: Shop,
  { id }: Pick<ReceivedEmail, 'id'>,
): Promise<{ name: string; type: string; content: Buffer }[]> {
  const raw = await fetch(`${shop.sandbox.origin}/mailbox/${id}/raw.eml`);
  const { attachments } = await simpleParser(Buffer.from(await raw.arrayBuffer()));
  return attachments.map(({ filename = '', contentType, content }) => ({
    name: filename,
    type: contentType,
    content,
  }));
}

/** Returns a token from a link in the email, for example `confirmToken`. Throws if there is none. */
export function tokenIn(email: ReceivedEmail | undefined, parameter: 'confirmToken' | 'resetToken'): string {
  const token = new RegExp(`\\?${parameter}=([A-Za-z0-9_-]{43})\\s`).exec(email?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no ${parameter} in: ${email?.text}`);
  return token;
}
