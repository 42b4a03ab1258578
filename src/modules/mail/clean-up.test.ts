/** How long each part of an email is stored, depending on what it belongs to. */
import { retentionOf } from '#kernel/retention.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { cleanUpEmails, deleteEmailsOfMessages } from './clean-up.ts';

const now = new Date('2026-11-01T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

let database: TestDatabase | null = null;
beforeEach(async () => {
  await database?.close();
  database = await aDatabase();
});
afterAll(() => database?.close());

type Email = {
  id: string;
  kind?: string;
  to?: string;
  days: number;
  order?: string;
  token?: string;
  reminder?: string;
  copyOf?: string;
  isWaiting?: true;
};

/** Skips foreign key checks, because the rows that these emails reference do not exist. */
const write = (emails: Email[]) =>
  db()
    .connection()
    .execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      for (const {
        id,
        kind = 'password_changed',
        to = 'ama@example.com',
        days,
        order,
        token,
        reminder,
        copyOf,
        isWaiting,
      } of emails)
        await connection
          .insertInto('mail')
          .values({
            ...{ id, kind, to_address: to, subject: 'x', text: 'text', html: 'html', created_at: ago(days) },
            ...{ sent_at: isWaiting ? null : ago(days), order_id: order ?? null, token_id: token ?? null },
            ...{ reminder_id: reminder ?? null, copy_of: copyOf ?? null },
          })
          .execute();
      await sql`set session_replication_role = default`.execute(connection);
    });
const db = () => {
  if (database === null) throw new Error('there is no database yet');
  return database.db;
};
const readRemaining = async () =>
  Object.fromEntries(
    (await db().selectFrom('mail').select(['id', 'html', 'text']).orderBy('id').execute()).map(
      ({ id, html, text }) => [id, `${html} ${text}`.trim()],
    ),
  );

test('the HTML of an email that can no longer be resent is deleted within weeks, of all others after a year', async () => {
  const weeks = retentionOf.linkPageDays + 1;
  await write([
    { id: 'link', days: weeks, token: 'tok' },
    { id: 'reminder', days: weeks, reminder: 'rem' },
    { id: 'waiting', days: weeks, token: 'tok', isWaiting: true },
    { id: 'receipt', days: weeks, order: 'ord' },
    { id: 'fresh', days: weeks - 2, token: 'tok' },
    { id: 'year', days: retentionOf.emailPageDays + 1, order: 'ord' },
  ]);
  expect(await cleanUpEmails(db(), now)).toEqual({ emails: 3, emailsOfNoOrder: 0 });
  const both = 'html text';
  expect(await readRemaining()).toEqual({
    fresh: both,
    link: 'text',
    receipt: both,
    reminder: 'text',
    waiting: both,
    year: 'text',
  });
});

test('after three years an order email is emptied, and others are deleted unless referenced', async () => {
  const days = retentionOf.emailTextDays + 1;
  await write([
    ...[
      { id: 'order', days, order: 'ord' },
      { id: 'account', days },
      { id: 'young', days: days - 2 },
    ],
    ...[
      { id: 'way-in', kind: 'set_password', days },
      { id: 'nobodys', kind: 'set_password', days, to: 'nobody@example.com' },
      { id: 'first', days },
      { id: 'copy', days: 1, copyOf: 'first' },
      { id: 'noticed', days },
    ],
  ]);
  await db()
    .connection()
    .execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await sql`insert into credit_notice (key, user_id, kind, mail_id, at) values ('k', 'usr', 'frozen', 'noticed', now())`.execute(
        connection,
      );
      await sql`insert into app_user (id, email, created_at, deleted_at) values ('usr', 'ama@example.com', now(), null), ('gone', 'nobody@example.com', now(), now())`.execute(
        connection,
      );
      await sql`set session_replication_role = default`.execute(connection);
    });
  expect(await cleanUpEmails(db(), now)).toEqual({ emails: 9, emailsOfNoOrder: 2 });
  expect(await readRemaining()).toEqual({
    copy: 'html text',
    first: '',
    noticed: '',
    order: '',
    'way-in': '',
    young: 'text',
  });
});

test('emails about messages are deleted with them, and no others', async () => {
  const days = retentionOf.messageDays + 1;
  await write([
    { id: 'answer', kind: 'contact_answer', days },
    { id: 'received', kind: 'contact_received', days },
    { id: 'young', kind: 'contact_message', days: days - 2 },
    { id: 'other', days },
    { id: 'sent-again', kind: 'copy', days: 1, copyOf: 'answer' },
  ]);
  expect(await deleteEmailsOfMessages(db(), ago(retentionOf.messageDays))).toBe(3);
  expect(Object.keys(await readRemaining())).toEqual(['other', 'young']);
});
