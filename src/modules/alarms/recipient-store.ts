/** SQL for alarm recipients and pending deliveries. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Recipient = {
  id: string;
  kind: 'email' | 'webhook';
  address: string;
  addedAt: Date;
  by: string;
  lastToldAt: Date | null;
  problem: string;
};
export type Notice = {
  id: string;
  recipientId: string;
  kind: string;
  subject: string;
  detail: string;
  rungAt: Date;
};

const recipients = (db: Database | Tx, id: string | null) =>
  sql<Recipient>`
  select alarm_recipient.id, alarm_recipient.kind, alarm_recipient.address, added_at as "addedAt", trim(concat_ws(' ', first_name, last_name)) as by,
    (select max(moved_at) from alarm_notice where recipient_id = alarm_recipient.id and state = 'told') as "lastToldAt",
    coalesce((select problem from alarm_notice where recipient_id = alarm_recipient.id order by moved_at desc, id limit 1), '') as problem
  from alarm_recipient join app_user on app_user.id = added_by
  where ${id}::text is null or alarm_recipient.id = ${id} order by added_at, alarm_recipient.id`.execute(db);

export const list = async (db: Database | Tx): Promise<Recipient[]> => (await recipients(db, null)).rows;
export const find = async (db: Database | Tx, id: string): Promise<Recipient | null> =>
  (await recipients(db, id)).rows[0] ?? null;

/** Serializes additions, so that the recipient limit holds. */
export const lockList = async (tx: Tx): Promise<void> =>
  void (await sql`lock table alarm_recipient in share row exclusive mode`.execute(tx));

/** Returns false if the address is already a recipient. */
export async function add(
  tx: Tx,
  { id, kind, address, by, at }: Pick<Recipient, 'id' | 'kind' | 'address' | 'by'> & { at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('alarm_recipient')
    .values({ id, kind, address, added_by: by, added_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'address']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Also deletes its pending deliveries. */
export const remove = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('alarm_recipient').where('id', '=', id).execute());

export const insertNotice = async (tx: Tx, { recipientId, rungAt, ...notice }: Notice): Promise<void> =>
  void (await tx
    .insertInto('alarm_notice')
    .values({ ...notice, recipient_id: recipientId, rung_at: rungAt })
    .execute());

/** Locks the notices for this transaction. Skips alarms that were resolved before delivery. */
export async function takeWaiting(
  tx: Tx,
  atMost: number,
): Promise<(Notice & { to: Pick<Recipient, 'kind' | 'address'> })[]> {
  await sql`
    update alarm_notice set state = 'settled', moved_at = now() where state = 'waiting' and kind <> 'try' and not exists (
      select from alarm where alarm.kind = alarm_notice.kind and alarm.subject = alarm_notice.subject and created_at = rung_at and resolved_at is null)`.execute(
    tx,
  );
  const { rows } = await sql<Notice & { recipientKind: 'email' | 'webhook'; address: string }>`
    select alarm_notice.id, recipient_id as "recipientId", alarm_notice.kind, subject, detail, rung_at as "rungAt", alarm_recipient.kind as "recipientKind", address
    from alarm_notice join alarm_recipient on alarm_recipient.id = recipient_id
    where state = 'waiting' order by rung_at, alarm_notice.id limit ${atMost} for update of alarm_notice skip locked`.execute(
    tx,
  );
  return rows.map(({ recipientKind, address, ...notice }) => ({
    ...notice,
    to: { kind: recipientKind, address },
  }));
}

export const move = async (
  db: Database | Tx,
  ids: readonly string[],
  state: 'leaving' | 'told',
  problem = '',
): Promise<void> =>
  void (await sql`update alarm_notice set state = ${state}, problem = ${problem}, moved_at = now() where id = any(${ids})`.execute(
    db,
  ));

/** Returns null if it was already delivered or its recipient was removed. */
export async function findLeaving(db: Database, id: string): Promise<(Notice & { address: string }) | null> {
  const { rows } = await sql<Notice & { address: string }>`
    select alarm_notice.id, recipient_id as "recipientId", alarm_notice.kind, subject, detail, rung_at as "rungAt", address
    from alarm_notice join alarm_recipient on alarm_recipient.id = recipient_id where alarm_notice.id = ${id} and state = 'leaving'`.execute(
    db,
  );
  return rows[0] ?? null;
}
