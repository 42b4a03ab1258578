/**
 * SQL for emails. An email never changes after it is written; only its outcome is added: sent, or failed
 * permanently.
 */
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
  /** Set for a cart reminder, which its recipient can unsubscribe from. */
  reminderId: string | null;
  /** The token that is inserted into its link on sending. */
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
 * Leases an email for this many seconds and returns it; null when it is leased or done. Uses the database
 * clock, which all processes share. If the process dies, the lease expires, and the email may arrive twice.
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
  return {
    id,
    to,
    replyTo,
    subject,
    text,
    html,
    attachedDocument: row.attached_document,
    reminderId: row.reminder_id,
    token,
  };
}

/** A reserved domain without a mail server (RFC 2606). */
export const deletedAddress = 'deleted@account.invalid';

/**
 * Condition on an email: it has a single-use link, or its recipient may have unsubscribed. Such an email is
 * never resent.
 */
export const isNotRepeatable = sql<boolean>`(token_id is not null or reminder_id is not null)`;

/** Condition on an email: it can be resent. It was not erased and is less than a year old (record 0071). */
export const isRepeatable = sql<boolean>`(html <> '' and to_address <> ${deletedAddress} and not ${isNotRepeatable})`;

export const findWhole = (db: Database | Tx, id: string) =>
  db
    .selectFrom('mail')
    .selectAll()
    .select(isRepeatable.as('repeatable'))
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest email about an order that can be resent; a copy replaces its original. */
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

/** False for an email that is done or unknown. */
export async function isToBeSent(db: Database, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('mail').select('id').where('id', '=', id).where(isWaiting).executeTakeFirst()) !==
    undefined
  );
}

export async function requeue(db: Database, id: string): Promise<void> {
  await db.updateTable('mail').set({ sending_until: null }).where('id', '=', id).execute();
}

/** Condition on an email: not sent and not failed. */
export const isWaiting = sql<boolean>`sent_at is null and failed_at is null`;

/** Unsent emails written before `before` that have no active job, oldest first. */
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

/**
 * The first outcome is final. For a closed account only the email's metadata remains. Returns null when it
 * already had an outcome.
 */
async function end(
  db: Database | Tx,
  id: string,
  how: { sent_at: Date } | { failed_at: Date },
): Promise<Ended | null> {
  const row = await db
    .updateTable('mail')
    .set({
      ...how,
      sending_until: null,
      reply_to: sql<string | null>`case when erase_when_sent then null else reply_to end`,
      text: sql<string>`case when erase_when_sent then '' else text end`,
      html: sql<string>`case when erase_when_sent then '' else html end`,
      to_address: sql<string>`case when erase_when_sent then ${deletedAddress} else to_address end`,
    })
    .where('id', '=', id)
    .where(isWaiting)
    .returning(['kind', 'order_id'])
    .executeTakeFirst();
  return row === undefined ? null : { kind: row.kind, orderId: row.order_id };
}
type Ended = { kind: string; orderId: string | null };

export const markSent = (db: Database | Tx, id: string, now: Date): Promise<Ended | null> =>
  end(db, id, { sent_at: now });

/** Withdraws an unsent email that is no longer wanted. */
export const withdraw = (db: Database | Tx, id: string, now: Date): Promise<Ended | null> =>
  end(db, id, { failed_at: now });

/** Marks an email as failed, without further attempts, and raises an alarm. */
export async function markFailed(tx: Tx, id: string, now: Date, why: string): Promise<Ended | null> {
  const ended = await end(tx, id, { failed_at: now });
  if (ended === null) return null;
  const about = ended.orderId === null ? '' : ` about order ${ended.orderId}`;
  const detail = `The email "${ended.kind}"${about} could not be sent: ${why}`;
  await tx
    .insertInto('alarm')
    .values({ kind: 'mail_undeliverable', subject: id, detail })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ended;
}

/** Erases emails to an address and those with its replies. An unsent one is erased after it is sent. */
export async function eraseOf(tx: Tx, email: string): Promise<void> {
  const isTheirs = sql<boolean>`(lower(to_address) = ${email} or lower(reply_to) = ${email})`;
  await tx.updateTable('mail').set({ erase_when_sent: true }).where(isTheirs).where(isWaiting).execute();
  await tx
    .updateTable('mail')
    .set({ text: '', html: '', to_address: deletedAddress, reply_to: null })
    .where(isTheirs)
    .where(sql<boolean>`not (${isWaiting})`)
    .execute();
}

/** Counts the emails of a kind written to an address since `since`. */
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
