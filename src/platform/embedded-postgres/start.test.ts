/**
 * The life cycle of the embedded database: first start, second start, concurrent starts, and every kind of
 * crash.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  queryOnce,
  aPostgresProcess,
  beginPostgres,
  end,
  type PostgresProcess,
  refusalOf,
} from '#test/builders/server-process.ts';
import { chooseAccount, spawnAs } from './account.ts';
import { placesIn, shopRole, superuser } from './cluster.ts';
import { clusterFolderIn, makeTemporaryDataDir } from './data-dir.ts';
import { processesOf } from './leftover.ts';
import { startEmbeddedPostgres } from './start.ts';

// Every test here creates a cluster and starts it at least once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const timeoutMs = { timeout: 60_000, interval: 20 };
let folder: ReturnType<typeof makeTemporaryDataDir>;
let dataDir: string;
let cluster: string;
let home: string;
const started: PostgresProcess[] = [];

beforeEach(() => {
  folder = makeTemporaryDataDir();
  dataDir = folder.path;
  home = clusterFolderIn(dataDir);
  cluster = placesIn(home).cluster;
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(end));
  killServer();
  await vi.waitFor(() => expect(serverProcesses()).toEqual([]), timeoutMs);
  folder.remove();
});

const serverProcesses = (): number[] => processesOf(cluster, chooseAccount(cluster));
const killServer = (): void =>
  serverProcesses().forEach((pid) => {
    process.kill(pid, 'SIGKILL');
  });

async function start(): Promise<PostgresProcess & { url: string }> {
  const process = await aPostgresProcess({ dataDir });
  started.push(process);
  return process;
}

async function killNode({ child, hasEnded }: PostgresProcess): Promise<void> {
  child.kill('SIGKILL');
  await hasEnded;
}

const remember = (url: string) =>
  queryOnce(url, 'create table memory (word text); insert into memory values ($$sale$$)');
const readWord = async (url: string) =>
  (await queryOnce(url, 'select word from memory')).map(({ word }) => word);

test('a first start makes a durable cluster with checksums, and a second start reuses the data', async () => {
  const first = await start();
  expect(
    await queryOnce(
      addressOf(first.url, superuser),
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
    (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale,
    current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
    ),
  ).toEqual([
    {
      checksums: 'on',
      encoding: 'UTF8',
      locale: 'b C.UTF-8',
      fsync: 'on',
      addresses: '127.0.0.1',
      sockets: '',
    },
  ]);
  await remember(first.url);
  await end(first);
  expect(serverProcesses()).toEqual([]);
  expect(await readWord((await start()).url)).toEqual(['sale']);
});

test('data of another major version is rejected with a message that names the version', async () => {
  await end(await start());
  writeFileSync(join(cluster, 'PG_VERSION'), '16\n');
  expect(await refusalOf({ dataDir })).toContain(
    `The data in ${home} was created by PostgreSQL 16. This version cannot read it.`,
  );
});

test('connections need the password, and only the owner can read it', async () => {
  const { url } = await start();
  const without = new URL(url);
  without.password = 'guess';
  await expect(queryOnce(without.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(home, 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#].*\btrust\b/m);
});

const addressOf = (url: string, login: string): string =>
  Object.assign(new URL(url), { username: login, password: passwordOf(login) }).href;
const passwordOf = (login: string): string =>
  readFileSync(join(home, login === superuser ? 'password' : 'shop-password'), 'utf8');

test('the shop owns its database and has no other rights', async () => {
  const { url } = await start();
  expect(
    await queryOnce(
      url,
      'select current_user as name, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ name: shopRole, rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  await remember(url);
  await queryOnce(
    url,
    'create schema more; create table more.memory (word text primary key); alter table memory add column more text',
  );
  for (const [statement, refusal] of [
    [`copy memory to program 'cat'`, 'permission denied to COPY to or from an external program'],
    [`select pg_read_file('/etc/passwd')`, 'permission denied for function pg_read_file'],
    ['create role another superuser', 'permission denied to create role'],
    [`alter system set fsync = off`, 'permission denied to set parameter'],
    ['set session authorization stateside', 'permission denied to set session authorization'],
  ] as const)
    await expect(queryOnce(url, statement), statement).rejects.toThrow(refusal);
  // The check that `npm run admin -- verify` runs.
  await queryOnce(
    url,
    "create extension if not exists amcheck; select bt_index_check('more.memory_pkey'::regclass, true)",
  );
  expect(statSync(join(home, 'shop-password')).mode & 0o777).toBe(0o600);
  expect(passwordOf(superuser)).not.toBe(passwordOf(shopRole));
});

test('data of a version that ran as the superuser is handed over, with any content', {
  tags: ['long'],
}, async () => {
  const first = await start();
  const before = addressOf(first.url, superuser);
  await queryOnce(
    before,
    `drop extension amcheck; alter database stateside owner to ${superuser}; drop role ${shopRole};
     create schema pgboss; create type pgboss.state as enum ('a'); create domain word as text;
     create table memory (id int generated always as identity, other serial, word word);
     create table pgboss.job (state pgboss.state, word text) partition by list (word);
     create table pgboss.job_common partition of pgboss.job default;
     create sequence order_number; create view words as select word from memory;
     create function double(n int) returns int language sql as 'select 2 * n';
     insert into memory (word) values ('sale')`,
  );
  await end(first);
  rmSync(join(home, 'shop-password'));
  for (let time = 0; time < 2; time += 1) {
    const { url, ...again } = await start();
    expect(await readWord(url)).toEqual(['sale']);
    await queryOnce(
      url,
      `begin; insert into memory (word) values ('more'); select nextval('order_number'); alter table memory rename word to name;
       alter type pgboss.state add value 'b'; alter table pgboss.job add column more text; drop view words; drop function double;
       drop schema pgboss cascade; drop table memory; drop domain word; rollback`,
    );
    const { owners } = (await queryOnce(addressOf(url, superuser), ownersOfAll))[0] as { owners: string };
    expect(owners).toBe(shopRole);
    await end(again);
  }
});

/** Owners of all objects in our schemas, except those of extensions. */
const ownersOfAll = `select string_agg(distinct pg_get_userbyid(owner), ' ') as owners from (
  select relowner as owner, relnamespace as place from pg_class union all
  select proowner, pronamespace from pg_proc where not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') union all
  select typowner, typnamespace from pg_type union all
  select nspowner, oid from pg_namespace where nspname <> 'public'
) as thing join pg_namespace on place = pg_namespace.oid where nspname !~ '^pg_' and nspname <> 'information_schema'`;

