/** What we need to send a letter. Delivery is at least once; the message id lets the receiver drop a repeat. */
export type Letter = {
  /** Stable over retries: `<mail_…@host>`. */
  messageId: string;
  to: string;
  /** Where an answer goes; the shop's own address unless given. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
};

export interface Mailer {
  /** Resolves when the mail server has taken the letter; rejects otherwise. */
  send(letter: Letter): Promise<void>;
}
