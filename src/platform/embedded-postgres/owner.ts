/**
 * Creates our database in the cluster, and the role that owns it. The shop uses that role and not the
 * superuser, so an injected statement cannot run a program or read a file of the machine.
 */
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { withClient } from '#platform/one-client.ts';
import { shopRole, superuser } from './cluster.ts';

export const databaseName = 'stateside';

const connectionName = 'stateside start';

/** The address of a database of the cluster, with the superuser's name and password. */
export type Address = (database: string) => string;

/** Runs at every start, because an earlier one may have been killed halfway, or had no such role. */
export async function provideDatabase(address: Address, shopPassword: string): Promise<void> {
  const isOurs = await withClient(address('postgres'), connectionName, async (client) => {
    const { rowCount: roles } = await client.query('select 1 from pg_roles where rolname = $1', [shopRole]);
    const login = `role ${escapeIdentifier(shopRole)} login nosuperuser nocreatedb nocreaterole password ${escapeLiteral(shopPassword)}`;
    await client.query(`${roles === 0 ? 'create' : 'alter'} ${login}`);
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [databaseName],
    );
    if (rows.length === 0) await client.query(`create database ${databaseName}`);
    return rows[0]?.owner === shopRole;
  });
  if (!isOurs) await withClient(address(databaseName), connectionName, transferToShopRole);
}

/** For tests, whose databases are short-lived copies. */
export async function provideTestDatabase(address: Address): Promise<void> {
  await withClient(address('postgres'), connectionName, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
    await client.query("alter role all set stateside.purpose = 'test'");
  });
}

/**
 * Runs in one transaction, whose last statement is what the next start checks for. `reassign owned` does not
 * work for the superuser that created the cluster. Indexes, and sequences that belong to a column, follow
 * their table. The shop may check its indexes with amcheck, which only a superuser can install.
 */
async function transferToShopRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(statements, [superuser]);
  const owner = escapeIdentifier(shopRole);
  await client.query('begin');
  for (const { statement } of rows) await client.query(`alter ${statement} owner to ${owner}`);
  await client.query('create extension if not exists amcheck');
  await client.query(`grant execute on function bt_index_check(regclass, boolean) to ${owner}`);
  await client.query(`alter database ${databaseName} owner to ${owner}`);
  await client.query('commit');
}

const statements = `
  with ours as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
       superuser as (select oid from pg_roles where rolname = $1)
  select format('schema %I', nspname) as statement from ours, superuser where nspowner = superuser.oid
  union all
  select format('%s %I.%I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      nspname, relname)
    from pg_class join ours on ours.oid = relnamespace, superuser
    where relowner = superuser.oid and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i', 'e') and relkind = 'S')
  union all
  select format('routine %s', pg_proc.oid::regprocedure) from pg_proc join ours on ours.oid = pronamespace, superuser
    where proowner = superuser.oid and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select format('type %I.%I', nspname, typname) from pg_type join ours on ours.oid = typnamespace, superuser
    where typowner = superuser.oid and typtype in ('e', 'd')`;
