/** SQL for the history of a message: answers and their state, emails, notes, and staff actions. Read only. */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Condition on `contact_answer`: it can still be undone, or its job has not run. */
export const isOnItsWay: RawBuilder<boolean> = sql<boolean>`exists (
  select from bulk_row join bulk_act on bulk_act.id = act_id
  where subject = contact_answer.id and kind = 'send_answer' and bulk_row.state = 'waiting' and bulk_act.state in ('waiting', 'running'))`;

const name = sql<string>`trim(concat_ws(' ', first_name, last_name))`;

export type MailState = { sent_at: Date | null; failed_at: Date | null; problem: string | null };

/** Oldest first. */
export async function answersOf(db: Database, messageId: string) {
  return db
    .selectFrom('contact_answer')
    .innerJoin('app_user', 'app_user.id', 'author_id')
    .leftJoin('mail', 'mail.id', 'mail_id')
    .leftJoin('alarm', (join) =>
      join.onRef('alarm.subject', '=', 'mail.id').on('alarm.kind', '=', 'mail_undeliverable'),
    )
    .select(['contact_answer.id', 'contact_answer.text', 'written_at', 'author_id', 'closes', 'mail_id'])
    .select(['contact_answer.sent_at as written', 'mail.sent_at', 'failed_at', 'alarm.detail as problem'])
    .select([name.as('by'), isOnItsWay.as('is_on_its_way')])
    .where('message_id', '=', messageId)
    .orderBy('written_at')
    .orderBy('contact_answer.id')
    .execute();
}

/** Emails sent automatically about the message, oldest first. */
export const emailsOf = (db: Database, messageId: string) =>
  db
    .selectFrom('mail')
    .leftJoin('alarm', (join) =>
      join.onRef('alarm.subject', '=', 'mail.id').on('alarm.kind', '=', 'mail_undeliverable'),
    )
    .select([
      'mail.id',
      'mail.kind',
      'to_address',
      'mail.subject',
      'mail.created_at',
      'sent_at',
      'failed_at',
      'alarm.detail as problem',
    ])
    .where('contact_message_id', '=', messageId)
    .where('mail.kind', '<>', 'contact_answer')
    .orderBy('mail.created_at')
    .execute();

/** Notes and answers are listed separately. */
const recordedElsewhere = ['note_written', 'message_answered'];

export const actsOf = (db: Database, messageId: string) =>
  db
    .selectFrom('audit_log')
    .leftJoin('app_user', 'app_user.id', 'actor_id')
    .select(['audit_log.id', 'action', 'at', name.as('by')])
    .where('object', '=', messageId)
    .where('action', 'not in', recordedElsewhere)
    .orderBy('audit_log.id')
    .execute();

/** Staff who may be assigned messages. */
export const teamOf = (db: Database, roles: readonly string[]) =>
  db
    .selectFrom('app_user')
    .select(['id', name.as('name')])
    .where('role', 'in', roles as never)
    .where('role', '<>', 'customer')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('first_name')
    .orderBy('id')
    .limit(100)
    .execute();

/** The account whose owner has verified the address. */
export const customerOf = (db: Database, email: string) =>
  db
    .selectFrom('app_user')
    .select(['id', name.as('name')])
    .where('email', '=', email.toLowerCase())
    .where('role', '=', 'customer')
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const othersAtMost = 100;

export async function countOthers(db: Database, id: string, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from contact_message where lower(email) = ${email.toLowerCase()} and id <> ${id} limit ${othersAtMost}) as others`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export const consentsOf = async (db: Database, messageId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('consent')
      .select('kind')
      .where('message_id', '=', messageId)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind);

export const messageOf = (db: Database, id: string) =>
  db
    .selectFrom('contact_message')
    .leftJoin('app_user', 'app_user.id', 'changed_by')
    .selectAll('contact_message')
    .select(sql<string>`trim(concat_ws(' ', app_user.first_name, app_user.last_name))`.as('changed_name'))
    .where('contact_message.id', '=', id)
    .executeTakeFirst();
