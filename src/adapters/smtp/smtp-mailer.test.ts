/** Which no of a mail server is for good, and which may pass: an email that is given up wrongly is a receipt that nobody gets. */
import { type AddressInfo, createServer } from 'node:net';
import { Undeliverable } from '#ports/mailer.ts';
import { expect, test } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';

type Step = 'greeting' | 'MAIL' | 'RCPT' | 'DATA';
const usual: Record<string, string> = {
  greeting: '220 mail.example',
  EHLO: '250 mail.example',
  MAIL: '250 Ok',
  RCPT: '250 Ok',
  QUIT: '221 Bye',
};

/** What becomes of an email when the server says `reply` at this step. */
async function whenTold(step: Step, reply: string): Promise<unknown> {
  const told: Record<string, string> = { ...usual, [step]: reply };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(`${told.greeting}\r\n`);
    socket.setEncoding('latin1').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter(Boolean)) socket.write(`${told[line.slice(0, 4).toUpperCase()] ?? '502 What?'}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    from: 'Stateside <hello@stateside.example>',
  });
  try {
    return await mailer
      .send({ messageId: '<mail_1@shop.example>', to: 'ada@lagos.example', subject: 'Hello', text: 'Words', html: '<p>Words</p>' })
      .catch((error: unknown) => error);
  } finally {
    server.close();
  }
}

for (const reply of [
  '550 5.1.1 <ada@lagos.example> unknown',
  '550 No such user',
  '551 User has moved',
  '553 5.1.3 Bad address',
  '550 5.2.1 Mailbox disabled',
  '550 Unrouteable address',
  '550 <ada@lagos.example>: user unknown',
  "550 This mailbox doesn't exist",
]) {
  test(`"${reply}" to the recipient is for good, and the address is not repeated`, async () => {
    const error = await whenTold('RCPT', reply);
    expect(error).toBeInstanceOf(Undeliverable);
    expect((error as Error).message).toBe(`the mail server refuses the address: ${reply.match(/^\d{3}( 5\.\d\.\d)?/)?.[0]}`);
  });
}

for (const [step, reply] of [
  ['RCPT', '450 4.2.1 Try later'],
  ['RCPT', '552 5.2.2 Mailbox is full'],
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '550 5.7.1 Your network is on a list'],
  // Exim and qmail say so without a code in front.
  ['RCPT', '550 relay not permitted'],
  ['RCPT', '550 rejected because 192.0.2.1 is in a black list at blocks.example'],
  ['RCPT', '550 Sender verify failed'],
  ['RCPT', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT', '551 we do not relay'],
  ['MAIL', '550 5.1.0 Sender refused'],
  ['DATA', '554 5.6.0 No such words here'],
  ['greeting', '554 No service here'],
] as const) {
  test(`"${reply}" at ${step} may pass: the email is tried again`, async () => {
    const error = await whenTold(step, reply);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
  });
}
