/** The end of a failing run: names, places, messages, and commands that run one test alone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { type Failure, failuresOfStories, failuresOfTests, quoted } from './failures.ts';
import { describeStep } from './summary.ts';

const root = join(import.meta.dirname, '../..');

/** Runs a real Vitest on one file in a folder of the project, without the database of the others. */
function vitestReport(source: string): { failures: Failure[]; file: string; rerun: (command: string) => string } {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/failures-'));
  const [file, report, config] = [join(folder, 'sample.test.ts'), join(folder, 'report.json'), join(folder, 'vitest.config.ts')];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const settings = ['--root', root, '--config', config];
  try {
    writeFileSync(file, source);
    writeFileSync(config, "export default { test: { include: ['.cache/failures-*/*.test.ts'] } };");
    const words = ['run', file, ...settings, '--reporter=json', `--outputFile=${report}`];
    spawnSync('env', ['-u', 'VITEST', 'FORCE_COLOR=1', process.execPath, vitest, ...words], { cwd: root });
    const failures = failuresOfTests(JSON.parse(readFileSync(report, 'utf8')), root);
    const again = failures.map(({ command }) => {
      const line = `${command.replace('npx vitest', `${quoted(process.execPath)} ${quoted(vitest)}`)} ${settings.map(quoted).join(' ')}`;
      const plainly = ['-u', 'VITEST', '-u', 'FORCE_COLOR', 'NO_COLOR=1', '/bin/sh', '-c', line];
      return spawnSync('env', plainly, { cwd: root, encoding: 'utf8' }).stdout;
    });
    return { failures, file: relative(root, file), rerun: (command) => again[failures.findIndex((one) => one.command === command)] ?? '' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a failed test has its place, its message, and a command that runs it and no other', () => {
  const { failures, file, rerun } = vitestReport(`import { describe, expect, test } from 'vitest';
test('fine', () => {});
describe("sums (of $1.50)", () => {
  test("are right, and it's so", () => expect(1 + 1).toBe(3));
  test('are right elsewhere', () => {});
});
`);
  expect(failures).toEqual([
    {
      name: "sums (of $1.50) > are right, and it's so",
      place: `${file}:4`,
      message: expect.stringContaining('expected 2 to be 3'),
      command: `npx vitest run ${file} -t 'sums \\(of \\$1\\.50\\) > are right, and it'\\''s so'`,
    },
  ]);
  expect(failures[0]?.message).not.toContain('at ');
  expect(rerun(failures[0]?.command ?? '')).toMatch(/1 failed \| 2 skipped/);
});

test('a file that cannot be loaded is one failure', () => {
  const { failures, file } = vitestReport("throw new Error('not today');");
  expect(failures).toEqual([
    { name: 'the whole file', place: file, message: expect.stringContaining('not today'), command: `npx vitest run ${file}` },
  ]);
});

test('a failed story is named with its groups and run by its line', () => {
  const spec = (title: string, ok: boolean, line: number) => ({
    ...{ title, ok, file: 'cart.spec.ts', line },
    tests: [{ results: ok ? [] : [{ errors: [{ message: '\u001b[31mError: not visible\u001b[39m\n    at cart.spec.ts:9:1' }] }] }],
  });
  const report = {
    suites: [
      {
        ...{ title: 'cart.spec.ts', file: 'cart.spec.ts', specs: [spec('is empty', true, 3)] },
        suites: [{ title: 'with items', file: 'cart.spec.ts', specs: [spec('counts', false, 8)] }],
      },
    ],
    errors: [{ message: 'Error: no such module', location: { file: join(root, 'e2e/broken.spec.ts'), line: 1 } }],
  };
  expect(failuresOfStories(report, root)).toEqual([
    {
      ...{ name: 'the whole file', place: 'e2e/broken.spec.ts:1', message: 'Error: no such module' },
      command: 'npx playwright test e2e/broken.spec.ts',
    },
    {
      ...{ name: 'with items › counts', place: 'e2e/cart.spec.ts:8', message: 'Error: not visible' },
      command: 'npx playwright test e2e/cart.spec.ts:8',
    },
  ]);
});

test('the summary stays short, however much a step has written', () => {
  const failure = {
    name: 'n',
    place: 'a.test.ts:1',
    message: Array(300).fill('x'.repeat(1_000)).join('\n'),
    command: 'npx vitest run a.test.ts',
  };
  const path = '.cache/test-output/tests.log';
  const many = describeStep({ name: 'tests', failures: Array(200).fill(failure), output: 'log\n'.repeat(90_000), path });
  expect(many).toContain('… 150 more failures');
  expect(many).toContain('… 288 more lines');
  expect(many).not.toContain('log\n');
  expect(many.split('\n').length).toBeLessThan(1_000);
  expect(Math.max(...many.split('\n').map((line) => line.length))).toBeLessThan(250);
  const types = describeStep({ name: 'types', failures: [], output: `${'noise\n'.repeat(500)}error TS2322\n`, path });
  expect(types).toContain('… 461 lines before');
  expect(types).toContain('error TS2322');
  expect(types.endsWith(`Full output: ${path}`)).toBe(true);
});
