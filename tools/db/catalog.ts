/**
 * Describes a database as text: its catalog, and the rows of a new shop. Two databases with the same text have
 * the same tables, columns in the same order, defaults, constraints, indexes, triggers, functions, sequences,
 * and comments. The order in which they were created does not matter.
 */
import type { Client } from 'pg';
import { withClient } from '#platform/one-client.ts';

/** The catalog of the migrations that the baseline replaces, written by lab/upgrade/old-chain.ts. */
export const catalogOfChain = new URL('./chain-catalog.txt', import.meta.url);

/** `line` may contain line breaks. */
type Found = { line: string };

/** An object belongs to us unless an extension brought it along. */
const isOurs = (catalog: string, object: string): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${object}.oid and deptype = 'e')`;
/** The runner creates this table itself. */
const isDescribed = `c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'`;

/** Columns say whether they may be null. Only PostgreSQL 18 also lists that as a constraint. */
const questions = [
  `select format('%s %s%s', case c.relkind when 'r' then 'table' when 'S' then 'sequence' when 'v' then 'view' else 'kind ' || c.relkind::text end,
      c.relname, coalesce(' with ' || array_to_string(c.reloptions, ', '), ''))
    || case when c.relrowsecurity then ' row security' else '' end || coalesce(' comment ' || obj_description(c.oid, 'pg_class'), '') as line
    from pg_class c where ${isDescribed} and c.relkind not in ('i', 't')`,
  `select format('column %s.%s %s %s', c.relname, lpad(row_number() over (partition by c.oid order by a.attnum)::text, 2, '0'), a.attname,
      format_type(a.atttypid, a.atttypmod))
    || case when a.attnotnull then ' not null' else '' end
    || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
    || case a.attgenerated when '' then '' else ' generated ' || a.attgenerated::text end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    || case when a.attcollation in (0, (select oid from pg_collation where collname = 'default')) then '' else ' collation ' || a.attcollation::regcollation end
    || case when a.attstorage = t.typstorage then '' else ' storage ' || a.attstorage::text end
    || coalesce(' comment ' || col_description(c.oid, a.attnum), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${isDescribed} and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) || case when k.convalidated then '' else ' not valid' end as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${isDescribed} and k.contype <> 'n'`,
  `select format('index %s.%s %s', c.relname, i.relname, pg_get_indexdef(i.oid)) || case when x.indisvalid then '' else ' invalid' end
    || coalesce(' with ' || array_to_string(i.reloptions, ', '), '') as line
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid where ${isDescribed}`,
  `select format('trigger %s.%s %s %s', c.relname, t.tgname, t.tgenabled, pg_get_triggerdef(t.oid)) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${isDescribed} and not t.tgisinternal`,
  `select format('function %s(%s) returns %s language %s %s%s%s%s as %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
      l.lanname, p.provolatile, p.proparallel, case when p.proisstrict then ' strict' else '' end, case when p.prosecdef then ' security definer' else '' end, p.prosrc)
    || coalesce(' comment ' || obj_description(p.oid, 'pg_proc'), '') as line
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc', 'p')}`,
  `select format('sequence %s %s from %s by %s in %s..%s cache %s%s of %s.%s', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
      s.seqcache, case when s.seqcycle then ' cycle' else '' end, o.relname, a.attname) as line
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
    left join pg_class o on o.oid = d.refobjid left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where ${isDescribed}`,
  `select format('extension %s', extname) as line from pg_extension where extname <> 'plpgsql'`,
  `select format('type %s %s', t.typname, t.typtype) as line from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r', 'm') and ${isOurs('pg_type', 't')}`,
];

/** Each line is one object, sorted by kind and name. */
export const describeCatalog = (url: string): Promise<string> =>
  withClient(url, 'stateside catalog', async (client) => {
    const lines: string[] = [];
    for (const question of questions)
      lines.push(...(await client.query<Found>(question)).rows.map(({ line }) => inOneLine(line)));
    return [...lines.toSorted(), ...(await rowsOfNewShop(client))].map((line) => `${line}\n`).join('');
  });

/** Functions may differ in line breaks, indentation, and comments. */
const inOneLine = (text: string): string =>
  text
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\() | (?=\))/g, '')
    .trim();

/**
 * Rows that the schema brings along. Random ids differ from shop to shop. Updates by migrations also queued purges of
 * pages that a new shop has not served yet.
 */
async function rowsOfNewShop(client: Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where ${isDescribed} and c.relkind = 'r' and c.relname <> 'edge_purge' order by c.relname collate "C"`,
  );
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t order by 1`,
    );
    lines.push(
      ...rows.map(
        ({ row }) => `row ${name} ${row.replace(/"shop_[\w-]{16}"/, '"shop_(16 random characters)"')}`,
      ),
    );
  }
  return lines;
}
