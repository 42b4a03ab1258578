/**
 * Sends letters over SMTP. One connection a letter and hard time limits, so that a mail server that hangs costs a job one try.
 * Nothing that a customer typed may become a header: an address must be one plain address, a subject is one line.
 */
import { createTransport } from 'nodemailer';
import type { Letter, Mailer } from '#ports/mailer.ts';

const connectTimeoutMs = 5_000;
const longestSendMs = 20_000;

export type SmtpSettings = { url: string; from: string /** How long one letter may take, 20 s unless told. */; timeoutMs?: number };

export function createSmtpMailer({ url, from, timeoutMs = longestSendMs }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: Math.min(connectTimeoutMs, timeoutMs),
    greetingTimeout: Math.min(connectTimeoutMs, timeoutMs),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter) {
      await transport.sendMail({
        from,
        to: { name: '', address: oneAddress(letter.to) },
        ...(letter.replyTo === undefined ? {} : { replyTo: { name: '', address: oneAddress(letter.replyTo) } }),
        subject: oneLine(letter.subject),
        messageId: ownMessageId(letter),
        text: letter.text,
        html: letter.html,
        // Tells holiday replies and mailing lists that a machine wrote this (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.timeout(timeoutMs),
      });
    },
  };
}

/** Refuses lists, display names, spaces and line breaks: the text must be one address and nothing else. */
function oneAddress(to: string): string {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to))
    throw new Error('A letter needs exactly one plain e-mail address');
  return to;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function ownMessageId({ messageId }: Letter): string {
  if (!/^<[\w.-]+@[\w.:-]+>$/.test(messageId)) throw new Error('A letter needs a message id of the form <id@host>');
  return messageId;
}
