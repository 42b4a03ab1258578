/** SQL for connections with the bureau, consents, and scores. */
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Connection = {
  id: string;
  userId: string;
  bureauUserId: string;
  profileId: string;
  /** The name at the bureau; null if it returned none. */
  businessName: string | null;
  keySealed: string;
  state: 'connected' | 'revoked';
  connectedAt: Date;
  syncedAt: Date | null;
  checkedAt: Date | null;
  nextScoreAt: Date;
  nextSendAt: Date | null;
  failures: number;
};

const live = (db: Database | Tx) =>
  db.selectFrom('bureau_connection').selectAll().where('state', '<>', 'ended');
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof live>['executeTakeFirst']>>>;

const toConnection = (row: Row): Connection => ({
  id: row.id,
  userId: row.user_id,
  bureauUserId: row.bureau_user_id,
  profileId: row.profile_id,
  businessName: row.business_name,
  keySealed: row.key_sealed ?? '',
  state: row.state === 'revoked' ? 'revoked' : 'connected',
  connectedAt: row.connected_at,
  syncedAt: row.synced_at,
  checkedAt: row.checked_at,
  nextScoreAt: row.next_score_at,
  nextSendAt: row.next_send_at,
  failures: row.failures,
});

/** Returns null if the customer has none. */
export async function findOf(db: Database | Tx, userId: string): Promise<Connection | null> {
  const row = await live(db).where('user_id', '=', userId).executeTakeFirst();
  return row ? toConnection(row) : null;
}

export async function find(db: Database | Tx, id: string): Promise<Connection | null> {
  const row = await live(db).where('id', '=', id).executeTakeFirst();
  return row ? toConnection(row) : null;
}

/** Locked before the owner's consent, wherever both are changed or locked. */
export async function lock(tx: Tx, id: string): Promise<Connection | null> {
  const row = await live(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toConnection(row) : null;
}

export const isProfileTaken = async (tx: Tx, profileId: string, userId: string): Promise<boolean> =>
  (await live(tx).where('profile_id', '=', profileId).where('user_id', '<>', userId).executeTakeFirst()) !==
  undefined;

export type NewConnection = Pick<
  Connection,
  'id' | 'userId' | 'bureauUserId' | 'profileId' | 'businessName' | 'keySealed'
> & { now: Date };

/** Throws `bureau_business_taken` when another customer has just connected it. */
export async function insert(
  tx: Tx,
  { id, userId, bureauUserId, profileId, businessName, keySealed, now }: NewConnection,
): Promise<void> {
  await tx
    .insertInto('bureau_connection')
    .values({
      ...{
        id,
        user_id: userId,
        bureau_user_id: bureauUserId,
        profile_id: profileId,
        business_name: businessName,
        key_sealed: keySealed,
      },
      ...{ state: 'connected', connected_at: now, next_score_at: now },
    })
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'bureau_connection_one_per_profile'
        ? new DomainError('bureau_business_taken')
        : error;
    });
}

/** Ends the connection and deletes the key. */
export async function end(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('bureau_connection')
    .set({ state: 'ended', ended_at: now, key_sealed: null })
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .execute();
}

export type Changes = Partial<{
  state: 'revoked';
  syncedAt: Date;
  checkedAt: Date;
  nextScoreAt: Date;
  nextSendAt: Date | null;
  failures: number;
}>;

export async function change(db: Database | Tx, id: string, changes: Changes): Promise<void> {
  const set = {
    ...(changes.state !== undefined && { state: changes.state }),
    ...(changes.syncedAt !== undefined && { synced_at: changes.syncedAt }),
    ...(changes.checkedAt !== undefined && { checked_at: changes.checkedAt }),
    ...(changes.nextScoreAt !== undefined && { next_score_at: changes.nextScoreAt }),
    ...(changes.nextSendAt !== undefined && { next_send_at: changes.nextSendAt }),
    ...(changes.failures !== undefined && { failures: changes.failures }),
  };
  await db
    .updateTable('bureau_connection')
    .set(set)
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .execute();
}

/**
 * Connections with work due: reports that may be sent, an unknown answer, a pending decision to look up, or
 * the daily reading.
 */
