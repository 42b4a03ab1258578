/** Whether the mail server accepts non-ASCII mailboxes: its greeting then lists SMTPUTF8 (RFC 6531). */
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

const answerWithinMs = 5_000;

/** @throws when the mail server does not answer within 5 s. */
export function offersUnicodeMailboxes(url: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const times = {
      connectionTimeout: answerWithinMs,
      greetingTimeout: answerWithinMs,
      socketTimeout: answerWithinMs,
    };
    const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...times });
    connection.once('error', reject);
    connection.connect(() => {
      // Nodemailer reads the extensions for itself; its types do not include them.
      const { _supportedExtensions: offered = [] } = connection as unknown as {
        _supportedExtensions?: string[];
      };
      connection.quit();
      resolve(offered.includes('SMTPUTF8'));
    });
  });
}
