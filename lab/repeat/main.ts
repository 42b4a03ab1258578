/**
 * `npm run lab -- test:repeat` finds tests that depend on chance or on the date. Runs every test file several
 * times under full CPU load, and once at each of four clock settings and three time zones (docs/testing.md).
 * Resumes where an earlier run stopped, and lists failures.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findHeadlessShell } from '#tools/browser.ts';
import { type Outcome, run, stopAll } from '#tools/steps.ts';
import { keepBusy } from './load.ts';
import { environmentOf, findFaketime, missing, type Pass, passes } from './passes.ts';
import { failuresByFile } from './results.ts';
import {
  addResults,
  type Batch,
  describeFailures,
  deleteFailedRuns,
  isStory,
  plan,
  readResults,
  type Result,
} from './state.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'node_modules/.bin');
const folder = join(root, '.cache/test-repeat');
const state = join(folder, 'results.jsonl');
const report = join(folder, 'report.json');
const hourMs = 3_600_000;

const options = {
  times: { type: 'string', default: '10' },
  passes: { type: 'string' },
  batch: { type: 'string', default: '25' },
  long: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  failed: { type: 'boolean', default: false },
} as const;

type Options = { chosen: Pass[]; files: string[]; batchSize: number; withLong: boolean };

function read(words: string[]): Options & { isFresh: boolean; isFailed: boolean } {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const all = passes(Number(values.times));
  const names = values.passes?.split(',') ?? all.map(({ name }) => name);
  const unknown = names.filter((name) => all.every((pass) => pass.name !== name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown passes: ${unknown.join(', ')}. There are ${all.map(({ name }) => name).join(', ')}.`,
    );
  const found = globSync(['{src,sandbox,tools,test,db,lab}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'], {
    cwd: root,
  }).sort();
  return {
    chosen: all.filter(({ name }) => names.includes(name)),
    files:
      positionals.length === 0
        ? found
        : found.filter((file) => positionals.some((part) => file.includes(part))),
    batchSize: Number(values.batch),
    withLong: values.long,
    isFresh: values.fresh,
    isFailed: values.failed,
  };
}

const tool = (name: string, ...words: string[]): string[] => [join(bin, name), ...words];

const commandFor = ({ files }: Batch, withLong: boolean): string[] =>
  isStory(files[0] ?? '')
    ? tool(
        'playwright',
        'test',
        '--reporter=list,json',
        ...(withLong ? [] : ['--grep-invert=@long']),
        ...files,
      )
    : tool(
        'vitest',
        ...[
          'run',
          '--passWithNoTests',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        ...(withLong ? [] : ['--tagsFilter=!long']),
        ...files,
      );

async function runBatch(batch: Batch, { withLong }: Options, library: string | null): Promise<Result[]> {
  const { pass, round, files } = batch;
  const path = { PATH: [bin, process.env.PATH].join(delimiter) };
  const browser = { CHROMIUM_PATH: findHeadlessShell({ ...process.env, ...path }) ?? undefined };
  const reports = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const environment = {
    ...process.env,
    ...path,
    ...browser,
    ...reports,
    ...environmentOf(pass, new Date(), library),
  };
  rmSync(report, { force: true });
  const name = `${pass.name} ${round}`;
  const outcome = await run(
    { name, command: commandFor(batch, withLong), timeoutMs: hourMs },
    { folder: root, environment },
  );
  if (outcome.wasStopped) return [];
  // An interrupted batch has no results; the same command runs its files again.
  if (outcome.signal !== null)
    throw new Error(`The runner was ended by ${outcome.signal}. Results of this batch are not stored.`);
  const failures = failuresByFile(files, { ...outcome, report: readReport() }, root);
  const log = [...failures.values()].some((all) => all.length > 0) ? writeLog(batch, outcome) : null;
  return files.map((file) => {
    const own = failures.get(file) ?? [];
    return { pass: pass.name, round, file, failures: own, log: own.length > 0 ? log : null };
  });
}

function readReport(): Parameters<typeof failuresByFile>[1]['report'] {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}

function writeLog({ pass, round }: Batch, { output }: Outcome): string {
  const path = join(folder, 'logs', `${pass.name}-${round}-${Date.now()}.log`);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(path, output);
  return relative(root, path);
}

async function sweep(chosenOptions: Options, library: string | null): Promise<void> {
  const batches = plan(
    chosenOptions.chosen,
    chosenOptions.files,
    readResults(state),
    chosenOptions.batchSize,
  );
  console.log(
    `${chosenOptions.files.length} files, ${batches.length} batches left to run. Results: ${relative(root, state)}`,
  );
  for (const [index, batch] of batches.entries()) {
    const startedMs = performance.now();
    const stopBusy = batch.pass.isBusy ? keepBusy() : () => {};
    const results = await runBatch(batch, chosenOptions, library).finally(stopBusy);
    addResults(state, results);
    const failed = results.filter(({ failures }) => failures.length > 0);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    console.log(
      `${index + 1}/${batches.length} ${batch.pass.name} ${batch.round}: ${results.length} files, ${failed.length} failed, ${seconds} s`,
    );
    for (const { file, failures } of failed)
      console.log(`  ✗ ${file}: ${failures.map(({ name }) => name).join('; ')}`);
  }
}

async function main(): Promise<number> {
  const chosenOptions = read(process.argv.slice(2));
  const library = findFaketime();
  const lacks = missing(chosenOptions.chosen, library);
  if (lacks !== null) throw new Error(lacks);
  if (chosenOptions.isFresh) rmSync(folder, { recursive: true, force: true });
  if (chosenOptions.isFailed) deleteFailedRuns(state);
  const built = await run(
    { name: 'build', command: [process.execPath, 'tools/build.ts'], timeoutMs: hourMs },
    { folder: root, environment: process.env },
  );
  if (!built.ok) throw new Error(`The build failed:\n${built.output}`);
  await sweep(chosenOptions, library);
  const results = readResults(state).filter(({ file }) => chosenOptions.files.includes(file));
  const failed = results.filter(({ failures }) => failures.length > 0);
  if (failed.length > 0) console.log(`\n${describeFailures(failed)}`);
  console.log(
    `\n${results.length} runs of ${new Set(results.map(({ file }) => file)).size} files, ${failed.length} failed`,
  );
  return failed.length > 0 ? 1 : 0;
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    console.log('\nInterrupted. Run the same command to go on.');
    void stopAll().then(() => process.exit(130));
  });

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
