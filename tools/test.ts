/**
 * Runs `npm test`: the build, then the tests and the stories in a browser, and type checking, lint,
 * format, and the search for dead code beside them.
 * `npm run test:all` adds what is long and rarely breaks, and larger amounts of the rest (docs/testing.md). A
 * failing run ends with its failures, each with the command that runs it alone. The last line counts what
 * passed and failed; a step that fails without a test counts as one failure.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fetchBrowser, installedBrowser, findHeadlessShell } from '#tools/browser.ts';
import { type Outcome, type RunOptions, run, type Step, stopAll } from '#tools/steps.ts';
import {
  type Failure,
  failuresOfStories,
  failuresOfTests,
  type PlaywrightReport,
  type VitestReport,
} from '#tools/test-run/failures.ts';
import { describeStep } from '#tools/test-run/summary.ts';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const minuteMs = 60_000;
const isAll = process.argv.includes('all');

/** Full output of failed steps, and the reports of all tests and stories with their durations. */
const outputs = join(root, '.cache/test-output');

const reportOf = (name: string): string => join(outputs, `${name.replaceAll(' ', '-')}.json`);

const interrupted = { now: false };
/** A check has failed, and the rest of the run was ended. */
const stopped = { now: false };

type Counts = { passed: number; failed: number };

/** The shop's settings on this machine are not the tests' settings. */
const ownSettings =
  /^(HOST|PORT|SANDBOX_\w+|DATA_DIR|DATABASE_\w+|PUBLIC_ORIGIN|LOG_LEVEL|STRIPE_\w+|SMTP_URL|MAIL_FROM|NODE_ENV|TRUST_PROXY|PAGE_CACHE|METRICS_PORT|\w+_(MINUTE|MINUTES|HOURS|SECONDS|AT_MOST))$/;

function testEnvironment(): Record<string, string | undefined> {
  const stored = Object.entries(process.env).filter(([name]) => !ownSettings.test(name));
  return {
    ...Object.fromEntries(stored),
    PATH: [bin, process.env.PATH].join(delimiter),
    TEST_AMOUNT: isAll ? 'full' : undefined,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(stories.name),
  };
}

const tool = (name: string, ...words: string[]): string[] => [join(bin, name), ...words];

const step = (name: string, command: string[], minutes: number): Step => ({
  name,
  command,
  timeoutMs: minutes * minuteMs,
});

const checks = [
  step('types', ['npm', 'run', '--silent', 'types'], 15),
  step('lint and format', tool('biome', 'check', '--error-on-warnings', '.'), 15),
  step('dead code', tool('knip', '--no-progress', '--production'), 15),
  // Also what only tests define and nothing uses.
  ...(isAll ? [step('dead code of tests', tool('knip', '--no-progress'), 15)] : []),
];
const build = step('build', [process.execPath, 'tools/build.ts'], 15);

const without = (...words: string[]): string[] => (isAll ? [] : words);

const tests = step(
  'tests',
  tool(
    ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('tests')}`],
    ...without('--tagsFilter=!long'),
  ),
  60,
);

const stories = step(
  'stories in the browser',
  tool('playwright', 'test', '--reporter=list,json', ...without('--grep-invert=@long')),
  60,
);

type Ended = Outcome & { counts: Counts; failures: Failure[] };

async function perform(next: Step, options: RunOptions): Promise<Ended> {
  const outcome = await run(next, options);
  // After Ctrl-C the reason is obvious, and this process ends next.
  if (interrupted.now) return new Promise(() => undefined);
  const { ok, durationMs } = outcome;
  if (!stopped.now)
    console.log(`${ok ? '✓' : '✗'} ${next.name.padEnd(24)}${(durationMs / 1000).toFixed(1).padStart(7)} s`);
  return { ...outcome, ...resultOf(next, ok) };
}

type Report = VitestReport & PlaywrightReport;

/**
 * Counts and failures from Vitest's or Playwright's report. A story that needs a second try would be a failed
 * one.
 */
function resultOf({ name }: Step, ok: boolean): { counts: Counts; failures: Failure[] } {
  const report = readReport(reportOf(name));
  const passed = report.numPassedTests ?? report.stats?.expected ?? 0;
  const failed =
    (report.numFailedTests ?? 0) + (report.stats ? report.stats.unexpected + report.stats.flaky : 0);
  const failures = ok
    ? []
    : [...failuresOfTests(report, root), ...(name === stories.name ? failuresOfStories(report, root) : [])];
  return { counts: { passed, failed: ok ? failed : Math.max(failed, failures.length, 1) }, failures };
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {};
  }
}

/**
 * Type checking, lint, and the search for dead code run beside the tests, which only wait for the build. A
 * failed check ends the run early.
 */
async function runAll(): Promise<Ended[]> {
  const environment = testEnvironment();
  const options = { folder: root, environment };
  const checked = checks.map(async (check) => {
    const ended = await perform(check, options);
    if (!ended.ok && !stopped.now) {
      stopped.now = true;
      await stopAll();
    }
    return ended;
  });
  const built = await perform(build, options);
  if (!built.ok || stopped.now) return [built, ...(await Promise.all(checked))].filter(isOwnFailure);
  if (installedBrowser(environment) === null) fetchBrowser(environment);
  const withBrowser = { ...environment, CHROMIUM_PATH: findHeadlessShell(environment) ?? undefined };
  const ended = await Promise.all([
    ...checked,
    perform(tests, { folder: root, environment: withBrowser }),
    perform(stories, options),
  ]);
  return stopped.now ? ended.filter(isOwnFailure) : ended;
}

/** False: it was stopped because another step failed. */
const isOwnFailure = ({ ok, wasStopped }: Ended): boolean => !ok && !wasStopped;

/** Writes the full output of each failed step into a file, and the summary to the console. */
function reportFailures(ended: Ended[]): void {
  for (const {
    step: { name },
    ok,
    output,
    failures,
  } of ended) {
    if (ok) continue;
    const path = join(outputs, `${name.replaceAll(' ', '-')}.log`);
    writeFileSync(path, output);
    console.log(`\n${describeStep({ name, failures, output, path: relative(root, path) })}`);
  }
  if (ended.some(({ ok }) => !ok)) console.log('');
}

async function main(): Promise<number> {
  rmSync(outputs, { recursive: true, force: true });
  mkdirSync(outputs, { recursive: true });
  const ended = await runAll();
  reportFailures(ended);
  const sum = (kind: keyof Counts): number => ended.reduce((total, { counts }) => total + counts[kind], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    interrupted.now = true;
    void stopAll().then(() => process.exit(130));
  });
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  return 1;
});
