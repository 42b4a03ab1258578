/** What a database holds of ours: every table with its columns, every sequence, every foreign key and trigger. Asked of the catalogue, so that nothing new can be forgotten. */
import { type Client, escapeIdentifier } from 'pg';

/** `columns`: those that are stored; generated ones are computed again. */
export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; last: string; isCalled: boolean };
export type Applied = { name: string; checksum: string; oldestCode: string | null };

const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
/** What an extension brought belongs to it. */
const byExtension = `exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map((column) => escapeIdentifier(column)).join(', ');

/** Ordinary tables and the parts of partitioned ones, which hold the rows. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${ours} and not ${byExtension} order by 1, 2`);
  return rows;
}

/** As they stand now: they run ahead of a snapshot, which leaves a gap and never a number twice. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} and not ${byExtension} order by 1, 2`);
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

/** What this way of copying does not know. Nothing of it exists today; should it come, a backup must not leave it out silently. */
export async function readUnknown(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    select format('the %s %I.%I', case c.relkind when 'm' then 'materialized view' else 'foreign table' end, n.nspname, c.relname) as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('m', 'f') and ${ours} and not ${byExtension}
    union all select format('the large object %s', oid) from pg_largeobject_metadata
    union all select format('the row security of %I.%I', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relrowsecurity and ${ours}`);
  return rows.map(({ what }) => what);
}

/** True where nobody has made anything: no table, view or sequence, whatever extensions are there. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relpersistence <> 't' and ${ours} and not ${byExtension} limit 1`);
  return rows.length === 0;
}

type Statements = { off: string; on: string };

/**
 * What a load would wake or trip over, each as the statement that takes it away and the one that brings it back: our triggers, and foreign keys, whose
 * return looks at every row. The owner of the tables may do both; nobody has to be a superuser.
 */
export async function readGuards(client: Client): Promise<Statements[]> {
  const { rows } = await client.query<Statements>(`
    select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname) as off,
      format('alter table %I.%I enable %s trigger %I', n.nspname, c.relname, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${ours}
    union all
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname),
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${ours}`);
  return rows;
}

export async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(schema_migration) ->> 'oldest_code' as "oldestCode" from schema_migration order by name collate "C"`,
  );
  return rows;
}

/** Of the schema that keeps the jobs; null where there is none. */
export async function readJobsVersion(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('pgboss.version') is not null as "isThere"`);
  if (!rows[0]?.isThere) return null;
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version ?? null;
}
