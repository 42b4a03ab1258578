/**
 * One start at a time for one data folder. The lock is an open SQLite transaction: it rests on the locks of the operating system,
 * which end with the process however it ends, so there is never a stale one to judge or to remove.
 */
import { closeSync, fchownSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainFileError, say } from './trouble.ts';

const busy = 5;
/** A lock that nobody refers to any more would be collected as garbage, and let go. */
const held = new Set<DatabaseSync>();

/** Held until `release` or the end of the process. `owner` keeps the file usable for an ordinary user after a start by root. */
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
      throw say(`Stateside is already running on the data in ${dirname(path)}. Stop it first, or choose another folder with DATA_DIR.`);
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
