/**
 * Two versions of the shop, each in a separate folder: one from the git history, and this one with additional
 * test migrations.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '#platform/migration-files.ts';

const root = join(import.meta.dirname, '../..');
const copied = [
  'build',
  'src',
  'tools',
  'db',
  'public',
  'sandbox',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];
/** A version with this file accepts a newer compatible schema. */
const firstNeeded = 'src/platform/schema-fit.ts';

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * Returns the previous release: the newest tag. Without tags, the first commit from which an upgrade without
 * downtime is possible. That commit accepts a newer schema, has the last incompatible migration, and none of
 * its migrations has changed since.
 */
export async function releaseBefore(): Promise<string> {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    const lastStop = (await readMigrations()).findLast(({ oldestCode }) => oldestCode === null)?.name ?? '';
    const [able = '', stop = ''] = [firstNeeded, `db/migrations/${lastStop}`].map((path) =>
      git('log', '--diff-filter=A', '--format=%H', '--', path).split('\n').at(-1),
    );
    if (stop === '')
      throw new Error(`${lastStop} is not committed, and no earlier version can keep running next to it`);
    // The commit whose migrations still match what was applied.
    const changed = git('log', '-1', '--diff-filter=M', '--format=%H', '--', 'db/migrations') || able;
    const release = [able, stop, changed].reduce((a, b) => (git('merge-base', a, b) === a ? b : a));
    if (release === git('rev-parse', 'HEAD'))
      throw new Error('the newest commit changed a migration: name an earlier release');
    return release;
  }
}

export const nameOf = (ref: string): string => git('log', '-1', '--format=%h %s', ref);

/**
 * Unpacks a version and installs packages from its lock file. If both lock files match, it links the packages
 * of this checkout.
 */
export function unpackRelease(ref: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 1_000_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (!existsSync(join(folder, firstNeeded)))
    throw new Error(`${ref} is older than the support for newer schemas (record 0062)`);
  const lockOf = (where: string): string => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else {
    // The calling npm has set its own folder in the environment.
    const install = 'unset npm_config_local_prefix; npm ci --no-audit --no-fund --loglevel=error';
    execFileSync('sh', ['-c', install], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

export function copyWorkingTree(folder: string): void {
  for (const path of [...copied, ...globSync('tsconfig*.json', { cwd: root })])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

export const addMigration = (folder: string, name: string, text: string): void =>
  writeFileSync(join(folder, 'db/migrations', name), text, { flag: 'wx' });
