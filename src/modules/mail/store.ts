/** SQL for emails. An email is written once and never changed; only what became of it is added: sent, or failed for good. */
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';

export type StoredMail = {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The invoice or credit note whose PDF is made when it is sent. */
  attachedDocument: string | null;
  /** The cart reminder that it is; its receiver can stop more of them. */
  reminderId: string | null;
  /** The token that comes into its link when it is sent. */
  token: { id: string; hash: Buffer } | null;
};
export type NewMail = {
  id: string;
  kind: string;
  orderId: string | null;
  tokenId: string | null;
  attachedDocument: string | null;
  cardLinkId: string | null;
  reminderId: string | null;
  copyOf: string | null;
  contactMessageId: string | null;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  now: Date;
};

export async function insert(tx: Tx, emails: NewMail[]): Promise<void> {
  const rows = emails.map((mail) => ({
    id: mail.id,
    kind: mail.kind,
    order_id: mail.orderId,
    token_id: mail.tokenId,
    attached_document: mail.attachedDocument,
    card_link_id: mail.cardLinkId,
    reminder_id: mail.reminderId,
    copy_of: mail.copyOf,
    contact_message_id: mail.contactMessageId,
    to_address: mail.to,
    reply_to: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    created_at: mail.now,
  }));
  await tx.insertInto('mail').values(rows).execute();
}

/**
 * Takes an email into one pair of hands for so long and answers it; null when it is in another's, or has ended. By the clock of the
 * database, which all processes share. A process that dies in the middle is waited for, and then the email may arrive a second time.
 */
export async function take(db: Database, id: string, forSeconds: number): Promise<StoredMail | null> {
  const row = await db
    .updateTable('mail')
    .set({ sending_until: sql<Date>`now() + make_interval(secs => ${forSeconds})` })
    .where('id', '=', id)
    .where(isWaiting)
    .where(sql<boolean>`coalesce(sending_until, '-infinity') <= now()`)
    .returning(['to_address', 'reply_to', 'subject', 'text', 'html', 'attached_document', 'reminder_id'])
    .returning((eb) => [
      eb.fn.coalesce('token_id', 'card_link_id').as('token_id'),
      eb.fn
        .coalesce(
          eb.selectFrom('one_time_token').select('hash').whereRef('one_time_token.id', '=', 'mail.token_id'),
          eb.selectFrom('card_link').select('hash').whereRef('card_link.id', '=', 'mail.card_link_id'),
        )
        .as('hash'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { token_id: tokenId, hash, to_address: to, reply_to: replyTo, subject, text, html } = row;
  const token = tokenId === null || hash === null ? null : { id: tokenId, hash };
  return { id, to, replyTo, subject, text, html, attachedDocument: row.attached_document, reminderId: row.reminder_id, token };
}

/** No mail server is responsible for it, by RFC 2606. */
export const nobodysAddress = 'deleted@account.invalid';

/** Of an email: it carries a link that works once, or its receiver may have stopped it. It is never sent once more, however young. */
export const isForOnce = sql<boolean>`(token_id is not null or reminder_id is not null)`;

/** Of an email: it can be sent once more. It was not erased, and is not a year old (record 0071). */
export const isRepeatable = sql<boolean>`(html <> '' and to_address <> ${nobodysAddress} and not ${isForOnce})`;

export const findWhole = (db: Database | Tx, id: string) =>
  db.selectFrom('mail').selectAll().select(isRepeatable.as('repeatable')).where('id', '=', id).executeTakeFirst();

/** The newest email about an order that can be sent once more; a copy stands for what it copies. */
export const newestRepeatable = async (db: Database | Tx, orderId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('mail')
      .select('id')
      .where('order_id', '=', orderId)
      .where('kind', '<>', 'copy')
      .where(isRepeatable)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null;

/** False for one that has ended, or that never was. */
export async function isToBeSent(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('mail').select('id').where('id', '=', id).where(isWaiting).executeTakeFirst()) !== undefined;
}

export async function putBack(db: Database, id: string): Promise<void> {
  await db.updateTable('mail').set({ sending_until: null }).where('id', '=', id).execute();
}

/** Of an email: it has not left, and is not given up. */
export const isWaiting = sql<boolean>`sent_at is null and failed_at is null`;

/** Emails that were written before `before`, never left, and have no job that would still try: oldest first. */
export const abandonedSince = async (tx: Tx, before: Date): Promise<{ id: string; createdAt: Date }[]> =>
  (
    await tx
      .selectFrom('mail')
      .select(['id', 'created_at'])
      .where(isWaiting)
      .where('created_at', '<', before)
      .where(
        sql<boolean>`id not in (select coalesce(data ->> 'mailId', '') from pgboss.job where name in ('send-mail', 'send-awaited-mail') and state in ('created', 'retry', 'active'))`,
      )
      .orderBy('created_at')
      .limit(200)
      .execute()
  ).map((row) => ({ id: row.id, createdAt: row.created_at }));

/** The first end holds. An email to a closed account leaves nothing but what it was about. Answers null when it had ended before. */
async function end(db: Database | Tx, id: string, how: { sent_at: Date } | { failed_at: Date }): Promise<Ended | null> {
  const row = await db
    .updateTable('mail')
    .set({
      ...how,
      sending_until: null,
      reply_to: sql<string | null>`case when erase_when_sent then null else reply_to end`,
      text: sql<string>`case when erase_when_sent then '' else text end`,
      html: sql<string>`case when erase_when_sent then '' else html end`,
      to_address: sql<string>`case when erase_when_sent then ${nobodysAddress} else to_address end`,
    })
    .where('id', '=', id)
    .where(isWaiting)
    .returning(['kind', 'order_id'])
    .executeTakeFirst();
  return row === undefined ? null : { kind: row.kind, orderId: row.order_id };
}
type Ended = { kind: string; orderId: string | null };

export const markSent = (db: Database | Tx, id: string, now: Date): Promise<Ended | null> => end(db, id, { sent_at: now });

/** Nobody wants it any more, and it has not left. */
export const withdraw = (db: Database | Tx, id: string, now: Date): Promise<Ended | null> => end(db, id, { failed_at: now });

/** Nobody will try again, and a person hears of it. */
export async function markFailed(tx: Tx, id: string, now: Date, why: string): Promise<Ended | null> {
  const ended = await end(tx, id, { failed_at: now });
  if (ended === null) return null;
  const about = ended.orderId === null ? '' : ` about order ${ended.orderId}`;
  const detail = `The email "${ended.kind}"${about} was given up: ${why}`;
  await tx
    .insertInto('alarm')
    .values({ kind: 'mail_undeliverable', subject: id, detail })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ended;
}

/** Empties the emails to an address and those with its answers. One that has not left yet is emptied when it has. */
export async function eraseOf(tx: Tx, email: string): Promise<void> {
  const isTheirs = sql<boolean>`(lower(to_address) = ${email} or lower(reply_to) = ${email})`;
  await tx.updateTable('mail').set({ erase_when_sent: true }).where(isTheirs).where(isWaiting).execute();
  await tx
    .updateTable('mail')
    .set({ text: '', html: '', to_address: nobodysAddress, reply_to: null })
    .where(isTheirs)
    .where(sql<boolean>`not (${isWaiting})`)
    .execute();
}

/** How many emails of a kind were written to an address since then. */
export async function countTo(tx: Tx, kind: string, email: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where(sql`lower(to_address)`, '=', email.toLowerCase())
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
