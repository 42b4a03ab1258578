/**
 * Figures and their output: medians over rounds, never the best one. Every table includes the machine it was
 * measured on.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

export function percentile(values: number[], percent: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** A Markdown table, for the terminal and for `docs/performance.md`. */
export function sayTable(heads: string[], rows: string[][]): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  for (const text of [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)])
    print(text);
}

export const integerText = (value: number): string => String(Math.round(value));
export const oneDecimal = (value: number): string => value.toFixed(1);
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
export const verdict = (met: boolean): string => (met ? 'met' : 'MISSED');

/** Load of other programs when the benchmark started. Above 0.5 the figures are too low. */
const loadBefore = loadavg()[0] ?? Number.NaN;

/** Machine, versions, and state of the code, in one line. */
export function describeMachine(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 16)} UTC, ${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}, commit ${commit}, load before ${loadBefore.toFixed(1)}`;
}
