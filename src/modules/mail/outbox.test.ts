/** Letters from the transaction to the reader: real PostgreSQL, real SMTP, the sandbox's mailbox at the end. */
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { cents } from '#kernel/money.ts';
import { createJobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { systemClock } from '#ports/clock.ts';
import { type Mailbox, startMailbox } from '#sandbox/mailbox/start.ts';
import { aDatabase, type TestDatabase } from '#test/a-database.ts';
import { testKeys } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailJobs } from './jobs.ts';
import { receiptLetter } from './letters/receipt.ts';
import * as mail from './service.ts';

let database: TestDatabase;
let mailbox: Mailbox;
let deps: mail.MailDeps;

beforeAll(async () => {
  database = await aDatabase();
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, dataDir: null });
  deps = {
    db: database.db,
    jobs: await createJobs({ databaseUrl: database.url, log: createLogger('silent') }),
    mailer: createSmtpMailer({ url: mailbox.smtpUrl, from: 'Stateside <hello@stateside.example>' }),
    clock: systemClock,
    log: createLogger('silent'),
    keys: testKeys,
    publicOrigin: 'https://shop.example:8443',
  };
  mailJobs(deps);
  await deps.jobs.start();
});
afterAll(async () => {
  await deps.jobs.stop({ timeoutMs: 5_000 });
  await mailbox.stop();
  await database.close();
});

type Received = { subject: string; text: string; html: string; messageId: string };
const inbox = async (to: string, wait = 0): Promise<Received[]> =>
  (await (await mailbox.app.request(`/control/mailbox?to=${to}&wait=${wait}`)).json()) as Received[];
const sentAt = async (id: string) =>
  (await database.db.selectFrom('mail').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow()).sent_at;
const isSent = (id: string) => until('the letter is marked as sent', () => sentAt(id));

const draft = (to: string, firstName = 'Ada'): mail.LetterDraft => ({
  kind: 'receipt',
  orderId: null,
  to,
  letter: receiptLetter({
    publicOrigin: deps.publicOrigin,
    items: [{ productId: 'ein-filing', name: 'EIN filing', total: cents(14_900), subscriptionPrice: null, subscriptionPeriod: null }],
    order: {
      number: 'S-1001',
      paidAt: new Date(),
      subtotal: cents(14_900),
      discount: cents(0),
      discountCode: null,
      total: cents(14_900),
      billing: { firstName, lastName: 'Obi', email: to, country: 'Nigeria', phone: '+234 803 555 0199', addressLine1: '14 Cole Street' },
    },
  }),
});
const queue = (letter: mail.LetterDraft) => database.db.transaction().execute((tx) => mail.queue(tx, deps, letter));

test('a letter queued in a committed transaction arrives with both parts, under the id of its row', async () => {
  const id = await queue(draft('both@parts.example'));
  const [received] = await inbox('both@parts.example', 10_000);
  expect(received).toMatchObject({ subject: 'Your receipt for order S-1001', messageId: `<${id}@shop.example>` });
  expect(received?.text).toContain('Total: $149.00');
  expect(received?.html).toContain('$149.00</td>');
  await isSent(id);
});

test('a letter queued in a transaction that is rolled back is neither stored nor sent', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await mail.queue(tx, deps, draft('rolled@back.example'));
      throw new Error('the order cannot be paid');
    }),
  ).rejects.toThrow('the order cannot be paid');
  await isSent(await queue(draft('after@it.example')));
  expect(await inbox('rolled@back.example')).toEqual([]);
  expect(await database.db.selectFrom('mail').select('id').where('to_address', '=', 'rolled@back.example').execute()).toEqual([]);
});

test('a job that comes back after its letter was sent sends nothing', async () => {
  const id = await queue(draft('only@once.example'));
  await isSent(id);
  await mail.send(deps, id);
  await database.db.transaction().execute((tx) => deps.jobs.enqueue(tx, 'send-mail', { mailId: id }));
  await isSent(await queue(draft('later@letter.example')));
  expect(await inbox('only@once.example')).toHaveLength(1);
});

test('a mail server that is away for a moment delays the letter and does not lose or double it', async () => {
  await mailbox.app.request('/control/mailbox/refusals', { method: 'PUT', body: '{"count":1}' });
  const id = await queue(draft('patient@buyer.example'));
  await isSent(id);
  expect(await inbox('patient@buyer.example')).toHaveLength(1);
});

test('line breaks in a name add no header and no recipient', async () => {
  await queue(draft('plain@name.example', 'Ada\r\nBcc: victim@else.example\r\n\r\nInjected'));
  await inbox('plain@name.example', 10_000);
  expect(await inbox('victim@else.example')).toEqual([]);
});

test('a letter that no longer exists is no reason to fail', async () => {
  await expect(mail.send(deps, 'mail_unknown')).resolves.toBeUndefined();
});
