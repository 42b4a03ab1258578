/**
 * Tables whose rows staff edit. Each change of a row adds one to its version and records who made it, and a
 * write names the version it is based on.
 */
import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { DomainError } from '#kernel/errors.ts';
import { assertUnchanged, type Versioned } from './changed-meanwhile.ts';
import type { Database, Tx } from './database.ts';

type EditableColumns = { id: unknown; version: unknown; changed_at: unknown; changed_by: unknown };
type EditableTable = {
  [T in keyof DB]: DB[T] extends EditableColumns ? T : never;
}[keyof DB];

/** The columns of the fields, by field. */
type Columns<T extends EditableTable> = Readonly<Record<string, keyof DB[T] & string>>;

type At<Row, Column> = Column extends keyof Row ? Row[Column] : never;
type IdOf<T extends EditableTable> = At<Selectable<DB[T]>, 'id'>;
type Values<T extends EditableTable, C extends Columns<T>> = {
  [F in keyof C]: At<Insertable<DB[T]>, C[F]>;
};
type EditedRow<T extends EditableTable, C extends Columns<T>> = {
  [F in keyof C]: At<Selectable<DB[T]>, C[F]>;
} & {
  id: IdOf<T>;
  version: number;
  changedAt: At<Selectable<DB[T]>, 'changed_at'>;
  changedBy: string | null;
};

/** `by`: the ID of a user; null for the command line and for the shop itself. */
export type Change = { at: Date; by: string | null };

const everyRowHas = { id: 'id', version: 'version', changedAt: 'changed_at' };

export function editable<T extends EditableTable, const C extends Columns<T>>(table: T, columns: C) {
  // Kysely cannot type a generic table. All have the columns used here, so the types are those of `product`.
  const typed = table as 'product';

  const columnsOf = <V extends Partial<Values<T, C>>>(
    values: V,
  ): { [F in keyof C & keyof V as C[F] & string]: V[F] } =>
    Object.fromEntries(
      Object.entries(values).flatMap(([field, value]) => (columns[field] ? [[columns[field], value]] : [])),
    ) as never;

  /** Blocks other editors of the row, but not orders that refer to it. */
  const lockRow = async (tx: Tx, id: IdOf<T>): Promise<void> => {
    await tx
      .selectFrom(typed)
      .select('id')
      .where('id', '=', id as never)
      .forNoKeyUpdate()
      .execute();
  };

  return {
    columnsOf,
    lockRow,
    /** A query of the rows with their fields, their version, and the first name of the last editor. */
    rows: (db: Database | Tx) =>
      db
        .selectFrom(typed)
        .leftJoin('app_user', 'app_user.id', `${table}.changed_by` as 'product.changed_by')
        .select([
          ...Object.entries({ ...everyRowHas, ...columns }).map(([field, column]) =>
            sql.ref(`${table}.${column}`).as(field),
          ),
          sql.ref('app_user.first_name').as('changedBy'),
        ]) as unknown as SelectQueryBuilder<DB, T | 'app_user', EditedRow<T, C>>,
    /**
     * Returns a function that locks a row and reads it with `find`. It throws `missing` if there is none, and
     * `changed_meanwhile` if the version is not the one that was seen.
     */
    locking:
      <R extends Versioned>(find: (tx: Tx, id: IdOf<T>) => Promise<R | null>, missing: () => DomainError) =>
      async (tx: Tx, id: IdOf<T>, seenVersion?: number): Promise<R> => {
        await lockRow(tx, id);
        const row = await find(tx, id);
        if (row === null) throw missing();
        if (seenVersion !== undefined) assertUnchanged(row, seenVersion);
        return row;
      },
    /** `change` null: a change by the shop itself, which is not the last edit. */
    update: async (
      tx: Tx,
      id: IdOf<T>,
      values: Partial<Values<T, C>>,
      change: Change | null,
    ): Promise<void> => {
      const edited = change === null ? {} : { changed_at: change.at, changed_by: change.by };
      await tx
        .updateTable(typed)
        .set({ ...columnsOf(values), ...edited, version: sql<number>`version + 1` } as never)
        .where('id', '=', id as never)
        .execute();
    },
  };
}
