/**
 * Default data folder when DATA_DIR is not set: `.data` beside package.json, from any working directory. Root
 * uses /var/lib/stateside where PostgreSQL's account cannot reach the project, such as a clone below a
 * private home. A relative DATA_DIR is resolved against the working directory, as usual.
 */
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, canEnter, chooseAccount, isRoot } from './account.ts';
import { explainFileError, errorWithAdvice } from './trouble.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const besideProject = join(projectRoot, '.data');
const ofTheMachine = '/var/lib/stateside';
/** All users may pass through the folder; only its owner may list it. */
const passage = 0o711;

/** The database's part of the data folder. */
export const clusterFolderIn = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * The data folder in use: `configured` (the value of DATA_DIR), or the default for this user and project. Creates
 * nothing.
 */
export function chooseDataDir(configured: string | null): string {
  if (configured) return resolve(configured);
  if (!isRoot()) return besideProject;
  const account = chooseAccount(join(clusterFolderIn(besideProject), 'cluster'));
  return canEnter(account, projectRoot) && isWritable(projectRoot) ? besideProject : ofTheMachine;
}

/**
 * Creates missing folders and makes them reachable for PostgreSQL's account. Returns the folder for the
 * database.
 */
export function prepareHome(dataDir: string, account: Account): string {
  const home = clusterFolderIn(dataDir);
  try {
    const firstMade = mkdirSync(dataDir, { recursive: true, mode: account ? passage : 0o755 });
    const isOurs = dataDir === besideProject || dataDir === ofTheMachine;
    if (account && (firstMade !== undefined || isOurs)) allowTraversal(dataDir, firstMade ?? dataDir);
    mkdirSync(home, { recursive: true, mode: account ? passage : 0o700 });
    if (account) allowTraversal(home, home);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  if (canEnter(account, home)) return home;
  throw errorWithAdvice(
    `PostgreSQL cannot run as root. It runs as the user ${account?.name}, who cannot access ${dataDir}.`,
    `Set DATA_DIR to a folder that all users can access, such as ${ofTheMachine}.`,
  );
}

/**
 * A strict umask would lock PostgreSQL's account out of folders made for it. Only our own folders are
 * changed.
 */
function allowTraversal(innermost: string, outermost: string): void {
  chmodSync(innermost, (statSync(innermost).mode & 0o777) | 0o111);
  if (innermost !== outermost && innermost !== dirname(innermost))
    allowTraversal(dirname(innermost), outermost);
}

const testSpaceBytes = 1_000_000_000;

/**
 * For tests: a private folder with a function to remove it. In memory if possible, because a copy of a
 * database is 300 small files.
 */
export function makeTemporaryDataDir(): { path: string; remove(): void } {
  const make = (parent: string) => {
    const path = mkdtempSync(join(parent, 'stateside-'));
    if (isRoot()) chmodSync(path, passage);
    return {
      path,
      remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
    };
  };
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < testSpaceBytes) return make(tmpdir());
    const inMemory = make('/dev/shm');
    if (mayRunPrograms(inMemory.path)) return inMemory;
    inMemory.remove();
  } catch {
    // This system has no /dev/shm.
  }
  return make(tmpdir());
}

/** Containers often mount memory with noexec, and the database's programs may have to be stored here. */
function mayRunPrograms(folder: string): boolean {
  const probe = join(folder, 'probe');
  writeFileSync(probe, '', { mode: 0o755 });
  try {
    accessSync(probe, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe);
  }
}

/** Owner for files created by root: the owner of the folder from the first start. */
export function ownerOf(home: string): { uid: number; gid: number } | null {
  if (!isRoot()) return null;
  const { uid, gid } = statSync(home);
  return { uid, gid };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
