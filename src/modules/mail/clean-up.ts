/** How long an email stays. That it was sent, when, to whom and under which subject stays with its order. */
import { type RawBuilder, sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Database } from '#platform/database.ts';
import { asTheyAge, batchSize } from '#platform/in-batches.ts';
import { isForOnce, isWaiting } from './store.ts';

/** Those about messages go as a whole with their message, and have a time of their own. */
const ofMessages = sql`kind in ('contact_message', 'contact_received', 'contact_answer')`;
const hasEnded = sql`not (${isWaiting})`;
const byAge = { table: sql`mail`, since: sql`created_at` };

/** What somebody else's row tells of, and the proof that a person was sent the way into the account that a purchase made. */
const isTold = sql`((kind = 'set_password' and exists (select from app_user where email = lower(to_address) and deleted_at is null)) or exists (select from order_event where mail_id = mail.id) or exists (select from dunning_try where mail_id = mail.id)
  or exists (select from credit_notice where mail_id = mail.id) or exists (select from mail other where other.copy_of = mail.id))`;

/** The part that is for the eye goes first: without it an email is not sent once more. Answers how many emails became shorter, and how many went. */
export async function cleanUpEmails(db: Database, now: Date): Promise<{ emails: number; emailsOfNoOrder: number }> {
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  return {
    emailsOfNoOrder: await deleteOfNoOrder(db, before(retentionOf.emailTextDays)),
    emails:
      (await empty(db, 'html', 'emails with a link without html', before(retentionOf.linkPageDays), isForOnce)) +
      (await empty(db, 'html', 'emails without html', before(retentionOf.emailPageDays), sql`true`)) +
      (await empty(db, 'text', 'emails without text', before(retentionOf.emailTextDays), sql`true`)),
  };
}

const empty = (db: Database, part: 'html' | 'text', name: string, before: Date, which: RawBuilder<unknown>): Promise<number> =>
  asTheyAge(db, { name, ...byAge, before }, (from, until) => {
    const column = sql.ref(part);
    return sql`
      update mail set ${column} = '' where id in (
        select id from mail
        where created_at >= ${from} and created_at < ${until} and ${column} <> '' and ${hasEnded} and not ${ofMessages} and ${which}
        limit ${batchSize})`;
  });

const deleteOfNoOrder = (db: Database, before: Date): Promise<number> =>
  asTheyAge(
    db,
    { name: 'emails of no order', ...byAge, before },
    (from, until) => sql`
      delete from mail where id in (
        select id from mail
        where created_at >= ${from} and created_at < ${until} and order_id is null and ${hasEnded} and not ${ofMessages} and not ${isTold}
        limit ${batchSize})`,
  );

/** Emails that carry a message, answer one, or speak of one, go when the message goes, and with each its copies. */
export const deleteEmailsOfMessages = (db: Database, before: Date): Promise<number> =>
  asTheyAge(
    db,
    { name: 'emails of messages', ...byAge, before },
    (from, until) => sql`
      with old as (
        select id from mail where created_at >= ${from} and created_at < ${until} and ${ofMessages} and ${hasEnded} limit ${batchSize})
      delete from mail where id in (select id from old union all select copy.id from old join mail copy on copy.copy_of = old.id)`,
  );
