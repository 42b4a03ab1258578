/**
 * Two versions of the shop, each in a separate folder: one from the git history, and this one with additional
 * test migrations.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitBeforeBaseline } from '#platform/schema-fit.ts';

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

/** The newest tag. Without tags, the last commit before the baseline, from which every older shop is upgraded. */
export function releaseBefore(): string {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    return commitBeforeBaseline;
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
