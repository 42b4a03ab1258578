/**
 * What an earlier start left behind. `kill -9` of Node leaves a living server; `kill -9` of everything leaves a `postmaster.pid` whose
 * number may by now belong to a stranger. So a number alone is never trusted: a process is ours if it works in our cluster.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './environment.ts';
import { say } from './trouble.ts';

const fastStopMs = 30_000;
const immediateStopMs = 15_000;

/** Ends every process of an earlier server on this cluster, gently first, and removes a `postmaster.pid` that nobody owns. */
export async function clearLeftover(cluster: string, binaries: Binaries): Promise<void> {
  const recorded = readPostmasterPid(cluster);
  if (process.platform === 'win32') {
    if (recorded !== null) spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: childEnvironment() });
    return;
  }
  if (processesOf(cluster).length > 0) {
    if (recorded !== null && processesOf(cluster).includes(recorded)) signal(recorded, 'SIGINT');
    // Without its postmaster a backend ends by itself, usually at once.
    if (!(await isGone(cluster, fastStopMs))) for (const pid of processesOf(cluster)) signal(pid, 'SIGQUIT');
    if (!(await isGone(cluster, immediateStopMs))) {
      throw say(`An earlier database server (process ${processesOf(cluster).join(', ')}) still runs on ${cluster} and does not stop. End it, then start again.`);
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

export function readPostmasterPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

async function isGone(cluster: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (processesOf(cluster).length > 0) {
    if (Date.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

/** The postmaster and its backends: all of them have the cluster as their working folder. */
export function processesOf(cluster: string): number[] {
  const folder = realpathSync(cluster);
  if (process.platform !== 'linux') return processesByCommand(folder);
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder ? [Number(name)] : [];
    } catch {
      return []; // It ended while we looked, or it belongs to somebody else.
    }
  });
}

/** Elsewhere the command line of the postmaster tells; its backends share its process group. */
function processesByCommand(folder: string): number[] {
  const lines = spawnSync('ps', ['-axww', '-o', 'pid=,pgid=,command='], { encoding: 'utf8' }).stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), group: match[2], command: match[3] ?? '' }] : [];
  });
  const groups = new Set(lines.filter(({ command }) => command.includes(`-D ${folder} `)).map(({ group }) => group));
  return lines.filter(({ group, command }) => groups.has(group) && command.includes('postgres')).map(({ pid }) => pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what we wanted.
  }
}
