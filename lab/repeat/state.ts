/** Stores finished runs, one line per file and run, so that an interrupted search can resume. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from '#tools/test-run/failures.ts';
import { type Pass, timerTests } from './passes.ts';

export type Result = {
  pass: string;
  /** Counts from 1. */
  round: number;
  file: string;
  failures: Failure[];
  /** Full output of the batch, stored only for a failure. */
  log: string | null;
};

export type Batch = { pass: Pass; round: number; files: string[] };

const keyOf = ({ pass, round, file }: Pick<Result, 'pass' | 'round' | 'file'>): string =>
  `${pass} ${round} ${file}`;

/** Ignores a last line that was cut off by a kill, so that its file runs again. */
export function readResults(path: string): Result[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Result];
      } catch {
        return [];
      }
    });
}

export function addResults(path: string, results: Result[]): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}

/** Deletes every run of failed files, so that they run again. */
export function deleteFailedRuns(path: string): void {
  const results = readResults(path);
  const failed = new Set(results.filter(({ failures }) => failures.length > 0).map(({ file }) => file));
  const passed = results.filter(({ file }) => !failed.has(file));
  writeFileSync(path, passed.map((result) => `${JSON.stringify(result)}\n`).join(''));
}

export const isStory = (file: string): boolean => file.endsWith('.spec.ts');

/**
 * Returns the remaining runs in batches that each start one database. Tests and stories do not share a batch.
 */
export function plan(chosen: Pass[], files: string[], done: Result[], batchSize: number): Batch[] {
  const ran = new Set(done.map(keyOf));
  return chosen.flatMap((pass) =>
    Array.from({ length: pass.times }, (_, index) => index + 1).flatMap((round) => {
      const remaining = files.filter(
        (file) =>
          (pass.hasStories || !isStory(file)) &&
          (pass.at === null || !timerTests.includes(file)) &&
          !ran.has(keyOf({ pass: pass.name, round, file })),
      );
      return [remaining.filter((file) => !isStory(file)), remaining.filter(isStory)].flatMap((kind) =>
        inParts(kind, batchSize).map((part) => ({ pass, round, files: part })),
      );
    }),
  );
}

const inParts = (files: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );

/** Each failed test once, with the runs in which it failed. */
export function describeFailures(results: Result[]): string {
  const found = new Map<string, { failure: Failure; runs: Result[] }>();
  for (const result of results)
    for (const failure of result.failures) {
      const key = `${result.file} ${failure.name}`;
      const entry = found.get(key);
      if (entry === undefined) found.set(key, { failure, runs: [result] });
      else entry.runs.push(result);
    }
  return [...found.values()]
    .map(({ failure, runs }) =>
      [
        failure.place,
        `  ${failure.name}`,
        ...failure.message
          .split('\n')
          .slice(0, 4)
          .map((line) => `  ${line.slice(0, 200)}`),
        `  Failed in: ${runs.map(({ pass, round }) => `${pass} ${round}`).join(', ')}`,
        ...new Set(runs.map(({ log }) => `  Log: ${log}`)),
      ].join('\n'),
    )
    .join('\n\n');
}
