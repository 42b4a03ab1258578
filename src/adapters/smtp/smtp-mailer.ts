/**
 * Sends emails over SMTP. Consecutive emails share connections. Hard time limits make a hanging mail server
 * cost a job only one attempt. Customers' input never becomes a header: an address must be one plain address,
 * and a subject is one line.
 */
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type Email, type Mailer, mailConcurrency, Undeliverable } from '#ports/mailer.ts';

const connectTimeoutMs = 5_000;
const longestSendMs = 20_000;
/** `?maxConnections=5` at the end of `SMTP_URL` sets a lower limit. */
const connectionsAtMost = mailConcurrency;
/**
 * Far below the minutes that mail servers wait: we close idle connections first, so none is used after the
 * server closed it.
 */
const restMs = 1_000;

export type SmtpSettings = {
  url: string;
  from: string /** Time limit for one email; default 20 s. */;
  timeoutMs?: number;
};

export function createSmtpMailer({ url, from, timeoutMs = longestSendMs }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsAtMost,
    idleTimeout: restMs,
    // A broken connection fails the attempt; the job decides about a retry.
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
        // Marks the email as automatic for out-of-office replies and mailing lists (RFC 3834).
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...unsubscribeHeaders(email),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      }).compile();
      // Sent as one buffer: as a stream, a receipt with its invoice took about twenty network writes.
      const sent = transport.sendMail({
        envelope: message.getEnvelope(),
        raw: await message.build(),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await sent.catch((error: unknown) => {
        throw isPermanent(error as Refusal)
          ? new Undeliverable(`the mail server rejects it: ${replyOf(error)}`, { cause: error })
          : error;
      });
    },
  };
}

/** Mail programs show an unsubscribe button for these (RFC 2369, RFC 8058). */
function unsubscribeHeaders({ unsubscribeAddress }: Email): Record<string, string> {
  if (unsubscribeAddress === undefined) return {};
  const { href } = new URL(unsubscribeAddress);
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

type Refusal = { command?: string; responseCode?: number; response?: string };

/**
 * Commands that concern an email. An earlier rejection is about the connection or the login, not about the
 * email.
 */
const offers: readonly (string | undefined)[] = ['MAIL FROM', 'RCPT TO', 'DATA'];
/**
 * The server requires a login or encryption: one of our settings is wrong, and email waits until it is fixed
 * (RFC 4954, 6).
 */
const logInReplies = [530, 534, 535, 538];

/**
 * A 5xx reply is permanent (RFC 5321, 4.2.1): a retry gets the same answer. The email fails immediately, and
 * the alarm names the reply. Staff can resend it when the cause was on our side, such as a block list.
 */
const isPermanent = ({ command, responseCode = 0 }: Refusal): boolean =>
  offers.includes(command) &&
  responseCode >= 500 &&
  responseCode < 600 &&
  !logInReplies.includes(responseCode);

/** Only the codes: mail servers often repeat the address in the text. */
const replyOf = (error: unknown): string =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec((error as Refusal).response ?? '')?.[0] ?? 'no';

/** Rejects lists, display names, spaces, and line breaks: the text must be exactly one address. */
function oneAddress(to: string): string {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to))
    throw new Undeliverable('an email needs exactly one plain e-mail address');
  return to;
}

/** Accepts our own names, such as `INV-2026-00001.pdf`; anything else could inject a header. */
function plainFileName(name: string): string {
  if (!/^[\w-]+\.pdf$/.test(name)) throw new Error('An attachment needs a plain file name');
  return name;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function ownMessageId({ messageId }: Email): string {
  if (!/^<[\w.-]+@[\w.:-]+>$/.test(messageId))
    throw new Error('An email needs a message id of the form <id@host>');
  return messageId;
}
