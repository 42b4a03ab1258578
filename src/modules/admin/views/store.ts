/** SQL for saved list views. */
import type { Database, Tx } from '#platform/database.ts';

export type View = {
  id: string;
  list: string;
  name: string;
  query: Record<string, string>;
  ownerId: string;
  isShared: boolean;
  by: string;
};

const all = (db: Database | Tx) =>
  db
    .selectFrom('saved_view')
    .innerJoin('app_user', 'app_user.id', 'owner_id')
    .select(['saved_view.id', 'list', 'name', 'query', 'owner_id', 'is_shared', 'first_name']);

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toView = (row: Row): View => ({
  id: row.id,
  list: row.list,
  name: row.name,
  query: row.query as Record<string, string>,
  ownerId: row.owner_id,
  isShared: row.is_shared,
  by: row.first_name,
});

/** The user's views first, then shared ones, each sorted by name. */
export async function listFor(db: Database, list: string, userId: string): Promise<View[]> {
  const rows = await all(db)
    .where('list', '=', list)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]))
    .orderBy((eb) => eb('owner_id', '=', userId), 'desc')
    .orderBy('name')
    .execute();
  return rows.map(toView);
}

/** Locks a view against concurrent changes. */
export async function lock(tx: Tx, id: string): Promise<View | null> {
  await tx.selectFrom('saved_view').select('id').where('id', '=', id).forUpdate().execute();
  const row = await all(tx).where('saved_view.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toView(row);
}

/** Serializes saves of one owner, so that the view limit holds. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', ownerId).forUpdate().execute();
}

export const countOf = async (tx: Tx, list: string, ownerId: string): Promise<number> =>
  (
    await tx
      .selectFrom('saved_view')
      .select('id')
      .where('list', '=', list)
      .where('owner_id', '=', ownerId)
      .execute()
  ).length;

type NewView = Omit<View, 'isShared' | 'by'> & { now: Date };

/** Returns false if the owner has a view of that name. */
export async function insert(tx: Tx, { id, list, name, query, ownerId, now }: NewView): Promise<boolean> {
  const added = await tx
    .insertInto('saved_view')
    .values({ id, list, name, query: JSON.stringify(query), owner_id: ownerId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export const isNameTaken = async (tx: Tx, { id, list, ownerId }: View, name: string): Promise<boolean> =>
  (await tx
    .selectFrom('saved_view')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('list', '=', list)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

export async function update(tx: Tx, { id, name, query, isShared }: View): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set({ name, query: JSON.stringify(query), is_shared: isShared })
    .where('id', '=', id)
    .execute();
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).execute();
}
