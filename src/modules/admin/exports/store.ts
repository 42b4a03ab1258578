/** SQL for lists sent as files by email. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import type { ListName, ExportRequest } from './kinds.ts';

export type ListFile = {
  id: string;
  list: ListName;
  query: unknown;
  madeBy: string;
  askedAt: Date;
  state: 'waiting' | 'ready' | 'refused';
  fileName: string;
  try: number;
  parts: number;
  rows: number | null;
  readyAt: Date | null;
  until: Date;
};

export const insert = async (
  tx: Tx,
  {
    id,
    wanted,
    ...file
  }: { id: string; wanted: ExportRequest; madeBy: string; at: Date; fileName: string; until: Date },
): Promise<void> =>
  void (await tx
    .insertInto('staff_export')
    .values({
      id,
      list: wanted.list,
      query: JSON.stringify(wanted.query),
      made_by: file.madeBy,
      asked_at: file.at,
      file_name: file.fileName,
      until: file.until,
    })
    .execute());

const select = (db: Database | Tx) =>
  db
    .selectFrom('staff_export')
    .select([
      'id',
      'query',
      'made_by as madeBy',
      'asked_at as askedAt',
      'state',
      'file_name as fileName',
      'try',
      'parts',
    ])
    .select(['row_count as rows', 'ready_at as readyAt', 'until'])
    .select(sql<ListName>`list`.as('list'));

export const find = async (db: Database | Tx, id: string): Promise<ListFile | null> =>
  (await select(db).where('id', '=', id).executeTakeFirst()) ?? null;

export const refuse = async (db: Database | Tx, id: string): Promise<void> =>
  void (await db
    .updateTable('staff_export')
    .set({ state: 'refused' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute());

/** Claims the file for this attempt. Returns false if another attempt has claimed it or it is finished. */
export const beginTry = (db: Database, { id, try: before }: ListFile): Promise<boolean> =>
  didChange(
    db,
    sql`update staff_export set try = ${before} + 1, parts = 0 where id = ${id} and try = ${before} and state = 'waiting'`,
  );

/**
 * Records a part before it is written, so that no file is orphaned in the store. Returns false if another
 * attempt has taken over.
 */
export const addPart = (db: Database, id: string, ofTry: number): Promise<boolean> =>
  didChange(
    db,
    sql`update staff_export set parts = parts + 1 where id = ${id} and try = ${ofTry} and state = 'waiting'`,
  );

export const finish = (
  tx: Tx,
  id: string,
  ofTry: number,
  file: { rows: number; at: Date; until: Date },
): Promise<boolean> =>
  didChange(
    tx,
    sql`update staff_export set state = 'ready', row_count = ${file.rows}, ready_at = ${file.at}, until = ${file.until}
      where id = ${id} and try = ${ofTry} and state = 'waiting'`,
  );

async function didChange(db: Database | Tx, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await query.execute(db)).numAffectedRows === 1n;
}

export const listExpired = (db: Database, now: Date): Promise<ListFile[]> =>
  select(db).where('until', '<', now).limit(100).execute();

export const remove = async (db: Database, id: string): Promise<void> =>
  void (await db.deleteFrom('staff_export').where('id', '=', id).execute());
