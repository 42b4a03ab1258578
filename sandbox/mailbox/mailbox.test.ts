/** Mail sent over SMTP appears on the pages and in the control API, and nothing in it can run. */
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from './start.ts';

type Listed = {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  receivedAt: string;
};

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aMailbox(dataDir: string | null = null): Promise<Mailbox> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, dataDir });
  cleanups.push(() => mailbox.stop());
  return mailbox;
}

const mailerTo = (mailbox: Mailbox) =>
  createSmtpMailer({ url: mailbox.smtpUrl, from: 'Stateside <hello@stateside.example>' });
const list = async (mailbox: Mailbox, query = ''): Promise<Listed[]> =>
  (await (await mailbox.app.request(`/control/mailbox${query}`)).json()) as Listed[];

const email = (changes: Partial<Listed> = {}) => ({
  messageId: '<mail_1@shop.example>',
  to: 'ada@lagos.example',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Rich words</p>',
  ...changes,
});

test('an email arrives with both parts, its sender and the message id it was given', async () => {
  const mailbox = await aMailbox();
  await mailerTo(mailbox).send(email());
  expect(await list(mailbox)).toMatchObject([
    {
      to: 'ada@lagos.example',
      from: 'Stateside <hello@stateside.example>',
      subject: 'Hello',
      text: 'Plain words',
      html: '<p>Rich words</p>',
      messageId: '<mail_1@shop.example>',
    },
  ]);
});

test('automated emails are marked as automated', async () => {
  const mailbox = await aMailbox();
  await mailerTo(mailbox).send(email());
  const [mail] = await list(mailbox);
  expect(await (await mailbox.app.request(`/mailbox/${mail?.id}/raw.eml`)).text()).toMatch(
    /^Auto-Submitted: auto-generated\r$/m,
  );
});

test('a line break in a subject cannot add a header', async () => {
  const mailbox = await aMailbox();
  await mailerTo(mailbox).send(email({ subject: 'Hello\r\nBcc: victim@else.example\r\n\r\nOther words' }));
  const [mail] = await list(mailbox);
  expect(mail?.subject).toBe('Hello Bcc: victim@else.example Other words');
  expect(await (await mailbox.app.request(`/mailbox/${mail?.id}/raw.eml`)).text()).not.toMatch(/^Bcc:/im);
});

for (const to of [
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example, c@d.example',
  'a@b.example c@d.example',
  'Ada <a@b.example>',
  '<a@b.example>',
  'a@b@c.example',
  '',
  'nobody',
]) {
  test(`the address ${JSON.stringify(to)} is rejected before anything is sent`, async () => {
    const mailbox = await aMailbox();
    await expect(mailerTo(mailbox).send(email({ to }))).rejects.toThrow('exactly one plain e-mail address');
    expect(await list(mailbox)).toEqual([]);
  });
}

test('a waiting test is answered when its own mail arrives, and never sees mail to others', async () => {
  const mailbox = await aMailbox();
  const waiting = list(mailbox, '?to=ADA@lagos.example&count=2&wait=10000');
  await mailerTo(mailbox).send(email({ to: 'other@else.example' }));
  await mailerTo(mailbox).send(email({ subject: 'First' }));
  await mailerTo(mailbox).send(email({ subject: 'Second' }));
  expect((await waiting).map(({ subject }) => subject)).toEqual(['Second', 'First']);
});

test('mail survives a restart of the sandbox until it is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  const first = await aMailbox(folder);
  await mailerTo(first).send(email());
  const before = await list(first);
  await first.stop();
  const second = await aMailbox(folder);
  expect(await list(second)).toEqual(before);
  expect((await second.app.request('/control/mailbox', { method: 'DELETE' })).status).toBe(204);
  expect(await list(await aMailbox(folder))).toEqual([]);
});

test('a mailbox set to refuse answers "try again later" and stores nothing', async () => {
  const mailbox = await aMailbox();
  await mailbox.app.request('/control/mailbox/refusals', { method: 'PUT', body: '{"count":1}' });
  await expect(mailerTo(mailbox).send(email())).rejects.toThrow('451');
  await mailerTo(mailbox).send(email());
  expect(await list(mailbox)).toHaveLength(1);
});

test('hostile mail is text on the page, and its HTML is served where no script runs', async () => {
  const mailbox = await aMailbox();
  const attack = '<script>document.title = "taken"</script>';
  await mailerTo(mailbox).send(email({ subject: attack, text: attack, html: `<p>${attack}</p>` }));
  const [mail] = await list(mailbox);
  for (const path of ['/mailbox', `/mailbox/${mail?.id}`]) {
    expect(await (await mailbox.app.request(path)).text()).not.toContain(attack);
  }
  const framed = await mailbox.app.request(`/mailbox/${mail?.id}/html`);
  expect(framed.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups[^;]*; default-src 'none'/,
  );
  expect(framed.headers.get('content-security-policy')).not.toContain('allow-scripts');
});

test('a missing mail shows a not-found page', async () => {
  const answer = await (await aMailbox()).app.request('/mailbox/nothing');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('This mail is not here');
});
