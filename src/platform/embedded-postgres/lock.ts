/**
 * Allows one start at a time for a data folder. The lock is an open SQLite transaction, so it uses the locks
 * of the operating system. These end with the process in any case, so there is never a stale lock to detect
 * or remove.
 */
import { closeSync, fchownSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainFileError, errorOf } from './trouble.ts';

const busy = 5;
/** Keeps a reference, because garbage collection would release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Held until `release` or the end of the process. `owner` keeps the file usable for an ordinary user after a
 * start by root.
 */
export function takeLock(path: string, owner: { uid: number; gid: number } | null): { release(): void } {
  let holder: DatabaseSync;
  try {
    const file = openSync(path, 'a', 0o600);
    if (owner) fchownSync(file, owner.uid, owner.gid);
    closeSync(file);
    holder = new DatabaseSync(path, { timeout: 0 });
    holder.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) {
      throw errorOf(
        `Stateside is already running on the data in ${dirname(path)}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    throw explainFileError(error, dirname(path));
  }
  held.add(holder);
  return {
    release: () => {
      held.delete(holder);
      holder.close();
    },
  };
}
