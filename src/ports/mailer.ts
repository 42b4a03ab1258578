/** What we need to send an email. Delivery is at least once; the message id lets the receiver drop a repeat. */
export type Attachment = { fileName: string; contentType: 'application/pdf'; content: Uint8Array };

export type Email = {
  /** Stable over retries: `<mail_…@host>`. */
  messageId: string;
  to: string;
  /** Where an answer goes; the shop's own address unless given. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /** Where a POST stops emails of this kind, with one click and without a log-in (RFC 8058); a GET shows a page with a button. */
  unsubscribeAddress?: string;
};

/** So many emails are on their way at once from one process: at a mail server that takes 100 ms for each step some 30 a second. */
export const mailsAtOnce = 16;

/** The mail server rejects the email permanently. Everything else may pass. */
export class Undeliverable extends Error {}

export interface Mailer {
  /** Resolves when the mail server has taken the email; rejects otherwise, with `Undeliverable` when it never will. */
  send(email: Email): Promise<void>;
}
