/** SQL for letters. A letter is written once and never changed; only its moment of sending is added. */
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';

export type StoredMail = {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  sentAt: Date | null;
  /** The token that comes into its link when it is sent. */
  token: { id: string; hash: Buffer } | null;
};
export type NewMail = {
  id: string;
  kind: string;
  orderId: string | null;
  tokenId: string | null;
  to: string;
  replyTo: string | null;
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
      token_id: mail.tokenId,
      to_address: mail.to,
      reply_to: mail.replyTo,
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
    .leftJoin('one_time_token', 'one_time_token.id', 'mail.token_id')
    .select(['mail.id', 'to_address', 'reply_to', 'subject', 'text', 'html', 'sent_at', 'token_id', 'hash'])
    .where('mail.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { token_id: tokenId, hash } = row;
  const token = tokenId === null || hash === null ? null : { id: tokenId, hash };
  const { id: mailId, to_address: to, reply_to: replyTo, subject, text, html, sent_at: sentAt } = row;
  return { id: mailId, to, replyTo, subject, text, html, sentAt, token };
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

/** No mail server is responsible for it, by RFC 2606. */
export const nobodysAddress = 'deleted@account.invalid';

/** Keeps the first moment when two workers sent the same letter. One to a closed account leaves nothing but what it was about. */
export async function markSent(db: Database | Tx, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      sent_at: now,
      reply_to: sql<string | null>`case when erase_when_sent then null else reply_to end`,
      text: sql<string>`case when erase_when_sent then '' else text end`,
      html: sql<string>`case when erase_when_sent then '' else html end`,
      to_address: sql<string>`case when erase_when_sent then ${nobodysAddress} else to_address end`,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Empties the letters to an address and those with its answers. One that has not left yet is emptied when it has. */
export async function eraseOf(tx: Tx, email: string): Promise<void> {
  const isTheirs = sql<boolean>`(lower(to_address) = ${email} or lower(reply_to) = ${email})`;
  await tx.updateTable('mail').set({ erase_when_sent: true }).where(isTheirs).where('sent_at', 'is', null).execute();
  await tx
    .updateTable('mail')
    .set({ text: '', html: '', to_address: nobodysAddress, reply_to: null })
    .where(isTheirs)
    .where('sent_at', 'is not', null)
    .execute();
}
