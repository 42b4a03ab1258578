/**
 * What we need to send an email. Delivery is at least once; the message id lets the receiver drop a repeat.
 */
export type Attachment = { fileName: string; contentType: 'application/pdf'; content: Uint8Array };

export type Email = {
  /** The same across retries: `<mail_…@host>`. */
  messageId: string;
  to: string;
  /** Where replies go; default is the shop's own address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /**
   * A POST to it stops emails of this kind, with one click and without a login (RFC 8058); a GET shows a page
   * with a button.
   */
  unsubscribeAddress?: string;
};

/**
 * Emails that one process sends concurrently. With a mail server that takes 100 ms for each step, this is
 * about 30 a second.
 */
export const mailConcurrency = 16;

/** The mail server rejects the email permanently. All other errors may be temporary. */
export class Undeliverable extends Error {}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email. Rejects otherwise, with `Undeliverable` for a
   * permanent failure.
   */
  send(email: Email): Promise<void>;
}
