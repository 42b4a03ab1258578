/**
 * What an earlier start left behind. `kill -9` of Node leaves a living server; `kill -9` of everything leaves a `postmaster.pid` whose
 * number may by now belong to a stranger. So a number alone is never trusted: a process is ours if it works in our cluster.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, askAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './environment.ts';
import { say } from './trouble.ts';

const fastStopMs = 30_000;
const immediateStopMs = 15_000;
const unfinishedStopMs = 5_000;

/** Ends every process of an earlier server on this cluster, gently first, and removes a `postmaster.pid` that nobody owns. */
export async function clearLeftover(cluster: string, account: Account, binaries: Binaries): Promise<void> {
  const recorded = readPidFile(cluster)?.pid ?? null;
  if (process.platform === 'win32') {
    if (recorded !== null) spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: childEnvironment() });
    return;
  }
  const found = processesOf(cluster, account);
  if (found.length > 0) {
    // Without its postmaster a backend ends by itself, usually at once.
    if (recorded !== null && found.includes(recorded)) signal(recorded, 'SIGINT');
    if (!(await areGone(cluster, account, fastStopMs))) for (const pid of processesOf(cluster, account)) signal(pid, 'SIGQUIT');
    if (!(await areGone(cluster, account, immediateStopMs))) {
      throw say(
        `An earlier database server (process ${processesOf(cluster, account).join(', ')}) still runs on ${cluster} and does not stop. End it, then start again.`,
      );
    }
  }
  // PostgreSQL has a second guard of its own, the shared memory named after the folder, should anybody be left after all.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Ends what a killed first start still has working on its unfinished cluster. */
export async function endUnfinished(cluster: string, account: Account): Promise<void> {
  if (process.platform === 'win32') return;
  for (const pid of processesOf(cluster, account)) signal(pid, 'SIGTERM');
  await areGone(cluster, account, unfinishedStopMs);
}

/** The server writes its number into the first line and its state into the eighth. Null while there is none, or half of one. */
export function readPidFile(cluster: string): { pid: number; state: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 1 ? { pid, state: lines[7]?.trim() ?? '' } : null;
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

/** A container's root may not look at the processes of other users, so the look is taken as PostgreSQL's own account. */
const findByFolder = 'cd -- "$1" && for link in /proc/[0-9]*/cwd; do test "$link" -ef . && echo "$link"; done';

/** The postmaster and its backends: all of them have the cluster as their working folder, and nobody else has. */
export function processesOf(cluster: string, account: Account): number[] {
  if (process.platform !== 'linux') return postmastersByCommand(cluster);
  return askAs(account, findByFolder, cluster)
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
    return ''; // It ended while we looked.
  }
}

/** Where there is no /proc the command line of the postmaster tells. */
function postmastersByCommand(cluster: string): number[] {
  const lines = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n');
  return lines.filter((line) => line.includes(`-D ${cluster} -c `)).map((line) => Number.parseInt(line, 10));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what we wanted.
  }
}
