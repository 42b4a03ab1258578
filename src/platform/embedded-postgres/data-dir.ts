/**
 * Where the shop keeps its data when DATA_DIR does not say: `.data` beside package.json, whatever folder the start was called from.
 * Root keeps it in /var/lib/stateside where PostgreSQL's account cannot reach the project, such as a clone below a private home.
 * A DATA_DIR that is not absolute starts at the folder the start was called from, as in any other program.
 */
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, canEnter, chooseAccount, isRoot } from './account.ts';
import { explainFileError, sayWithWayOut } from './trouble.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const besideProject = join(projectRoot, '.data');
const ofTheMachine = '/var/lib/stateside';
/** Passing through is allowed to everybody, looking in is not. */
const passage = 0o711;

/** The database's part of the data folder. */
export const homeIn = (dataDir: string): string => join(dataDir, 'postgres');

/** The folder that is used: `wanted` (what DATA_DIR says), or the default for this user and project. Creates nothing. */
export function chooseDataDir(wanted: string | null): string {
  if (wanted) return resolve(wanted);
  if (!isRoot()) return besideProject;
  const account = chooseAccount(join(homeIn(besideProject), 'cluster'));
  return canEnter(account, projectRoot) && isWritable(projectRoot) ? besideProject : ofTheMachine;
}

/** Creates what is missing and makes sure that PostgreSQL's account can get there. Returns the folder for the database. */
export function prepareHome(dataDir: string, account: Account): string {
  const home = homeIn(dataDir);
  try {
    const firstMade = mkdirSync(dataDir, { recursive: true, mode: account ? passage : 0o755 });
    const isOurs = dataDir === besideProject || dataDir === ofTheMachine;
    if (account && (firstMade !== undefined || isOurs)) openPassage(dataDir, firstMade ?? dataDir);
    mkdirSync(home, { recursive: true, mode: account ? passage : 0o700 });
    if (account) openPassage(home, home);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  if (canEnter(account, home)) return home;
  throw sayWithWayOut(
    `PostgreSQL cannot run as root. It runs as the user ${account?.name}, and that user cannot reach ${dataDir}.`,
    `Choose a folder that everybody may pass through with DATA_DIR, such as ${ofTheMachine}.`,
  );
}

/** A strict umask would shut PostgreSQL's account out of folders that were made for it. Only our own folders are touched. */
function openPassage(innermost: string, outermost: string): void {
  chmodSync(innermost, (statSync(innermost).mode & 0o777) | 0o111);
  if (innermost !== outermost && innermost !== dirname(innermost)) openPassage(dirname(innermost), outermost);
}

const roomForTests = 1_000_000_000;

/** For tests: a folder nobody else knows, with an end to it. In memory where there is room: a copy of a database is 300 small files. */
export function makeTemporaryDataDir(): { path: string; remove(): void } {
  const make = (parent: string) => {
    const path = mkdtempSync(join(parent, 'stateside-'));
    if (isRoot()) chmodSync(path, passage);
    return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }) };
  };
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < roomForTests) return make(tmpdir());
    const inMemory = make('/dev/shm');
    if (mayRunPrograms(inMemory.path)) return inMemory;
    inMemory.remove();
  } catch {
    // There is no such place here.
  }
  return make(tmpdir());
}

/** Containers often mount their memory so that nothing in it can be started, and the database's programs may have to live here. */
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

/** Whose the files of a start by root shall be: those of the person who started it first. */
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
