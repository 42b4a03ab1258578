/** SQL for messages and consents. */
import type { ConsentKind } from '#content/consents.ts';
import type { Database, Tx } from '#platform/database.ts';
import { batchSize, inBatches } from '#platform/in-batches.ts';
import { sql } from 'kysely';
import type { Suspicion } from './rules.ts';

export type NewMessage = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  contact: string;
  country: string;
  message: string;
  smsConsent: boolean;
  suspectedBecause: Suspicion | null;
  fingerprint: string;
  /** Null: English. */
  language: string | null;
  now: Date;
  acknowledged: boolean;
};

/** A message that caused no emails when it arrived. */
export type HeldBack = Pick<
  NewMessage,
  'id' | 'firstName' | 'lastName' | 'email' | 'contact' | 'country' | 'message' | 'smsConsent' | 'language'
> & {
  suspectedBecause: string | null;
  receivedAt: Date;
};

export type NewConsent = {
  kind: ConsentKind;
  version: string;
  text: string;
  page: string;
  messageId: string;
  email: string;
  phone: string;
  clientAddress: string | null;
  now: Date;
};

/**
 * Locks the address until the transaction ends, so that a double click is handled one request after the
 * other.
 */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email.toLowerCase()}`}, 0))`.execute(
    tx,
  );
}

export const hasSame = async (
  tx: Tx,
  { email, fingerprint, since }: { email: string; fingerprint: string; since: Date },
): Promise<boolean> =>
  (await tx
    .selectFrom('contact_message')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('received_at', '>=', since)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()) !== undefined;

export async function countAcknowledged(tx: Tx, email: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('contact_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where(sql<Date>`coalesce(released_at, received_at)`, '>=', since)
    .where('acknowledged', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx
    .insertInto('contact_message')
    .values({
      id: message.id,
      first_name: message.firstName,
      last_name: message.lastName,
      email: message.email,
      contact: message.contact,
      country: message.country,
      message: message.message,
      sms_consent: message.smsConsent,
      suspected_because: message.suspectedBecause,
      state: message.suspectedBecause === null ? 'open' : 'held_back',
      language: message.language,
      fingerprint: message.fingerprint,
      received_at: message.now,
      acknowledged: message.acknowledged,
    })
    .execute();
}

/** The text is stored once per version. */
export async function insertConsent(
  tx: Tx,
  { kind, version, text, now, ...consent }: NewConsent,
): Promise<void> {
  await tx
    .insertInto('consent_text')
    .values({ kind, version, text, first_used_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute();
  await tx
    .insertInto('consent')
    .values({
      kind,
      version,
      given_at: now,
      page: consent.page,
      message_id: consent.messageId,
      email: consent.email,
      phone: consent.phone,
      client_address: consent.clientAddress,
    })
    .execute();
}

/**
 * `machines`: held-back messages and those marked as spam. These count from the day they were marked, but are
 * never stored longer than others. Notes and answers are deleted with their message.
 */
export const deleteMessages = (
  db: Database,
  { before, machines }: { before: Date; machines: boolean },
): Promise<number> =>
  inBatches(
    db,
    machines
      ? sql`delete from contact_message where id in (
          select id from contact_message where state = any('{held_back,spam}') and received_at < ${before}
            and coalesce(changed_at, received_at) < ${before} limit ${batchSize})`
      : sql`delete from contact_message where id in (select id from contact_message where received_at < ${before} limit ${batchSize})`,
  );

export const deleteConsents = (db: Database, before: Date): Promise<number> =>
  inBatches(
    db,
    sql`delete from consent where id in (select id from consent where given_at < ${before} limit ${batchSize})`,
  );

export type Suspected = {
  id: string;
  received_at: Date;
  suspected_because: string;
  name: string;
  email: string;
  message: string;
};

/** Held-back messages without emails, newest first, for staff to find genuine ones. */
export async function suspected(db: Database): Promise<Suspected[]> {
  const rows = await db
    .selectFrom('contact_message')
    .select(['id', 'received_at', 'suspected_because', 'first_name', 'last_name', 'email', 'message'])
    .where('state', '=', 'held_back')
    .orderBy('received_at', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ first_name, last_name, suspected_because, ...row }) => ({
    ...row,
    suspected_because: suspected_because ?? '',
    name: `${first_name} ${last_name}`,
  }));
}
