/**
 * Sends emails over SMTP. Emails that follow one another share connections, and hard time limits let a mail server that hangs cost a job one try.
 * Nothing that a customer typed may become a header: an address must be one plain address, a subject is one line.
 */
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type Email, type Mailer, mailsAtOnce, Undeliverable } from '#ports/mailer.ts';

const connectTimeoutMs = 5_000;
const longestSendMs = 20_000;
/** `?maxConnections=5` at the end of `SMTP_URL` is for a mail server that takes fewer. */
const connectionsAtMost = mailsAtOnce;
/** Far below the minutes that mail servers wait: a connection that rests is closed by us, and none is used that the server has given up. */
const restMs = 1_000;

export type SmtpSettings = { url: string; from: string /** How long one email may take, 20 s unless told. */; timeoutMs?: number };

export function createSmtpMailer({ url, from, timeoutMs = longestSendMs }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsAtMost,
    idleTimeout: restMs,
    // A connection that breaks is a failed try, and the job decides about the next one.
    maxRequeues: 0,
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: Math.min(connectTimeoutMs, timeoutMs),
    greetingTimeout: Math.min(connectTimeoutMs, timeoutMs),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(email) {
      const message = new MailComposer({
        from,
        to: { name: '', address: oneAddress(email.to) },
        ...(email.replyTo === undefined ? {} : { replyTo: { name: '', address: oneAddress(email.replyTo) } }),
        subject: oneLine(email.subject),
        messageId: ownMessageId(email),
        text: email.text,
        html: email.html,
        attachments: (email.attachments ?? []).map(({ fileName, contentType, content }) => ({
          filename: plainFileName(fileName),
          contentType,
          content: Buffer.from(content),
        })),
        // Tells holiday replies and mailing lists that a machine wrote this (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribeHeaders(email) },
        disableFileAccess: true,
        disableUrlAccess: true,
      }).compile();
      // Sent as one piece: as a stream, a receipt with its invoice took some twenty writes to the network.
      const sent = transport.sendMail({
        envelope: message.getEnvelope(),
        raw: await message.build(),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await sent.catch((error: unknown) => {
        throw isPermanent(error as Refusal) ? new Undeliverable(`the mail server rejects it: ${replyOf(error)}`, { cause: error }) : error;
      });
    },
  };
}

/** Mail programs show a button for these (RFC 2369, RFC 8058). */
function unsubscribeHeaders({ unsubscribeAddress }: Email): Record<string, string> {
  if (unsubscribeAddress === undefined) return {};
  const { href } = new URL(unsubscribeAddress);
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

type Refusal = { command?: string; responseCode?: number; response?: string };

/** An email was offered. Before that, a refusal is of the connection or the log-in: it says nothing about the email. */
const offers: readonly (string | undefined)[] = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** Log in first, or encrypt first: a setting of ours is wrong, and email waits until it is right (RFC 4954, 6). */
const logInReplies = [530, 534, 535, 538];

/**
 * A 5xx reply is permanent (RFC 5321, 4.2.1): the same email gets the same answer in an hour. The email fails at once, and the alarm names the
 * reply. Staff send it again when the cause was on our side, such as a block list.
 */
const isPermanent = ({ command, responseCode = 0 }: Refusal): boolean =>
  offers.includes(command) && responseCode >= 500 && responseCode < 600 && !logInReplies.includes(responseCode);

/** The number alone: the words of a mail server like to repeat the address. */
const replyOf = (error: unknown): string => /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec((error as Refusal).response ?? '')?.[0] ?? 'no';

/** Refuses lists, display names, spaces and line breaks: the text must be one address and nothing else. */
function oneAddress(to: string): string {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to))
    throw new Undeliverable('an email needs exactly one plain e-mail address');
  return to;
}

/** A name of our own making, such as `INV-2026-00001.pdf`; anything else must not become a header. */
function plainFileName(name: string): string {
  if (!/^[\w-]+\.pdf$/.test(name)) throw new Error('An attachment needs a plain file name');
  return name;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function ownMessageId({ messageId }: Email): string {
  if (!/^<[\w.-]+@[\w.:-]+>$/.test(messageId)) throw new Error('An email needs a message id of the form <id@host>');
  return messageId;
}
