/** Prints one line per kind of fault: how long no sale succeeded, and what failed. */
import { cpus, loadavg } from 'node:os';
import type { Buyers } from './buyers.ts';

export type Window = { name: string; from: number; to: number };
type Result = { windows: Window[]; problems: string[]; orders: number; say(line: string): void };

/** Kinds during which no request may fail. */
const windowsWithoutFault = new Set(['no fault', 'upgrade']);

/**
 * Returns whether every check passed. A failed request fails the run if no fault was active or an upgrade was
 * running.
 */
export function report(buyers: Buyers, { windows, problems: found, orders, say }: Result): boolean {
  const problems = [...found];
  const times = buyers.sales.map(({ at }) => at).sort((a, b) => a - b);
  say(`\n${'fault'.padEnd(16)}times  without a sale: median, longest   failed requests  sales a second`);
  for (const name of new Set(windows.map((window) => window.name))) {
    const all = windows.filter((window) => window.name === name);
    const gaps = all.map((window) => longestGap(times, window)).sort((a, b) => a - b);
    const within = (at: number): boolean => all.some(({ from, to }) => at >= from && at <= to);
    const failed = buyers.failures.filter(({ at }) => within(at));
    if (windowsWithoutFault.has(name) && failed.length > 0)
      problems.push(`${failed.length} requests failed in ${name}`);
    const seconds = all.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000;
    const columns = [
      String(all.length).padStart(5),
      `${inSeconds(gaps[Math.floor(gaps.length / 2)])}, ${inSeconds(gaps.at(-1))}`.padStart(32),
      String(failed.length).padStart(16),
      (times.filter(within).length / seconds).toFixed(1).padStart(15),
    ];
    say(`${name.padEnd(16)}${columns.join(' ')}`);
    for (const [what, count] of countByFrequency(failed.map((failure) => failure.what)))
      say(`    ${count} × ${what.replaceAll(/\s+/g, ' ')}`);
  }
  for (const problem of problems.slice(0, 20)) say(problem);
  say(`\n${buyers.requests} requests, ${buyers.failures.length} of them failed and were sent again`);
  say(
    `${orders} orders, ${buyers.placed.length} acknowledged, ${buyers.sales.length} reported as paid, ${buyers.gaveUp} customers gave up: ${problems.length} problems`,
  );
  say(`${cpus().length} cores, of which ${loadavg()[1]?.toFixed(1)} were wanted in the last five minutes`);
  return problems.length === 0 && buyers.sales.length > 0;
}

/** The longest time between two consecutive sales, where the later sale or the end is inside the window. */
function longestGap(times: number[], { from, to }: Window): number {
  let longest = 0;
  let last = from;
  for (const at of times) {
    if (at >= from && at <= to) longest = Math.max(longest, at - last);
    if (at >= from) last = at;
    if (at > to) break;
  }
  return longest;
}

const shownAtMost = 5;

function countByFrequency(all: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const what of all) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, shownAtMost);
}

const inSeconds = (ms = 0): string => `${(ms / 1_000).toFixed(1)} s`;
