/** Two versions of the shop, each whole in a folder of its own: one out of git's history, and this one with migrations that are added for the trial. */
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
/** Whatever has this file can work on a newer schema that is compatible. */
const firstNeeded = 'src/platform/schema-fit.ts';

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * The release before: the newest tag. Where nothing is tagged, the first commit from which an upgrade without a stop is possible: it can work on a
 * newer schema, it has the last migration that no earlier version works after, and none of its own was changed since.
 */
export async function releaseBefore(): Promise<string> {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    const lastStop = (await readMigrations()).findLast(({ oldestCode }) => oldestCode === null)?.name ?? '';
    const [able = '', stop = ''] = [firstNeeded, `db/migrations/${lastStop}`].map((path) =>
      git('log', '--diff-filter=A', '--format=%H', '--', path).split('\n').at(-1),
    );
    if (stop === '') throw new Error(`${lastStop} is not committed, and no version before it can stay at work beside it`);
    // One whose migrations are still written as they were applied.
    const changed = git('log', '-1', '--diff-filter=M', '--format=%H', '--', 'db/migrations') || able;
    const release = [able, stop, changed].reduce((one, other) => (git('merge-base', one, other) === one ? other : one));
    if (release === git('rev-parse', 'HEAD')) throw new Error('the newest commit changed a migration: name a release before it');
    return release;
  }
}

export const nameOf = (ref: string): string => git('log', '-1', '--format=%h %s', ref);

/** Takes what the version needs from its own lock file; the packages here will do where both lock files are the same. */
export function unpackRelease(ref: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 1_000_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (!existsSync(join(folder, firstNeeded))) throw new Error(`${ref} is from before the shop could work on a newer schema (record 0062)`);
  const lockOf = (where: string): string => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else {
    // npm has told the command that started this of another folder.
    const install = 'unset npm_config_local_prefix; npm ci --no-audit --no-fund --loglevel=error';
    execFileSync('sh', ['-c', install], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

export function copyThisVersion(folder: string): void {
  for (const path of [...copied, ...globSync('tsconfig*.json', { cwd: root })])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

export const addMigration = (folder: string, name: string, text: string): void =>
  writeFileSync(join(folder, 'db/migrations', name), text, { flag: 'wx' });
