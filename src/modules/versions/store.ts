/**
 * SQL for tables of versions: each row is one version of an object, and the highest version is current. The
 * module that owns such a table describes it as a `History`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';

/** `Content`: columns with their types. */
export type History<Content extends object> = {
  table: keyof DB;
  /** The column that identifies the object. */
  object: string;
  savedAt: string;
  savedBy: string;
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

const columnOf = (name: string) => sql.ref(`history.${name}`);

const versions = <Content extends object>(
  { table, object, savedAt, savedBy, content, hasFullNames }: History<Content>,
  rest: RawBuilder<unknown>,
  distinct = sql``,
) => sql<Version<Content>>`
  select ${distinct} ${columnOf(object)} as object, history.version, ${columnOf(savedAt)} as at,
    ${hasFullNames ? sql`trim(concat_ws(' ', first_name, last_name))` : sql`first_name`} as by,
    ${sql.join(content.map(columnOf))}
  from ${sql.table(table)} as history left join app_user on app_user.id = ${columnOf(savedBy)} ${rest}`;

/** Newest first. */
export async function list<Content extends object>(
  db: Database | Tx,
  history: History<Content>,
  object: string,
  atMost: number,
): Promise<Version<Content>[]> {
  const ofObject = sql`
    where ${columnOf(history.object)} = ${object} order by history.version desc limit ${atMost}`;
  return (await versions(history, ofObject).execute(db)).rows;
}

export async function find<Content extends object>(
  db: Database | Tx,
  history: History<Content>,
  object: string,
  version: number,
): Promise<Version<Content> | null> {
  const one = sql`where ${columnOf(history.object)} = ${object} and history.version = ${version}`;
  return (await versions(history, one).execute(db)).rows[0] ?? null;
}

/** The newest version of each object, by object. */
export async function newestOfEach<Content extends object>(
  db: Database,
  history: History<Content>,
): Promise<Map<string, Version<Content>>> {
  const object = columnOf(history.object);
  const ordered = sql`order by ${object}, history.version desc`;
  const { rows } = await versions(history, ordered, sql`distinct on (${object})`).execute(db);
  return new Map(rows.map((row) => [row.object, row]));
}

/** Content is stored as JSON. Returns false when another transaction has just created this version. */
export async function insert<Content extends object>(
  tx: Tx,
  { table, object, savedAt, savedBy, content }: History<Content>,
  added: Version<Content>,
): Promise<boolean> {
  const columns = [object, 'version', savedAt, savedBy, ...content];
  const values = [
    ...[added.object, added.version, added.at, added.by],
    ...content.map((column) => JSON.stringify(added[column])),
  ];
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(values)}) on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}
