/**
 * Processor time of processes, as Linux counts it. It stays comparable where the wall clock does not: on a machine that others use too.
 * A server that answers with children of its own, as PostgreSQL does, is counted with all of them, those that have ended included.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

type Counted = { pid: number; parentPid: number; ownMs: number; endedChildrenMs: number };

/** Null for a process that is gone, and wherever only another system could tell. */
function count(pid: number): Counted | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes in brackets and may hold anything, so counting begins behind it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = Number.NaN, system = Number.NaN, endedUser = Number.NaN, endedSystem = Number.NaN] = fields.slice(11, 15);
    const toMs = (ticks: number): number => (ticks * 1_000) / ticksPerSecond;
    return { pid, parentPid: fields[1] ?? 0, ownMs: toMs(user + system), endedChildrenMs: toMs(endedUser + endedSystem) };
  } catch {
    return null;
  }
}

/** What one process has used so far, in ms. */
export const usedCpuMs = (pid: number): number => count(pid)?.ownMs ?? Number.NaN;

/** What a process and its children have used so far, in ms. */
export function usedCpuMsWithChildren(pid: number): number {
  const parent = count(pid);
  if (parent === null) return Number.NaN;
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (count(Number(name)) ?? []) : []));
  return children.reduce(
    (sum, child) => (child.parentPid === pid ? sum + child.ownMs + child.endedChildrenMs : sum),
    parent.ownMs + parent.endedChildrenMs,
  );
}

export const usedByMeMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
