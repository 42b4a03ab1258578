/**
 * CPU time of processes, as counted by Linux. Unlike wall time, it stays comparable on a shared machine. A
 * server with child processes, such as PostgreSQL, is counted with all of them, including those that have
 * exited.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

type Counted = { pid: number; parentPid: number; ownMs: number; endedChildrenMs: number };

/** Null for a process that has exited, and on systems other than Linux. */
function count(pid: number): Counted | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in parentheses and may contain anything, so parsing starts after it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = Number.NaN, system = Number.NaN, endedUser = Number.NaN, endedSystem = Number.NaN] =
      fields.slice(11, 15);
    const toMs = (ticks: number): number => (ticks * 1_000) / ticksPerSecond;
    return {
      pid,
      parentPid: fields[1] ?? 0,
      ownMs: toMs(user + system),
      endedChildrenMs: toMs(endedUser + endedSystem),
    };
  } catch {
    return null;
  }
}

/** CPU time of one process so far, in ms. */
export const usedCpuMs = (pid: number): number => count(pid)?.ownMs ?? Number.NaN;

/** CPU time of a process and its children so far, in ms. */
export function usedCpuMsWithChildren(pid: number): number {
  const parent = count(pid);
  if (parent === null) return Number.NaN;
  const children = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (count(Number(name)) ?? []) : [],
  );
  return children.reduce(
    (sum, child) => (child.parentPid === pid ? sum + child.ownMs + child.endedChildrenMs : sum),
    parent.ownMs + parent.endedChildrenMs,
  );
}

export const usedByMeMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
