/** Which rejections of a mail server are permanent, and which are temporary. */
import { type AddressInfo, createServer } from 'node:net';
import { mailConcurrency, Undeliverable } from '#ports/mailer.ts';
import { expect, test } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';

type Step = 'greeting' | 'MAIL' | 'RCPT' | 'DATA';
const defaults: Record<string, string> = {
  greeting: '220 mail.example',
  EHLO: '250 mail.example',
  MAIL: '250 Ok',
  RCPT: '250 Ok',
  QUIT: '221 Bye',
};

/**
 * A server that answers each line by its first word and falls silent on `null`. `toMessage` is the answer to
 * a whole message.
 */
async function aServer(answerTo: (line: string) => string | null, toMessage = '250 Ok') {
  const server = createServer((socket) => {
    server.emit('opened');
    let isMessage = false;
    socket.on('error', () => undefined);
    socket.write(`${answerTo('greeting')}\r\n`);
    socket.setEncoding('latin1').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter(Boolean)) {
        if (isMessage && line !== '.') continue;
        const answer = isMessage ? toMessage : answerTo(line);
        isMessage = answer?.startsWith('354') ?? false;
        if (answer !== null) socket.write(`${answer}\r\n`);
      }
    });
  });
  const counted = { connections: 0 };
  server.on('opened', () => (counted.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
  return { url, counted, close: () => server.close() };
}

const from = 'Stateside <hello@stateside.example>';
const emailTo = (to: string) => ({
  messageId: '<mail_1@shop.example>',
  to,
  subject: 'Hello',
  text: 'Words',
  html: '<p>Words</p>',
});

/** The outcome of an email when the server answers `reply` at this step. */
async function errorWhenReplied(step: Step, reply: string): Promise<unknown> {
  const replies: Record<string, string> = { ...defaults, [step]: reply };
  const server = await aServer(
    (line) => replies[line === 'greeting' ? line : line.slice(0, 4).toUpperCase()] ?? '502 What?',
  );
  try {
    return await createSmtpMailer({ url: server.url, from })
      .send(emailTo('ada@lagos.example'))
      .catch((error: unknown) => error);
  } finally {
    server.close();
  }
}

const acceptAll = (line: string): string => {
  const word = line === 'greeting' ? line : line.slice(0, 4).toUpperCase();
  return word === 'DATA' ? '354 Go on' : (defaults[word] ?? '250 Ok');
};

test('emails that follow one another share a connection', async () => {
  const server = await aServer(acceptAll);
  const mailer = createSmtpMailer({ url: server.url, from });
  for (let email = 0; email < 5; email += 1) await mailer.send(emailTo('ada@lagos.example'));
  expect(server.counted.connections).toBe(1);
  server.close();
});

test('concurrent emails open connections up to the limit', async () => {
  const server = await aServer(acceptAll);
  const mailer = createSmtpMailer({ url: server.url, from });
  await Promise.all(
    Array.from({ length: 5 * mailConcurrency }, () => mailer.send(emailTo('ada@lagos.example'))),
  );
  expect(server.counted.connections).toBeGreaterThan(1);
  expect(server.counted.connections).toBeLessThanOrEqual(mailConcurrency);
  server.close();
});

test('an address that the server never answers about times out for its own email only', async () => {
  const server = await aServer((line) => (line.includes('slow@') ? null : acceptAll(line)));
  const mailer = createSmtpMailer({ url: server.url, from, timeoutMs: 500 });
  const slow = mailer.send(emailTo('slow@lagos.example')).catch((error: unknown) => error);
  for (let email = 0; email < 5; email += 1) await mailer.send(emailTo('ada@lagos.example'));
  const outcome = await slow;
  expect(outcome).toBeInstanceOf(Error);
  expect(outcome).not.toBeInstanceOf(Undeliverable);
  await mailer.send(emailTo('ada@lagos.example'));
  server.close();
});

test('a connection that drops during an email fails the attempt, and nothing is resent outside the job', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    socket.setEncoding('latin1').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter(Boolean)) {
        commands.push(line.slice(0, 4));
        if (line === '.') socket.destroy();
        else if (/^(EHLO|MAIL|RCPT|DATA)/.test(line)) socket.write(`${acceptAll(line)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from });
  await expect(mailer.send(emailTo('ada@lagos.example'))).rejects.toThrow();
  expect(commands.filter((word) => word === 'DATA')).toHaveLength(1);
  server.close();
});

for (const [step, reply] of [
  ['RCPT', '550 5.1.1 <ada@lagos.example> unknown'],
  ['RCPT', '550 No such user'],
  ['RCPT', '551 User has moved'],
  ['RCPT', '552 5.2.2 Mailbox is full'],
  ['RCPT', '553 5.1.3 Bad address'],
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '550 rejected because 192.0.2.1 is in a black list at blocks.example'],
  ['MAIL', '550 5.1.0 Sender refused'],
  ['MAIL', '552 5.3.4 Message too big'],
  ['DATA', '554 5.6.0 No such words here'],
] as const) {
  test(`"${reply}" at ${step} is permanent, and the address is not repeated`, async () => {
    const error = await errorWhenReplied(step, reply);
    expect(error).toBeInstanceOf(Undeliverable);
    expect((error as Error).message).toBe(
      `the mail server rejects it: ${reply.match(/^\d{3}( 5\.\d\.\d)?/)?.[0]}`,
    );
  });
}

test('a message rejected after its last line fails immediately', async () => {
  const server = await aServer(acceptAll, '554 5.7.1 Looks like spam');
  const sent = createSmtpMailer({ url: server.url, from }).send(emailTo('ada@lagos.example'));
  await expect(sent).rejects.toMatchObject({ message: 'the mail server rejects it: 554 5.7.1' });
  server.close();
});

for (const [step, reply] of [
  ['RCPT', '450 4.2.1 Try later'],
  ['RCPT', '452 4.5.3 Too many recipients'],
  ['MAIL', '421 4.3.2 Shutting down'],
  ['MAIL', '530 5.7.0 Log in first'],
  ['DATA', '451 4.3.0 Try later'],
  ['greeting', '554 No service here'],
] as const) {
  test(`"${reply}" at ${step} is temporary: the email is retried`, async () => {
    const error = await errorWhenReplied(step, reply);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
  });
}
