/** Deletes old emails. The date, recipient and subject of an email are stored as long as its order. */
import { type RawBuilder, sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Database } from '#platform/database.ts';
import { processByAge, batchSize } from '#platform/in-batches.ts';
import { isNotRepeatable, isWaiting } from './store.ts';

/** Emails about messages are deleted as a whole with their message, on a separate schedule. */
const ofMessages = sql`kind in ('contact_message', 'contact_received', 'contact_answer')`;
const hasEnded = sql`not (${isWaiting})`;
const byAge = { table: sql`mail`, since: sql`created_at` };

/**
 * Emails that other rows refer to, and the proof that a customer was sent access to the account of a
 * purchase.
 */
const isReferenced = sql`((kind = 'set_password' and exists (select from app_user where email = lower(to_address) and deleted_at is null)) or exists (select from order_event where mail_id = mail.id) or exists (select from dunning_try where mail_id = mail.id)
  or exists (select from credit_notice where mail_id = mail.id) or exists (select from mail other where other.copy_of = mail.id))`;

/**
 * The HTML part is deleted first; without it an email cannot be resent. Returns how many emails were
 * shortened and how many deleted.
 */
export async function cleanUpEmails(
  db: Database,
  now: Date,
): Promise<{ emails: number; emailsOfNoOrder: number }> {
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  return {
    emailsOfNoOrder: await deleteOfNoOrder(db, before(retentionOf.emailTextDays)),
    emails:
      (await empty(
        db,
        'html',
        'emails with a link without html',
        before(retentionOf.linkPageDays),
        isNotRepeatable,
      )) +
      (await empty(db, 'html', 'emails without html', before(retentionOf.emailPageDays), sql`true`)) +
      (await empty(db, 'text', 'emails without text', before(retentionOf.emailTextDays), sql`true`)),
  };
}

const empty = (
  db: Database,
  part: 'html' | 'text',
  name: string,
  before: Date,
  which: RawBuilder<unknown>,
): Promise<number> =>
  processByAge(db, { name, ...byAge, before }, (from, until) => {
    const column = sql.ref(part);
    return sql`
      update mail set ${column} = '' where id in (
        select id from mail
        where created_at >= ${from} and created_at < ${until} and ${column} <> '' and ${hasEnded} and not ${ofMessages} and ${which}
        limit ${batchSize})`;
  });

const deleteOfNoOrder = (db: Database, before: Date): Promise<number> =>
  processByAge(
    db,
    { name: 'emails of no order', ...byAge, before },
    (from, until) => sql`
      delete from mail where id in (
        select id from mail
        where created_at >= ${from} and created_at < ${until} and order_id is null and ${hasEnded} and not ${ofMessages} and not ${isReferenced}
        limit ${batchSize})`,
  );

/**
 * Deletes emails that carry, answer, or mention a message when the message is deleted, together with their
 * copies.
 */
export const deleteEmailsOfMessages = (db: Database, before: Date): Promise<number> =>
  processByAge(
    db,
    { name: 'emails of messages', ...byAge, before },
    (from, until) => sql`
      with old as (
        select id from mail where created_at >= ${from} and created_at < ${until} and ${ofMessages} and ${hasEnded} limit ${batchSize})
      delete from mail where id in (select id from old union all select copy.id from old join mail copy on copy.copy_of = old.id)`,
  );
