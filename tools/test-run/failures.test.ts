/** The summary of a failing run: names, places, messages, and commands that run one test alone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { type Failure, failuresOfStories, failuresOfTests, quoted } from './failures.ts';
import { describeStep } from './summary.ts';

const root = join(import.meta.dirname, '../..');

const sample = `import { describe, expect, test } from 'vitest';
test('fine', () => {});
describe("sums (of $1.50)", () => {
  test("are right, and it's so", () => expect(1 + 1).toBe(3));
  test('are right elsewhere', () => {});
});
`;

const failureOf = (file: string): Failure => ({
  name: "sums (of $1.50) > are right, and it's so",
  place: `${file}:4`,
  message: expect.stringMatching(/^AssertionError: expected 2 to be 3[^@]*$/) as string,
  command: `npx vitest run ${file} -t 'sums \\(of \\$1\\.50\\) > are right, and it'\\''s so'`,
});

const unloadable = (file: string): Failure => ({
  name: 'the whole file',
  place: file,
  message: expect.stringContaining('not today') as string,
  command: `npx vitest run ${file}`,
});

test('a failed test and a file that cannot load have location, message, and command', () => {
  const passed = { ancestorTitles: [], title: 'fine', status: 'passed', failureMessages: [] };
  const failureMessages = [
    `AssertionError: expected 2 to be 3 // Object.is equality\n    at ${root}/src/sum.test.ts:4:58\n    at run`,
  ];
  const failed = {
    ancestorTitles: ['sums (of $1.50)'],
    title: "are right, and it's so",
    status: 'failed',
    failureMessages,
  };
  const testResults = [
    {
      name: join(root, 'src/sum.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [passed, failed],
    },
    {
      name: join(root, 'src/gone.test.ts'),
      status: 'failed',
      message: 'Error: not today\n    at x',
      assertionResults: [],
    },
  ];
  expect(failuresOfTests({ testResults }, root)).toEqual([
    failureOf('src/sum.test.ts'),
    unloadable('src/gone.test.ts'),
  ]);
});

test('the report of the real Vitest is parsed, and the command runs only the failed test', {
  tags: ['long'],
}, () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/failures-'));
  const place = (name: string): string => join(folder, name);
  const vitest = [
    '-u',
    'VITEST',
    '-u',
    'FORCE_COLOR',
    'NO_COLOR=1',
    process.execPath,
    join(root, 'node_modules/vitest/vitest.mjs'),
  ];
  const settings = ['--root', root, '--config', place('vitest.config.ts')];
  try {
    writeFileSync(place('sum.test.ts'), sample);
    writeFileSync(place('unloadable.test.ts'), "throw new Error('not today');");
    writeFileSync(
      place('vitest.config.ts'),
      "export default { test: { include: ['.cache/failures-*/*.test.ts'] } };",
    );
    spawnSync(
      'env',
      [...vitest, 'run', folder, ...settings, '--reporter=json', `--outputFile=${place('report.json')}`],
      { cwd: root },
    );
    const [sum, other] = ['sum.test.ts', 'unloadable.test.ts'].map((name) => relative(root, place(name)));
    const failures = failuresOfTests(JSON.parse(readFileSync(place('report.json'), 'utf8')), root);
    expect(failures.toSorted((a, b) => a.place.localeCompare(b.place))).toEqual([
      failureOf(sum ?? ''),
      unloadable(other ?? ''),
    ]);
    const command = failureOf(sum ?? '').command.replace(
      'npx vitest',
      ['env', ...vitest].map(quoted).join(' '),
    );
    const rerun = spawnSync('/bin/sh', ['-c', `${command} ${settings.map(quoted).join(' ')}`], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(rerun.stdout).toMatch(/1 failed \| 2 skipped/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a failed story is named with its groups and run by its line', () => {
  const spec = (title: string, ok: boolean, line: number) => ({
    ...{ title, ok, file: 'cart.spec.ts', line },
    tests: [
      {
        results: ok
          ? []
          : [{ errors: [{ message: '\u001b[31mError: not visible\u001b[39m\n    at cart.spec.ts:9:1' }] }],
      },
    ],
  });
  const report = {
    suites: [
      {
        ...{ title: 'cart.spec.ts', file: 'cart.spec.ts', specs: [spec('is empty', true, 3)] },
        suites: [{ title: 'with items', file: 'cart.spec.ts', specs: [spec('counts', false, 8)] }],
      },
    ],
    errors: [
      { message: 'Error: no such module', location: { file: join(root, 'e2e/broken.spec.ts'), line: 1 } },
    ],
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

test('the summary stays short for any output of a step', () => {
  const failure = {
    name: 'n',
    place: 'a.test.ts:1',
    message: Array(300).fill('x'.repeat(1_000)).join('\n'),
    command: 'npx vitest run a.test.ts',
  };
  const path = '.cache/test-output/tests.log';
  const many = describeStep({
    name: 'tests',
    failures: Array(200).fill(failure),
    output: 'log\n'.repeat(90_000),
    path,
  });
  expect(many).toContain('… 150 more failures');
  expect(many).toContain('… 288 more lines');
  expect(many).not.toContain('log\n');
  expect(many.split('\n').length).toBeLessThan(1_000);
  expect(Math.max(...many.split('\n').map((line) => line.length))).toBeLessThan(250);
  const types = describeStep({
    name: 'types',
    failures: [],
    output: `${'noise\n'.repeat(500)}error TS2322\n`,
    path,
  });
  expect(types).toContain('… 461 lines before');
  expect(types).toContain('error TS2322');
  expect(types.endsWith(`Full output: ${path}`)).toBe(true);
});
