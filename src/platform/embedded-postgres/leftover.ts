/**
 * Cleans up after an earlier start. `kill -9` of Node leaves the server running. `kill -9` of everything
 * leaves a `postmaster.pid` whose number may now belong to an unrelated process. So a process counts as ours
 * only if it works in our cluster.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, runScriptAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './environment.ts';
import { errorOf } from './trouble.ts';

const fastStopMs = 30_000;
const immediateStopMs = 15_000;
const unfinishedStopMs = 5_000;

/**
 * Ends every process of an earlier server on this cluster, gracefully first, and removes a stale
 * `postmaster.pid`.
 */
export async function clearLeftover(cluster: string, account: Account, binaries: Binaries): Promise<void> {
  const recorded = readPidFile(cluster)?.pid ?? null;
  if (process.platform === 'win32') {
    if (recorded !== null)
      spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: childEnvironment() });
    return;
  }
  const found = processesOf(cluster, account);
  if (found.length > 0) {
    // Without its postmaster a backend exits, usually within moments.
    if (recorded !== null && found.includes(recorded)) signal(recorded, 'SIGINT');
    if (!(await areGone(cluster, account, fastStopMs)))
      for (const pid of processesOf(cluster, account)) signal(pid, 'SIGQUIT');
    if (!(await areGone(cluster, account, immediateStopMs))) {
      throw errorOf(
        `An earlier database server (process ${processesOf(cluster, account).join(', ')}) is still running on ${cluster} and does not stop. Kill it, then start again.`,
      );
    }
  }
  // PostgreSQL has a second safeguard against remaining processes: shared memory named after the folder.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Ends processes of a killed first start that still work on its unfinished cluster. */
export async function endUnfinished(cluster: string, account: Account): Promise<void> {
  if (process.platform === 'win32') return;
  for (const pid of processesOf(cluster, account)) signal(pid, 'SIGTERM');
  await areGone(cluster, account, unfinishedStopMs);
}

/**
 * The server writes its number into the first line, its port into the fourth, and its state into the eighth.
 * Null while the file is missing or incomplete.
 */
export function readPidFile(cluster: string): { pid: number; port: number; state: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 1
      ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' }
      : null;
  } catch {
    return null;
  }
}

async function areGone(cluster: string, account: Account, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (processesOf(cluster, account).length > 0) {
    if (Date.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

/**
 * A container's root may not inspect the processes of other users, so this runs as PostgreSQL's own account.
 */
const findByFolder =
  'cd -- "$1" && for link in /proc/[0-9]*/cwd; do test "$link" -ef . && echo "$link"; done';

/** The postmaster and its backends. Only they have the cluster as their working directory. */
export function processesOf(cluster: string, account: Account): number[] {
  if (process.platform !== 'linux') return postmastersByCommand(cluster);
  return runScriptAs(account, findByFolder, cluster)
    .split('\n')
    .flatMap((line) => {
      const pid = Number(line.split('/')[2]);
      const isPostgres = pid > 0 && /postgres/.test(commandOf(pid));
      return isPostgres ? [pid] : [];
    });
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // The process ended in the meantime.
  }
}

/** Without /proc, the postmaster is found by its command line. */
function postmastersByCommand(cluster: string): number[] {
  const lines = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n');
  return lines.filter((line) => line.includes(`-D ${cluster} -c `)).map((line) => Number.parseInt(line, 10));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
