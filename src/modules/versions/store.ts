/**
 * SQL for tables of versions: each row is one version of an object, and the highest version is current. The
 * module that owns such a table describes it with `historyIn`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';

type Columns<Content extends object> = {
  /** Identifies the object. */
  object: string;
  /** The first word of two columns: `saved` for `saved_at` and `saved_by`. */
  verb: string;
  content: readonly (keyof Content & string)[];
  /** Names staff by first and last name; default: by first name. */
  hasFullNames?: true;
};

/** `by`: null for the command line and for the shop itself. */
export type Version<Content extends object> = {
  object: string;
  version: number;
  at: Date;
  by: string | null;
} & Content;

/** `Content`: columns with their types. */
export function historyIn<Content extends object>(
  table: keyof DB,
  { object, verb, content, hasFullNames }: Columns<Content>,
) {
  const column = (name: string) => sql.ref(`history.${name}`);
  const name = hasFullNames ? sql`trim(concat_ws(' ', first_name, last_name))` : sql`first_name`;
  const select = async (db: Database | Tx, rest: RawBuilder<unknown>, distinct = sql``) => {
    const { rows } = await sql<Version<Content>>`
      select ${distinct} ${column(object)} as object, history.version, ${column(`${verb}_at`)} as at,
        ${name} as by, ${sql.join(content.map(column))}
      from ${sql.table(table)} as history
      left join app_user on app_user.id = ${column(`${verb}_by`)} ${rest}`.execute(db);
    return rows;
  };
  return {
    /** Newest first. */
    list: (db: Database | Tx, id: string, atMost: number) =>
      select(db, sql`where ${column(object)} = ${id} order by history.version desc limit ${atMost}`),
    find: async (db: Database | Tx, id: string, version: number) => {
      const [found] = await select(db, sql`where ${column(object)} = ${id} and history.version = ${version}`);
      return found ?? null;
    },
    /** By object. */
    newestOfEach: async (db: Database) => {
      const ordered = sql`order by ${column(object)}, history.version desc`;
      const rows = await select(db, ordered, sql`distinct on (${column(object)})`);
      return new Map(rows.map((row) => [row.object, row]));
    },
    /** Stores content as JSON. Returns false when another transaction has just created this version. */
    insert: async (tx: Tx, added: Version<Content>) => {
      const columns = [object, 'version', `${verb}_at`, `${verb}_by`, ...content].map((one) => sql.ref(one));
      const values = content.map((one) => JSON.stringify(added[one]));
      const { numAffectedRows = 0n } = await sql`
        insert into ${sql.table(table)} (${sql.join(columns)})
        values (${sql.join([added.object, added.version, added.at, added.by, ...values])})
        on conflict do nothing`.execute(tx);
      return numAffectedRows > 0n;
    },
  };
}

export type History<Content extends object> = ReturnType<typeof historyIn<Content>>;
