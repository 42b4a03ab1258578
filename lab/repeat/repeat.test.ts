/**
 * The search for tests that depend on chance or the date: what it runs, what it stores, and a clock that
 * PostgreSQL shares.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentOf, findFaketime, missing, next, passes, timerTests } from './passes.ts';
import { failuresByFile } from './results.ts';
import { addResults, describeFailures, deleteFailedRuns, plan, readResults, type Result } from './state.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
let state: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateside-repeat-'));
  state = join(folder, 'results.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const all = passes(2);
const named = (...names: string[]) => all.filter(({ name }) => names.includes(name));
const failure = {
  name: 'adds up',
  place: 'a.test.ts:3',
  message: 'expected 1 to be 3',
  command: 'npx vitest run a.test.ts',
};
const resultOf = (changes: Partial<Result>): Result => ({
  pass: 'busy',
  round: 1,
  file: 'a.test.ts',
  failures: [],
  log: null,
  ...changes,
});

test('a clock time is the next one of its day, and February 29 that of a leap year', () => {
  const now = new Date('2026-11-27T18:00:00Z');
  expect(all.flatMap(({ at }) => at?.(now).toISOString() ?? [])).toEqual([
    '2026-12-31T23:58:00.000Z',
    '2027-02-28T12:00:00.000Z',
    '2028-02-29T12:00:00.000Z',
    '2027-01-31T12:00:00.000Z',
  ]);
  expect(next(11, 27, 12)(now).toISOString()).toBe('2027-11-27T12:00:00.000Z');
});

test('only passes with another clock need libfaketime, and the message names the package and the other passes', () => {
  expect(findFaketime(folder)).toBeNull();
  expect(missing(named('busy', 'kolkata'), null)).toBeNull();
  expect(missing(all, '/lib/libfaketimeMT.so.1')).toBeNull();
  expect(missing(named('january-31'), null)).toMatch(
    /apt-get install faketime.* --passes busy,new-york,kolkata,kiritimati$/,
  );
});

test('completed runs are not repeated, stories run with the true clock only, and have their own batches', () => {
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.spec.ts'];
  const done = [resultOf({}), resultOf({ round: 2, file: 'b.test.ts', failures: [failure] })];
  const batches = plan(named('busy', 'kolkata'), files, done, 2);
  expect(batches.map(({ pass, round, files: part }) => [pass.name, round, ...part])).toEqual([
    ['busy', 1, 'b.test.ts', 'c.test.ts'],
    ['busy', 1, 'd.spec.ts'],
    ['busy', 2, 'a.test.ts', 'c.test.ts'],
    ['busy', 2, 'd.spec.ts'],
    ['kolkata', 1, 'a.test.ts', 'b.test.ts'],
    ['kolkata', 1, 'c.test.ts'],
  ]);
});

test('tests of database timers do not run with a moved clock', () => {
  expect(timerTests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const files = ['src/platform/deadlock.test.ts', 'a.test.ts'];
  const batches = plan(named('february-29', 'kolkata'), files, [], 9);
  expect(batches.map(({ pass, files: part }) => [pass.name, ...part])).toEqual([
    ['february-29', 'a.test.ts'],
    ['kolkata', ...files],
  ]);
});

test('results survive a truncated line, and failed files are dropped on request', () => {
  const results = [
    resultOf({ failures: [failure], log: 'x.log' }),
    resultOf({ round: 2 }),
    resultOf({ file: 'b.test.ts' }),
  ];
  addResults(state, results.slice(0, 1));
  addResults(state, results.slice(1));
  expect(readResults(state)).toEqual(results);
  deleteFailedRuns(state);
  expect(readResults(state)).toEqual(results.slice(2));
  writeFileSync(state, `${JSON.stringify(results[0])}\n{"pass":"bu`);
  expect(readResults(state)).toEqual(results.slice(0, 1));
});

test('a failure is listed once, with its runs and logs', () => {
  const listed = describeFailures(
    [1, 2].map((round) => resultOf({ round, failures: [failure], log: `${round}.log` })),
  );
  expect(listed).toBe(
    [
      'a.test.ts:3',
      '  adds up',
      '  expected 1 to be 3',
      '  Failed in: busy 1, busy 2',
      '  Log: 1.log',
      '  Log: 2.log',
    ].join('\n'),
  );
});

test('an error outside any test belongs to the file the runner names, a run without a result to all', () => {
  const files = ['a.test.ts', 'b.test.ts'];
  const failed = (output: string) =>
    [...failuresByFile(files, { report: {}, ok: false, output }, root)]
      .filter(([, failures]) => failures.length > 0)
      .map(([file]) => file);
  expect(failed('This error originated in "b.test.ts" test file.')).toEqual(['b.test.ts']);
  expect(failed('Killed')).toEqual(files);
});

const library = findFaketime();
const clockOfBoth = `
  const { startEmbeddedPostgres } = await import('./src/platform/embedded-postgres/start.ts');
  const { Client } = (await import('pg')).default;
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('select now() as now');
  const apartMs = Math.abs(Date.now() - rows[0].now);
  await client.end();
  await postgres.stop();
  console.log(JSON.stringify({ node: new Date().toISOString().slice(0, 10), isTogether: apartMs < 60_000 }));`;

test.runIf(library !== null)('the clock of PostgreSQL moves with that of Node', { tags: ['long'] }, () => {
  const [pass] = named('february-29');
  if (pass === undefined) throw new Error('there is no such pass');
  const moved = Object.entries(environmentOf(pass, new Date(), library)).map(
    ([name, value]) => `${name}=${value}`,
  );
  const command = [...moved, process.execPath, '--input-type=module', '-e', clockOfBoth];
  const { stdout, stderr } = spawnSync('env', command, { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(stdout || JSON.stringify(stderr))).toEqual({
    node: expect.stringMatching(/-02-29$/),
    isTogether: true,
  });
});
