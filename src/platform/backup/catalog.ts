/**
 * Lists our objects in a database: tables with their columns, sequences, foreign keys, and triggers. Reads
 * the catalog, so new objects are included automatically.
 */
import { type Client, escapeIdentifier } from 'pg';

/** `columns` has the stored columns; generated ones are computed again. */
export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; last: string; isCalled: boolean };
export type Applied = { name: string; checksum: string; oldestCode: string | null };

const ownSchemas = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
/** Matches objects that belong to an extension. */
const byExtension = `exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ');

/**
 * Statistics of the job queue. Its partitions are named after days, so those of a backup and of a later
 * restore differ. They are not backed up, and an older backup's are skipped.
 */
export const isQueueStatistics = ({ schema, name }: { schema: string; name: string }): boolean =>
  schema === 'pgboss' && name.startsWith('queue_stats');

/** Ordinary tables and the partitions that hold the rows, except statistics of the job queue. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${ownSchemas} and not ${byExtension} order by 1, 2`);
  return rows.filter((table) => !isQueueStatistics(table));
}

/** The current values. They are ahead of the snapshot, which leaves a gap but never repeats a number. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ownSchemas} and not ${byExtension} order by 1, 2`);
  const sequences: Sequence[] = [];
  for (const sequence of rows) {
    const state = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(sequence)}`,
    );
    const [found] = state.rows;
    if (found) sequences.push({ ...sequence, ...found });
  }
  return sequences;
}

/**
 * Objects that this backup cannot copy. There are none today; a new one must fail the backup rather than be
 * left out silently.
 */
export async function readUnknown(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    select format('the %s %I.%I', case c.relkind when 'm' then 'materialized view' else 'foreign table' end, n.nspname, c.relname) as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('m', 'f') and ${ownSchemas} and not ${byExtension}
    union all select format('the large object %s', oid) from pg_largeobject_metadata
    union all select format('the row security of %I.%I', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relrowsecurity and ${ownSchemas}`);
  return rows.map(({ what }) => what);
}

/** True when the database has no tables, views, or sequences apart from those of extensions. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relpersistence <> 't' and ${ownSchemas} and not ${byExtension} limit 1`);
  return rows.length === 0;
}

type Statements = { off: string; on: string };

/**
 * Triggers and foreign keys that a load would fire or violate, each with the statements that drop and restore
 * it. Restoring a foreign key checks every row. The owner of the tables may run both; no superuser is needed.
 */
export async function readGuards(client: Client): Promise<Statements[]> {
  const { rows } = await client.query<Statements>(`
    select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname) as off,
      format('alter table %I.%I enable %s trigger %I', n.nspname, c.relname, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${ownSchemas}
    union all
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname),
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${ownSchemas}`);
  return rows;
}

export async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(schema_migration) ->> 'oldest_code' as "oldestCode" from schema_migration order by name collate "C"`,
  );
  return rows;
}

/** Version of the job queue's schema; null where it does not exist. */
export async function readJobsVersion(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('pgboss.version') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return null;
  return (
    (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version ?? null
  );
}
