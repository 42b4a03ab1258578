/** SQL for letters. A letter is written once and never changed; only its moment of sending is added. */
import type { Database, Tx } from '#platform/database.ts';

export type StoredMail = { id: string; to: string; subject: string; text: string; html: string; sentAt: Date | null };
export type NewMail = {
  id: string;
  kind: string;
  orderId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  now: Date;
};

export async function insert(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mail')
    .values({
      id: mail.id,
      kind: mail.kind,
      order_id: mail.orderId,
      to_address: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: mail.now,
    })
    .execute();
}

export async function find(db: Database | Tx, id: string): Promise<StoredMail | null> {
  const row = await db
    .selectFrom('mail')
    .select(['id', 'to_address', 'subject', 'text', 'html', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, to: row.to_address, subject: row.subject, text: row.text, html: row.html, sentAt: row.sent_at } : null;
}

/** Letters that were written before `before` and never left, oldest first. */
export const unsentSince = async (tx: Tx, before: Date): Promise<string[]> =>
  (
    await tx
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(200)
      .execute()
  ).map((row) => row.id);

/** Keeps the first moment when two workers sent the same letter. */
export async function markSent(db: Database | Tx, id: string, now: Date): Promise<void> {
  await db.updateTable('mail').set({ sent_at: now }).where('id', '=', id).where('sent_at', 'is', null).execute();
}
