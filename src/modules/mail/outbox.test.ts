/** Emails from the transaction to the recipient: real PostgreSQL, real SMTP, and the sandbox's mailbox. */
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { cents } from '#kernel/money.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { systemClock } from '#ports/clock.ts';
import type { Attachment } from '#ports/mailer.ts';
import { type Mailbox, startMailbox } from '#sandbox/mailbox/start.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { testKeys } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultCompany } from '#content/site.ts';
import { mailJobs } from './jobs.ts';
import { receiptEmail } from './emails/receipt.ts';
import * as mail from './service.ts';

let database: TestDatabase;
let mailbox: Mailbox;
let deps: mail.MailDeps;
/** Makes the PDFs of this test. */
let printer = (id: string): Attachment => ({
  fileName: 'INV-2026-00001.pdf',
  contentType: 'application/pdf',
  content: Buffer.from(`%PDF of ${id}`),
});

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
    printDocument: async (_db, id) => printer(id),
    isReminderWanted: async () => true,
  };
  mailJobs({ ...deps, untilCalm: async () => undefined });
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
  (await database.db.selectFrom('mail').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow())
    .sent_at;
const isSent = (id: string) => until('the email is marked as sent', () => sentAt(id));

const draft = (to: string, firstName = 'Ada'): mail.EmailDraft => ({
  kind: 'receipt',
  orderId: null,
  to,
  email: receiptEmail({
    publicOrigin: deps.publicOrigin,
    company: defaultCompany,
    invoice: {
      number: 'INV-2026-00001',
      address: `${deps.publicOrigin}/invoices/inv_0000000000000000000000`,
    },
    items: [{ productId: 'ein-filing', name: 'EIN filing', total: cents(14_900), renewal: null }],
    order: {
      number: 'S-1001',
      paidAt: new Date(),
      subtotal: cents(14_900),
      discount: cents(0),
      discountCode: null,
      total: cents(14_900),
      billing: {
        firstName,
        lastName: 'Obi',
        email: to,
        country: 'Nigeria',
        phone: '+234 803 555 0199',
        addressLine1: '14 Cole Street',
      },
    },
  }),
});
const queue = (email: mail.EmailDraft) =>
  database.db.transaction().execute((tx) => mail.queue(tx, deps, email));

const queueWithoutJob = (email: mail.EmailDraft) =>
  database.db
    .transaction()
    .execute((tx) =>
      mail.queue(tx, { ...deps, jobs: { ...deps.jobs, enqueueAll: async () => undefined } }, email),
    );

test('an email queued in a committed transaction arrives with both parts, under the id of its row', async () => {
  const id = await queue(draft('both@parts.example'));
  const [received] = await inbox('both@parts.example', 10_000);
  expect(received).toMatchObject({
    subject: 'Your receipt for order S-1001',
    messageId: `<${id}@shop.example>`,
  });
  expect(received?.text).toContain('Total: $149.00');
  expect(received?.html).toContain('$149.00</td>');
  await isSent(id);
});

const rawOf = async (to: string): Promise<string> => {
  const [{ id } = { id: '' }] = (await (await mailbox.app.request(`/control/mailbox?to=${to}`)).json()) as {
    id: string;
  }[];
  return (await mailbox.app.request(`/mailbox/${id}/raw.eml`)).text();
};
const withInvoice = (to: string): mail.EmailDraft => ({
  ...draft(to),
  attachedDocument: 'inv_0000000000000000000000',
});

test('an email with a document has its PDF, rendered when it is sent and never stored', async () => {
  const id = await queue(withInvoice('with@invoice.example'));
  await isSent(id);
  const raw = await rawOf('with@invoice.example');
  expect(raw).toContain('filename=INV-2026-00001.pdf');
  expect(raw).toContain(Buffer.from('%PDF of inv_0000000000000000000000').toString('base64'));
  const row = await database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('%PDF');
});

test('an email whose PDF cannot be rendered is sent without it, with its link', async () => {
  const workingPrinter = printer;
  printer = () => {
    throw new Error('no fonts');
  };
  const id = await queue(withInvoice('without@invoice.example'));
  await isSent(id);
  printer = workingPrinter;
  const [received] = await inbox('without@invoice.example');
  expect(received?.text).toContain(
    'View or download: https://shop.example:8443/invoices/inv_0000000000000000000000',
  );
  expect(await rawOf('without@invoice.example')).not.toContain('application/pdf');
});

test('an email queued in a transaction that is rolled back is neither stored nor sent', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await mail.queue(tx, deps, draft('rolled@back.example'));
      throw new Error('the order cannot be paid');
    }),
  ).rejects.toThrow('the order cannot be paid');
  await isSent(await queue(draft('after@it.example')));
  expect(await inbox('rolled@back.example')).toEqual([]);
  expect(
    await database.db
      .selectFrom('mail')
      .select('id')
      .where('to_address', '=', 'rolled@back.example')
      .execute(),
  ).toEqual([]);
});

test('a job that reruns after its email was sent sends nothing', async () => {
  const id = await queue(draft('only@once.example'));
  await isSent(id);
  await mail.send(deps, id);
  await database.db.transaction().execute((tx) => deps.jobs.enqueue(tx, 'send-mail', { mailId: id }));
  await isSent(await queue(draft('later@email.example')));
  expect(await inbox('only@once.example')).toHaveLength(1);
});

