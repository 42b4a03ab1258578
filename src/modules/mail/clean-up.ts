/** How long the words of an email stay. That it was sent, when, to whom and under which subject stays with the order. */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';
import { batchSize, inBatches } from '#platform/in-batches.ts';

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

/** Each day looks only at what has come of age since the last one. */
async function emptyUpTo(db: Database, part: 'html' | 'text', before: Date): Promise<number> {
  const name = `emails without ${part}`;
  const after = (await readCursor(db, name)) ?? new Date(0);
  const column = sql.ref(part);
  const emptied = await inBatches(
    db,
    sql`
    update mail set ${column} = '' where id in (
      select id from mail
      where created_at >= ${after} and created_at < ${before} and ${column} <> '' and ${hasEnded} and not ${ofMessages}
      order by created_at limit ${batchSize})`,
  );
  await moveCursor(db, name, before);
  return emptied;
}
