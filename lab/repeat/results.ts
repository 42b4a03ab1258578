/**
 * Reads the result of each file in a batch from the runner's report. A file without a result is a failure.
 */
import type { Failure, PlaywrightReport, VitestReport } from '#tools/test-run/failures.ts';
import { failuresOfStories, failuresOfTests } from '#tools/test-run/failures.ts';
import { isStory } from './state.ts';

type Ended = { report: VitestReport & PlaywrightReport; ok: boolean; output: string };

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-4).join('\n');
const fileOf = ({ place }: Failure): string => place.replace(/:\d+$/, '');

/** Vitest names the file of an error that was thrown outside any test. */
const namedInErrors = (output: string): string[] =>
  [...output.matchAll(/error originated in "([^"]+)"/g)].map(([, file = '']) => file);

export function failuresByFile(
  files: string[],
  { report, ok, output }: Ended,
  root: string,
): Map<string, Failure[]> {
  const all = [...failuresOfTests(report, root), ...failuresOfStories(report, root)];
  const byFile = new Map(files.map((file) => [file, all.filter((failure) => fileOf(failure) === file)]));
  if (ok || all.length > 0) return byFile;
  const named = namedInErrors(output).filter((file) => byFile.has(file));
  for (const file of named.length > 0 ? named : files)
    byFile.set(file, [
      {
        name: 'outside of any test',
        place: file,
        message: lastLines(output),
        command: isStory(file) ? `npx playwright test ${file}` : `npx vitest run ${file}`,
      },
    ]);
  return byFile;
}
