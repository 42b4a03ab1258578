/**
 * `npm run row-types` writes db/types.ts, the row types, from a fully migrated database. A check such as
 * `status in ('paid', 'canceled')` becomes a union type, so that a misspelled status does not compile.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { Client } from 'pg';

export const generatedFile = new URL('../../db/types.ts', import.meta.url);

type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
};
type Check = { table: string; definition: string };

const simple: Record<string, string> = {
  text: 'string',
  _text: 'string[]',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  uuid: 'string',
  date: 'string',
  numeric: 'Numeric',
  int2: 'number',
  int4: 'number',
  int8: 'Bigint',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  bytea: 'Buffer',
  tsvector: 'string',
};

/** The text of db/types.ts for the database at `url`. */
export async function describeDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const columns = await client.query<Column>(`
      select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as nullable,
        a.atthasdef as "hasDefault", a.attidentity as identity, a.attgenerated as generated
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relname <> 'schema_migration'
        and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`);
    const checks = await client.query<Check>(`
      select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`);
    return writeTypes(columns.rows, checks.rows);
  } finally {
    await client.end();
  }
}

function writeTypes(columns: Column[], checks: Check[]): string {
  const unions = new Map(
    checks.flatMap(({ table, definition }) => {
      const words = wordsOfCheck(definition);
      return words ? [[`${table}.${words.column}`, words.values] as const] : [];
    }),
  );
  const tables = Map.groupBy(columns, ({ table }) => table);
  const shapes = [...tables].map(
    ([table, its]) =>
      `export type ${typeName(table)} = {\n${its.map((column) => `  ${column.name}: ${columnType(column, unions)};`).join('\n')}\n};`,
  );
  return `/**
 * Generated from the migrated database by \`npm run row-types\`; a test fails when it is stale. Not edited by
 * hand. These are the tables as Kysely needs them; \`Selectable<Coupon>\` is a row that was read.
 */
import type { ColumnType, GeneratedAlways } from 'kysely';

/** The database fills it in when the writer does not. */
type Generated<T> = T extends ColumnType<infer Read, infer Inserted, infer Updated>
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<T, T | undefined, T>;
/** Read as a number that is exact, or not at all. */
type Bigint = ColumnType<number, number | bigint | string, number | bigint | string>;
/** Kept as text: a float would be another amount. */
type Numeric = ColumnType<string, number | string, number | string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Written as text made by \`JSON.stringify\`, since a bare array would become an SQL array. */
type Json = ColumnType<unknown, string, string>;

${shapes.join('\n\n')}

export type DB = {
${[...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`).join('\n')}
};
`.replace(unusedHelpers(shapes.join('\n')), '');
}

/** Only used helper types are declared, because unused types do not compile here. */
function unusedHelpers(shapes: string): RegExp {
  const unused = ['Bigint', 'Numeric', 'Timestamp', 'Json'].filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(shapes),
  );
  return unused.length === 0
    ? /$^/
    : new RegExp(`(/\\*\\*[^\\n]*\\*/\\n)?type (${unused.join('|')}) = .*\\n`, 'g');
}

function columnType(column: Column, unions: Map<string, string[]>): string {
  const base = simple[column.type];
  if (base === undefined)
    throw new Error(
      `${column.table}.${column.name} has the type ${column.type}, which tools/db/types.ts does not know. Use another or teach it.`,
    );
  const words = base === 'string' ? unions.get(`${column.table}.${column.name}`) : undefined;
  const type = `${words?.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(' | ') ?? base}${column.nullable ? ' | null' : ''}`;
  if (column.identity === 'a' || column.generated !== '')
    return `GeneratedAlways<${base === 'Bigint' ? type.replace('Bigint', 'number') : type}>`;
  return column.hasDefault || column.identity === 'd' ? `Generated<${type}>` : type;
}

/** Parses the two forms in which PostgreSQL prints `x in (…)` and `x = '…'`. Any other check returns null. */
export function wordsOfCheck(definition: string): { column: string; values: string[] } | null {
  const literal = "'(?:[^']|'')*'::text";
  const many = new RegExp(
    String.raw`^CHECK \(\((\w+) = ANY \(ARRAY\[(${literal}(?:, ${literal})*)\]\)\)\)$`,
  ).exec(definition);
  const singleValue = new RegExp(String.raw`^CHECK \(\((\w+) = (${literal})\)\)$`).exec(definition);
  const [, column, list] = many ?? singleValue ?? [];
  if (column === undefined || list === undefined) return null;
  return {
    column,
    values: [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text = '']) => text.replaceAll("''", "'")),
  };
}

const typeName = (table: string): string =>
  table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

if (import.meta.main) {
  const server = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  try {
    await migrate(server.url);
    await writeFile(generatedFile, await describeDatabase(server.url));
    process.stdout.write(`Wrote ${fileURLToPath(generatedFile)}\n`);
  } finally {
    await server.stop();
  }
}
