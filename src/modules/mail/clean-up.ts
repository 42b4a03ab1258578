/** How long the words of an email stay. That it was sent, when, to whom and under which subject stays with the order. */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Database } from '#platform/database.ts';
import { asTheyAge, batchSize } from '#platform/in-batches.ts';

/** Those about messages go as a whole with their message, and have a time of their own. */
const ofMessages = sql`kind in ('contact_message', 'contact_received', 'contact_answer')`;
const hasEnded = sql`(sent_at is not null or failed_at is not null)`;

/** The part that is for the eye goes first: without it an email is not sent once more. Answers how many emails became shorter. */
export async function emptyOldEmails(db: Database, now: Date): Promise<number> {
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  return (
    (await emptyUpTo(db, 'html', before(retentionOf.emailPageDays))) + (await emptyUpTo(db, 'text', before(retentionOf.emailTextDays)))
  );
}

const emptyUpTo = (db: Database, part: 'html' | 'text', before: Date): Promise<number> =>
  asTheyAge(db, { name: `emails without ${part}`, table: sql`mail`, since: sql`created_at`, before }, (from, until) => {
    const column = sql.ref(part);
    return sql`
      update mail set ${column} = '' where id in (
        select id from mail
        where created_at >= ${from} and created_at < ${until} and ${column} <> '' and ${hasEnded} and not ${ofMessages}
        limit ${batchSize})`;
  });

/** Emails that carry a message, answer one, or speak of one, go when the message goes. */
export const deleteEmailsOfMessages = (db: Database, before: Date): Promise<number> =>
  asTheyAge(
    db,
    { name: 'emails of messages', table: sql`mail`, since: sql`created_at`, before },
    (from, until) => sql`
      delete from mail where id in (
        select id from mail where created_at >= ${from} and created_at < ${until} and ${ofMessages} and ${hasEnded} limit ${batchSize})`,
  );
