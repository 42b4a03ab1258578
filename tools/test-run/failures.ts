/**
 * Extracts the failed tests from the JSON reports of Vitest and Playwright, each with the command that runs
 * it alone.
 */
import { relative } from 'node:path';

export type Failure = {
  /** Includes the names of the enclosing groups. */
  name: string;
  /** Path from the project root, with the line if known. */
  place: string;
  message: string;
  command: string;
};

export type VitestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[] | null;
    }[];
  }[];
};

type Suite = { title: string; file?: string; suites?: Suite[]; specs?: Spec[] };
type Spec = {
  title: string;
  ok: boolean;
  file: string;
  line: number;
  tests: { results: { errors?: { message?: string }[] }[] }[];
};
export type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: Suite[];
  errors?: { message?: string; location?: { file: string; line: number } }[];
};

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const plain = (text: string): string => text.replaceAll(escapes, '');

/** Quotes a shell word. */
export const quoted = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const asPattern = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The message without its stack trace. */
const messageOf = (text: string): string =>
  plain(text)
    .split(/\n\s+at /)[0]
    ?.trim() ?? '';

export function failuresOfTests(report: VitestReport, root: string): Failure[] {
  return (report.testResults ?? []).flatMap(({ name: path, status, message = '', assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }): Failure => {
        const text = plain(failureMessages?.[0] ?? '');
        const fullName = [...ancestorTitles, title].join(' > ');
        return {
          name: fullName,
          place: placeOf(file, text),
          message: messageOf(text),
          command: `npx vitest run ${quoted(file)} -t ${quoted(asPattern(fullName))}`,
        };
      });
    if (failed.length > 0 || status !== 'failed') return failed;
    // The file could not be loaded, or a hook around its tests failed.
    return [
      {
        name: 'the whole file',
        place: file,
        message: messageOf(message),
        command: `npx vitest run ${quoted(file)}`,
      },
    ];
  });
}

function placeOf(file: string, stack: string): string {
  const at = stack.indexOf(`${file}:`);
  const line = at === -1 ? undefined : /^\d+/.exec(stack.slice(at + file.length + 1))?.[0];
  return line === undefined ? file : `${file}:${line}`;
}

export function failuresOfStories(report: PlaywrightReport, root: string, folder = 'e2e'): Failure[] {
  const outside = (report.errors ?? []).map(({ message = '', location }): Failure => {
    const place = location ? `${relative(root, location.file)}:${location.line}` : folder;
    return {
      name: 'the whole file',
      place,
      message: messageOf(message),
      command: `npx playwright test ${quoted(place.replace(/:\d+$/, ''))}`,
    };
  });
  return [...outside, ...(report.suites ?? []).flatMap((suite) => failuresIn(suite, folder, []))];
}

function failuresIn(
  { title, file, suites = [], specs = [] }: Suite,
  folder: string,
  above: string[],
): Failure[] {
  const groups = title === file ? above : [...above, title];
  const failed = specs
    .filter(({ ok }) => !ok)
    .map((spec): Failure => {
      const place = `${folder}/${spec.file}:${spec.line}`;
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      return {
        name: [...groups, spec.title].join(' › '),
        place,
        message: messageOf(errors[0]?.message ?? ''),
        command: `npx playwright test ${quoted(place)}`,
      };
    });
  return [...failed, ...suites.flatMap((suite) => failuresIn(suite, folder, groups))];
}
