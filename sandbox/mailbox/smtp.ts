/**
 * An SMTP server on loopback that accepts mail to any recipient, without login or TLS. It confirms a mail
 * only after it is stored. It can be set to reject mails, to exercise the shop's retries. `no-such-user@…` is
 * always rejected.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { MailStore, StoredMail } from './store.ts';

export type SmtpServer = {
  url: string;
  /** The next `count` mails are answered with 451, "try again later". */
  refuseNext(count: number): void;
  stop(): Promise<void>;
};

const largestMailBytes = 5 * 1024 * 1024;

export async function startSmtpServer({
  host,
  port,
  store,
}: {
  host: string;
  port: number;
  store: MailStore;
}): Promise<SmtpServer> {
  let refusals = 0;
  const server = new SMTPServer({
    name: 'mailbox.sandbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMailBytes,
    // Milliseconds to wait on close: senders may keep idle connections open.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('no-such-user@') ? refusal(550, '5.1.1 No such mailbox') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'The mail is too large'));
        if (refusals > 0) {
          refusals -= 1;
          return done(refusal(451, 'The sandbox was told to refuse this mail'));
        }
        receive(store, Buffer.concat(chunks), session).then(
          (mail) => done(null, `Stored as ${mail.id}`),
          () => done(refusal(451, 'The mail could not be stored')),
        );
      });
    },
  });
  // Ignore aborted connections; without a listener they would end the process.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    refuseNext(count) {
      refusals = count;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const receive = (store: MailStore, raw: Buffer, { envelope }: SMTPServerSession): Promise<StoredMail> =>
  store.add({
    to: envelope.rcptTo.map(({ address }) => address).join(', '),
    receivedAt: new Date().toISOString(),
    raw: raw.toString('base64'),
  });

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
