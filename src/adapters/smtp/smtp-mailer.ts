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
        throw isForGood(error) ? new Undeliverable(`the mail server refuses the address: ${replyOf(error)}`, { cause: error }) : error;
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

/**
 * Only a no to the recipient, and only one about the address itself: no such mailbox (RFC 3463: X.1.*, or closed, X.2.1). A no to us (policy,
 * relaying, log-in, a greeting of 554) is a mistake of ours or of the server's, which somebody can mend while the email waits. A server that
 * gives no code says both with the same number, so its words must name the mailbox; in doubt the email waits.
 */
function isForGood(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as Refusal;
  if (command !== 'RCPT TO' || ![550, 551, 553].includes(responseCode)) return false;
  // In front, as the standard has it, or at the end as `(#5.7.1)`.
  const [, inFront, atEnd] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b|\(#(\d\.\d{1,3}\.\d{1,3})\)/.exec(response) ?? [];
  const told = inFront ?? atEnd;
  return told === undefined ? saysNobody.test(response) : /^5\.(1\.\d+|2\.1)$/.test(told);
}

const mailbox = '(?:user|mailbox|recipient|account|address|person)';
const saysNobody = new RegExp(
  [
    `no such ${mailbox}`,
    `(?:unknown|invalid|unrouteable|no) ${mailbox}`,
    `${mailbox}(?: is| has)? (?:unknown|invalid|not found|disabled|closed|moved)`,
    `${mailbox} (?:does not|doesn't) exist`,
  ].join('|'),
  'i',
);

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