test('of two concurrent starts on the same data one runs, and the other reports that and stops', {
  tags: ['long'],
}, async () => {
  const both = [beginPostgres({ dataDir }), beginPostgres({ dataDir })];
  started.push(...both);
  const words = await Promise.all(both.map(({ said }) => said));
  expect(words.filter((word) => 'url' in word)).toHaveLength(1);
  expect(words.filter((word) => 'refusal' in word)).toEqual([
    {
      name: 'EmbeddedPostgresError',
      refusal: `Stateside is already running on the data in ${home}. Stop it first, or set DATA_DIR to another folder.`,
    },
  ]);
  expect(await refusalOf({ dataDir })).toContain('already running');
});

test('two starts in one process are distinguished too, and a stop releases the data', {
  tags: ['long'],
}, async () => {
  const first = await startEmbeddedPostgres({ dataDir, purpose: 'shop' });
  try {
    await expect(startEmbeddedPostgres({ dataDir, purpose: 'shop' })).rejects.toThrow('already running');
  } finally {
    await first.stop();
  }
  await end(await start());
});

test('after kill -9 of Node the server continues, and the next start adopts its confirmed data', {
  tags: ['long'],
}, async () => {
  const first = await start();
  await remember(first.url);
  await killNode(first);
  expect(serverProcesses()).not.toEqual([]);
  const second = await start();
  expect(await readWord(second.url)).toEqual(['sale']);
  await expect(queryOnce(first.url, 'select 1')).rejects.toThrow();
});

test('after kill -9 of everything the next start recovers the confirmed data', async () => {
  const first = await start();
  await remember(first.url);
  await killNode(first);
  killServer();
  expect(readdirSync(cluster)).toContain('postmaster.pid');
  expect(await readWord((await start()).url)).toEqual(['sale']);
});

test('a stale postmaster.pid with a number of an unrelated process does not block, and that process survives', {
  tags: ['long'],
}, async () => {
  const first = await start();
  await remember(first.url);
  await killNode(first);
  killServer();
  const stranger = spawn('sleep', ['600'], { ...spawnAs(chooseAccount(cluster)), stdio: 'ignore' });
  try {
    const file = join(cluster, 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));
    expect(await readWord((await start()).url)).toEqual(['sale']);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test('a first start killed half-way is repeated, and its remains are removed', {
  tags: ['long'],
}, async () => {
  const unfinished = beginPostgres({ dataDir });
  const partialClusters = (): string[] => readdirSync(home).filter((name) => name.startsWith('first-start-'));
  await vi.waitFor(
    () =>
      expect(readdirSync(join(home, partialClusters()[0] ?? 'none', 'cluster')).length).toBeGreaterThan(3),
    timeoutMs,
  );
  await killNode(unfinished);
  expect(readdirSync(home)).not.toContain('cluster');
  await end(await start());
  await end(await start());
  expect(partialClusters()).toEqual([]);
});

test('a first start killed before our database existed is finished by the next', {
  tags: ['long'],
}, async () => {
  const first = await start();
  const admin = new URL(first.url);
  admin.pathname = '/postgres';
  await queryOnce(admin.href, 'drop database stateside');
  await killNode(first);
  expect(await queryOnce((await start()).url, 'select current_database() as name')).toEqual([
    { name: 'stateside' },
  ]);
});

test('a server killed while the shop runs restarts at the same address', { tags: ['long'] }, async () => {
  const { url } = await start();
  await remember(url);
  killServer();
  await vi.waitFor(async () => expect(await readWord(url)).toEqual(['sale']), timeoutMs);
});

test('Ctrl-C in the terminal reaches Node and not the database, which stays up for the last work', {
  tags: ['long'],
}, async () => {
  const running = await start();
  process.kill(-(running.child.pid ?? 0), 'SIGINT');
  await running.hasEnded;
  expect(running.messages).toContainEqual({ lastWork: 'done' });
  expect(serverProcesses()).toEqual([]);
  expect(readdirSync(cluster)).not.toContain('postmaster.pid');
});