test('a temporary outage of the mail server delays the email without loss or duplicate', async () => {
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

test('a deleted email is no failure', async () => {
  await expect(mail.send(deps, 'mail_unknown')).resolves.toBeUndefined();
});

const jobsOf = async (id: string): Promise<string[]> =>
  (
    await sql<{
      state: string;
    }>`select state from pgboss.job where name = 'send-mail' and data ->> 'mailId' = ${id}`.execute(
      database.db,
    )
  ).rows.map(({ state }) => state);
const written = (id: string, hoursAgo: number) =>
  database.db
    .updateTable('mail')
    .set({ created_at: new Date(Date.now() - hoursAgo * 3_600_000) })
    .where('id', '=', id)
    .execute();
const rejectNext = (count: number) =>
  mailbox.app.request('/control/mailbox/refusals', { method: 'PUT', body: JSON.stringify({ count }) });
const alarmOf = (id: string) =>
  database.db.selectFrom('alarm').select(['kind', 'detail']).where('subject', '=', id).execute();

test('repeated sweeps keep one job for an email that waits for its retry', async () => {
  await rejectNext(1_000);
  const id = await queue(draft('waits@long.example'));
  await until('it was tried', async () => (await jobsOf(id)).includes('retry'));
  await written(id, 15);
  for (let hour = 0; hour < 4; hour += 1) await mail.sweepUnsent(deps);
  expect(await jobsOf(id)).toHaveLength(1);
  await rejectNext(0);
  await isSent(id);
});

test('an email whose job gave up gets one more, and no second one', async () => {
  await rejectNext(1_000);
  const id = await queue(draft('given@up.example'));
  await until('it was tried', async () => (await jobsOf(id)).includes('retry'));
  await sql`update pgboss.job set state = 'failed' where name = 'send-mail' and data ->> 'mailId' = ${id}`.execute(
    database.db,
  );
  await written(id, 15);
  for (let hour = 0; hour < 3; hour += 1) {
    await mail.sweepUnsent(deps);
    expect((await jobsOf(id)).filter((state) => state !== 'failed')).toHaveLength(1);
  }
  await rejectNext(0);
  await isSent(id);
  expect(await inbox('given@up.example')).toHaveLength(1);
});

test('two workers with the same email concurrently: one sends it, the other retries later', async () => {
  const id = await queueWithoutJob(draft('one@hand.example'));
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slowly: mail.MailDeps = {
    ...deps,
    mailer: {
      send: async (email) => {
        begun.resolve();
        await held.promise;
        await deps.mailer.send(email);
      },
    },
  };
  const first = mail.send(slowly, id);
  await begun.promise;
  await expect(mail.send(deps, id)).rejects.toThrow('is being sent by another worker');
  held.resolve();
  await first;
  await mail.send(deps, id);
  expect(await inbox('one@hand.example')).toHaveLength(1);
});

test('after a worker crash the email waits, and is then sent', async () => {
  const id = await queueWithoutJob(draft('orphan@email.example'));
  await sql`update mail set sending_until = now() + interval '1 minute' where id = ${id}`.execute(
    database.db,
  );
  await expect(mail.send(deps, id)).rejects.toThrow('is being sent by another worker');
  await sql`update mail set sending_until = now() - interval '1 second' where id = ${id}`.execute(
    database.db,
  );
  await mail.send(deps, id);
  expect(await inbox('orphan@email.example')).toHaveLength(1);
});

test('a database that fails right after the mail server accepted is updated later, without a duplicate', async () => {
  const id = await queueWithoutJob(draft('taken@once.example'));
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''away''; end'`.execute(
    database.db,
  );
  await sql`create trigger away before update of sent_at on mail for each row execute function fail()`.execute(
    database.db,
  );
  await expect(mail.send(deps, id)).rejects.toThrow('away');
  await expect(mail.send(deps, id)).rejects.toThrow('away');
  await sql`drop trigger away on mail`.execute(database.db);
  await mail.send(deps, id);
  expect(await sentAt(id)).not.toBeNull();
  expect(await inbox('taken@once.example')).toHaveLength(1);
});

test('an unknown recipient is not retried: the email fails permanently, and an alarm is raised', async () => {
  const id = await queue(draft('no-such-user@typo.example'));
  const [alarm] = await until('the alarm rings', async () => {
    const alarms = await alarmOf(id);
    return alarms.length > 0 && alarms;
  });
  expect(alarm).toEqual({
    kind: 'mail_undeliverable',
    detail: 'The email "receipt" could not be sent: the mail server rejects it: 550 5.1.1',
  });
  await until('its job is done', async () => (await jobsOf(id)).join() === 'completed');
  expect(await sentAt(id)).toBeNull();
  await written(id, 15);
  await mail.sweepUnsent(deps);
  await mail.send(deps, id);
  expect(await jobsOf(id)).toEqual(['completed']);
  expect(await alarmOf(id)).toHaveLength(1);
});

test('after five days of retries an email fails permanently, and frees its place for newer ones', async () => {
  const id = await queueWithoutJob(draft('five@days.example'));
  await written(id, 4 * 24);
  await mail.sweepUnsent({ ...deps, jobs: { ...deps.jobs, enqueue: async () => undefined } });
  expect(await alarmOf(id)).toEqual([]);
  await written(id, 5 * 24 + 1);
  await mail.sweepUnsent(deps);
  expect(await alarmOf(id)).toMatchObject([
    { detail: 'The email "receipt" could not be sent: no mail server accepted it for 5 days' },
  ]);
  expect(await inbox('five@days.example')).toEqual([]);
});

test('an unsendable email to a closed account stores no personal data', async () => {
  const id = await queueWithoutJob(draft('no-such-user@closed.example'));
  await database.db.updateTable('mail').set({ erase_when_sent: true }).where('id', '=', id).execute();
  await mail.send(deps, id);
  const row = await database.db
    .selectFrom('mail')
    .select(['to_address', 'text', 'html'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ to_address: 'deleted@account.invalid', text: '', html: '' });
});
