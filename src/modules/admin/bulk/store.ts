/**
 * SQL for bulk acts. Each row is processed and marked in one transaction, which locks it against other
 * workers.
 */
import type { bulkKinds } from '#contract/admin/bulk.ts';
import { bulkAtMost, bulkResultsAtMost } from '#contract/admin/bulk.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type Kind = (typeof bulkKinds)[number];
export type Act = {
  id: string;
  kind: Kind;
  madeBy: string;
  filter: unknown;
  state: 'waiting' | 'running' | 'done' | 'stopped';
  madeAt: Date;
};
export type Progress = Omit<Act, 'filter' | 'madeBy'> & {
  undoableMs: number;
  total: number;
  done: number;
  refused: number;
  isCut: boolean;
};
export type Row = { subject: string; state: 'waiting' | 'done' | 'refused'; problem: string };

type NewAct = Pick<Act, 'id' | 'kind' | 'madeBy' | 'madeAt'> & {
  pressKey: string;
  filter: unknown;
  waitsSeconds: number;
};

/** Returns the id of the act that this request already created, or null for a new one. */
export async function insert(tx: Tx, act: NewAct): Promise<string | null> {
  const added = await tx
    .insertInto('bulk_act')
    .values({
      id: act.id,
      kind: act.kind,
      made_by: act.madeBy,
      press_key: act.pressKey,
      filter: act.filter === null ? null : JSON.stringify(act.filter),
      state: 'waiting',
      made_at: act.madeAt,
      starts_at: sql<Date>`clock_timestamp() + make_interval(secs => ${act.waitsSeconds})`,
    })
    .onConflict((conflict) => conflict.columns(['made_by', 'press_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added !== undefined) return null;
  const { id } = await tx
    .selectFrom('bulk_act')
    .select('id')
    .where('made_by', '=', act.madeBy)
    .where('press_key', '=', act.pressKey)
    .executeTakeFirstOrThrow();
  return id;
}

/** Appends subjects and skips duplicates. Returns false when the limit is reached. */
export async function addRows(tx: Tx, actId: string, subjects: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with known as (select count(*)::int as count from bulk_row where act_id = ${actId}),
    added as (
      insert into bulk_row (act_id, subject, place, state)
      select ${actId}, subject, known.count + number, 'waiting'
      from known, unnest(${[...new Set(subjects)]}::text[]) with ordinality as given (subject, number)
      where known.count + number <= ${bulkAtMost}
      on conflict do nothing returning 1)
    select known.count + (select count(*)::int from added) as count from known`.execute(tx);
  return (rows[0]?.count ?? 0) < bulkAtMost;
}

export async function lock(tx: Tx, id: string): Promise<Act | null> {
  const row = await tx.selectFrom('bulk_act').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    kind: row.kind as Kind,
    madeBy: row.made_by,
    filter: row.filter,
    state: row.state,
    madeAt: row.made_at,
  };
}

/** `endedAt` null: still running. */
export async function setState(tx: Tx, id: string, state: Act['state'], endedAt: Date | null): Promise<void> {
  await tx.updateTable('bulk_act').set({ state, ended_at: endedAt }).where('id', '=', id).execute();
}

export async function markCut(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('bulk_act').set({ is_cut: true }).where('id', '=', id).execute();
}

/** Returns the next row, locked for this transaction; null when none is left or the act was stopped. */
export async function takeNext(tx: Tx, actId: string): Promise<string | null> {
  const { rows } = await sql<{ subject: string }>`
    select subject from bulk_row where act_id = ${actId} and state = 'waiting'
      and exists (select from bulk_act where id = ${actId} and state = 'running')
    order by place limit 1 for update skip locked`.execute(tx);
  return rows[0]?.subject ?? null;
}

/** Skips a row that another worker has finished in the meantime. */
export async function mark(
  db: Database | Tx,
  actId: string,
  subject: string,
  problem: string,
): Promise<void> {
  await db
    .updateTable('bulk_row')
    .set({ state: problem === '' ? 'done' : 'refused', problem })
    .where('act_id', '=', actId)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .execute();
}

export async function refuseRest(tx: Tx, actId: string, problem: string): Promise<void> {
  await tx
    .updateTable('bulk_row')
    .set({ state: 'refused', problem })
    .where('act_id', '=', actId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Returns the number of rows to retry. */
export async function reopenRefused(tx: Tx, actId: string): Promise<number> {
  const reopened = await tx
    .updateTable('bulk_row')
    .set({ state: 'waiting', problem: '' })
    .where('act_id', '=', actId)
    .where('state', '=', 'refused')
    .executeTakeFirst();
  return Number(reopened.numUpdatedRows);
}

export const hasWaiting = async (tx: Tx, actId: string): Promise<boolean> =>
  (await tx
    .selectFrom('bulk_row')
    .select('subject')
    .where('act_id', '=', actId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()) !== undefined;

const progress = async (db: Database | Tx, which: RawBuilder<boolean>): Promise<Progress[]> => {
  const { rows } = await sql<Progress>`
    select bulk_act.id, kind, bulk_act.state, made_at as "madeAt", is_cut as "isCut",
      case when bulk_act.state = 'waiting' then greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000)::int else 0 end as "undoableMs",
      counted.total, counted.done, counted.refused
    from bulk_act, lateral (
      select count(*)::int as total, count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'refused')::int as refused
      from bulk_row where act_id = bulk_act.id) as counted
    where ${which} order by made_at desc, bulk_act.id desc limit 20`.execute(db);
  return rows;
};

/** Finds an act only for the person who created it. */
export const find = async (db: Database | Tx, id: string, madeBy: string): Promise<Progress | null> =>
  (await progress(db, sql<boolean>`bulk_act.id = ${id} and made_by = ${madeBy}`))[0] ?? null;

export const listSince = (db: Database, madeBy: string, since: Date): Promise<Progress[]> =>
  progress(db, sql<boolean>`made_by = ${madeBy} and made_at > ${since}`);

/** Refused rows first, then in processing order. */
export const rowsOf = (db: Database, actId: string): Promise<Row[]> =>
  db
    .selectFrom('bulk_row')
    .select(['subject', 'state', 'problem'])
    .where('act_id', '=', actId)
    .orderBy(sql`state = 'refused'`, 'desc')
    .orderBy('place')
    .limit(bulkResultsAtMost)
    .execute();
