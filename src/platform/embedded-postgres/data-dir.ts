/**
 * Where the shop keeps its data when DATA_DIR does not say: `.data` beside package.json, whatever folder the start was called from.
 * Root keeps it in /var/lib/stateside where PostgreSQL's account cannot reach the project, such as a clone below a private home.
 */
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, canEnter, chooseAccount, isRoot } from './account.ts';
import { explainFileError, sayWithWayOut } from './trouble.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const sharedDataDir = '/var/lib/stateside';

export const homeIn = (dataDir: string): string => join(dataDir, 'postgres');

/** The folder that is used: `wanted` itself, or the default for this user and project. Creates nothing. */
export function chooseDataDir(wanted: string | null): string {
  if (wanted !== null) return wanted;
  const beside = join(projectRoot, '.data');
  if (!isRoot()) return beside;
  const account = chooseAccount(join(homeIn(beside), 'cluster'));
  return canEnter(account, nearestExisting(beside)) ? beside : sharedDataDir;
}

/** Creates what is missing and makes sure that PostgreSQL's account can get there. Returns the folder for the database. */
export function prepareHome(dataDir: string, account: Account): string {
  const home = homeIn(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (lstatSync(home, { throwIfNoEntry: false }) === undefined) mkdirSync(home, { mode: account ? 0o711 : 0o700 });
    if (account) chmodSync(home, 0o711);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  if (!canEnter(account, home)) {
    throw sayWithWayOut(
      `PostgreSQL cannot run as root. It runs as the user ${account?.name}, and that user cannot reach ${dataDir}.`,
      `Choose a folder that everybody may pass through with DATA_DIR, such as ${sharedDataDir}.`,
    );
  }
  return home;
}

/** For tests: a folder nobody else knows, with an end to it. */
export function makeTemporaryDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'stateside-'));
  if (isRoot()) chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }) };
}

/** Whose the files of a start by root shall be: the person's who started it first. */
export function ownerOf(home: string): { uid: number; gid: number } | null {
  if (!isRoot()) return null;
  const { uid, gid } = statSync(home);
  return { uid, gid };
}

export function giveTo(owner: { uid: number; gid: number } | null, path: string): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

function nearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path));
}