export async function due(db: Database, now: Date, limit: number): Promise<string[]> {
  const checkedBefore = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<{ id: string }>`
    select connection.id from bureau_connection connection
    left join lateral (
      select happened_at from reporting_item item
      where item.user_id = connection.user_id and item.state = 'queued' and (item.not_before is null or item.not_before <= ${now})
        and exists (select from reporting_consent consent where consent.user_id = connection.user_id and consent.withdrawn_at is null)
      order by happened_at limit 1
    ) oldest on true
    where connection.state = 'connected' and (connection.next_send_at is null or connection.next_send_at <= ${now}) and (
      connection.next_score_at <= ${now} or oldest.happened_at is not null
      or exists (select from bureau_report report where report.connection_id = connection.id and report.sent_at is null and report.refused_at is null)
      or ((connection.checked_at is null or connection.checked_at <= ${checkedBefore})
        and exists (select from bureau_report report where report.connection_id = connection.id and report.sent_at is not null
          and (report.counterparty_status = 'pending' or (report.counterparty_status = 'accepted' and report.bureau_status = 'pending')))))
    order by coalesce(oldest.happened_at, connection.next_score_at) limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Consent = { termsVersion: string | null; agreedAt: Date };

/**
 * Locks the consent against withdrawal until the caller's transaction ends. Returns false if there is none.
 */
export const holdConsent = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('reporting_consent')
    .select('id')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined;

export async function consentOf(db: Database | Tx, userId: string): Promise<Consent | null> {
  const row = await db
    .selectFrom('reporting_consent')
    .select(['terms_version', 'agreed_at'])
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row ? { termsVersion: row.terms_version, agreedAt: row.agreed_at } : null;
}

/** Returns false if it was already given. */
export async function agree(
  tx: Tx,
  { userId, version, now }: { userId: string; version: string | null; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reporting_consent')
    .values({ user_id: userId, terms_version: version, agreed_at: now })
    .onConflict((conflict) => conflict.column('user_id').where('withdrawn_at', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function withdraw(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reporting_consent')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type Score = {
  id: string;
  profileId: string;
  value: number | null;
  tradeLines: number | null;
  readAt: Date;
};

const scores = (db: Database | Tx) =>
  db.selectFrom('credit_score').select(['id', 'profile_id', 'value', 'trade_lines', 'read_at']);
type ScoreRow = NonNullable<Awaited<ReturnType<ReturnType<typeof scores>['executeTakeFirst']>>>;
const toScore = (row: ScoreRow): Score => ({
  ...{
    id: row.id,
    profileId: row.profile_id,
    value: row.value,
    tradeLines: row.trade_lines,
    readAt: row.read_at,
  },
});

/** Newest first. `before`: the last id already read. */
export async function scoresOf(
  db: Database | Tx,
  {
    userId,
    profileId,
    before = null,
    limit,
  }: { userId: string; profileId: string; before?: string | null; limit: number },
): Promise<Score[]> {
  const query = scores(db).where('user_id', '=', userId).where('profile_id', '=', profileId);
  const older = sql<boolean>`(read_at, id) < (select read_at, id from credit_score where id = ${before} and user_id = ${userId})`;
  const rows = await (before === null ? query : query.where(older))
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toScore);
}

export async function insertScore(
  tx: Tx,
  userId: string,
  { id, profileId, value, tradeLines, readAt }: Score,
): Promise<void> {
  await tx
    .insertInto('credit_score')
    .values({ id, user_id: userId, profile_id: profileId, value, trade_lines: tradeLines, read_at: readAt })
    .execute();
}

export const deleteScore = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('credit_score').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n;

export async function lockOf(tx: Tx, userId: string): Promise<Connection | null> {
  const row = await live(tx).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row ? toConnection(row) : null;
}

/** The connection of the customer who bought an order. */
export async function findByOrder(
  tx: Tx,
  orderId: string,
): Promise<Pick<Connection, 'id' | 'userId'> | null> {
  // Runs on every sale, so columns are named: a query with a star is planned each time.
  const row = await tx
    .selectFrom('bureau_connection')
    .select(['id', 'user_id'])
    .where('state', '<>', 'ended')
    .where('user_id', '=', (eb) =>
      eb.selectFrom('shop_order').select('shop_order.user_id').where('shop_order.id', '=', orderId),
    )
    .executeTakeFirst();
  return row ? { id: row.id, userId: row.user_id } : null;
}
