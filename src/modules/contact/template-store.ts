/** SQL for answer templates. */
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { editable } from '#platform/editable.ts';
import { sql } from 'kysely';

export type Template = {
  id: string;
  name: string;
  text: string;
  version: number;
  createdAt: Date;
  changedAt: Date | null;
  /** The name of the last editor, or the creator. */
  changedBy: string;
};

const templates = (db: Database | Tx) =>
  db
    .selectFrom('answer_template')
    .innerJoin('app_user', 'app_user.id', 'changed_by')
    .select(['answer_template.id', 'name', 'text', 'answer_template.version'])
    .select(['answer_template.created_at as createdAt', 'changed_at as changedAt'])
    .select(sql<string>`trim(concat_ws(' ', first_name, last_name))`.as('changedBy'));

/** Case-insensitive order. */
export const list = (db: Database): Promise<Template[]> => templates(db).orderBy(sql`lower(name)`).execute();

const find = async (tx: Tx, id: string): Promise<Template | null> =>
  (await templates(tx).where('answer_template.id', '=', id).executeTakeFirst()) ?? null;

const edited = editable('answer_template', { name: 'name', text: 'text' });

/** Throws `not_found` and `changed_meanwhile`. */
export const lock = edited.locking(
  find,
  () => new DomainError('not_found', 'This template no longer exists'),
);

export const { update } = edited;

/** Returns false if the name is taken. */
export async function insert(
  tx: Tx,
  { id, name, text, by, now }: Pick<Template, 'id' | 'name' | 'text'> & { by: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('answer_template')
    .values({ id, name, text, created_at: now, changed_by: by })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const isNameTaken = async (tx: Tx, { id, name }: Pick<Template, 'id' | 'name'>): Promise<boolean> =>
  (await tx
    .selectFrom('answer_template')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('answer_template').where('id', '=', id).execute();
}
