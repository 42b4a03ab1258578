/**
 * What `npm test` runs: types, lint and format, the build, then the tests and beside them the stories in a real browser.
 * `npm run test:all` adds what is long and rarely breaks, and larger amounts of the rest (docs/testing.md).
 * The last line says how many tests passed and failed; a step that fails without a test counts as one failure.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fetchBrowser, installedBrowser, lightBrowser } from '#tools/browser.ts';
import { type Outcome, type RunOptions, run, type Step, stopAll } from '#tools/steps.ts';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const minuteMs = 60_000;
const isAll = process.argv.includes('all');

const interrupted = { now: false };

type Counts = { passed: number; failed: number };

/** The shop's settings on this machine are not the tests' settings. */
const ownSettings =
  /^(HOST|PORT|SANDBOX_\w+|DATA_DIR|DATABASE_\w+|PUBLIC_ORIGIN|LOG_LEVEL|STRIPE_\w+|SMTP_URL|MAIL_FROM|NODE_ENV|TRUST_PROXY|PAGE_CACHE|METRICS_PORT|\w+_(MINUTE|MINUTES|HOURS|SECONDS|AT_MOST))$/;

function testEnvironment(reports: string): Record<string, string | undefined> {
  const stored = Object.entries(process.env).filter(([name]) => !ownSettings.test(name));
  return {
    ...Object.fromEntries(stored),
    PATH: [bin, process.env.PATH].join(delimiter),
    TEST_AMOUNT: isAll ? 'full' : undefined,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'stories.json'),
  };
}

const tool = (name: string, ...words: string[]): string[] => [join(bin, name), ...words];

const step = (name: string, command: string[], minutes: number): Step => ({ name, command, timeoutMs: minutes * minuteMs });

/** What needs neither a database nor a browser. These overlap: each leaves one of two cores idle for much of its time. */
const checks = [
  step('types', ['npm', 'run', '--silent', 'types'], 15),
  step('lint and format', tool('biome', 'check', '--error-on-warnings', '.'), 15),
  step('build', [process.execPath, 'tools/build.ts'], 15),
];

const without = (...words: string[]): string[] => (isAll ? [] : words);

const tests = (reports: string): Step =>
  step(
    'tests',
    tool(
      ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'tests.json')}`],
      ...without('--tagsFilter=!long'),
    ),
    60,
  );

const stories = step('stories in the browser', tool('playwright', 'test', '--reporter=list,json', ...without('--grep-invert=@long')), 60);

async function perform(next: Step, options: RunOptions): Promise<Outcome> {
  const outcome = await run(next, options);
  // Whoever pressed Ctrl-C knows why the step ended; the process is about to.
  if (interrupted.now) return new Promise(() => undefined);
  const { ok, output, durationMs } = outcome;
  console.log(`${ok ? '✓' : '✗'} ${next.name.padEnd(24)}${(durationMs / 1000).toFixed(1).padStart(7)} s`);
  if (!ok) console.log(`\n${output.trim()}\n`);
  return outcome;
}

type Report = { numPassedTests?: number; numFailedTests?: number; stats?: { expected: number; unexpected: number; flaky: number } };

/** Counts of Vitest's or Playwright's report. A story that needs a second try would be a failed one. */
function counted(path: string, { ok }: Outcome): Counts {
  const report = readReport(path);
  const passed = report.numPassedTests ?? report.stats?.expected ?? 0;
  const failed = (report.numFailedTests ?? 0) + (report.stats ? report.stats.unexpected + report.stats.flaky : 0);
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {};
  }
}

async function runAll(reports: string): Promise<Counts> {
  const environment = testEnvironment(reports);
  const options = { folder: root, environment };
  const outcomes = await Promise.all(checks.map((check) => perform(check, options)));
  const broken = outcomes.filter(({ ok }) => !ok).length;
  if (broken > 0) return { passed: 0, failed: broken };

  if (installedBrowser(environment) === null) fetchBrowser(environment);
  const withBrowser = { ...environment, CHROMIUM_PATH: lightBrowser(environment) ?? undefined };
  const [tested, told] = await Promise.all([
    perform(tests(reports), { folder: root, environment: withBrowser }),
    perform(stories, options),
  ]);
  const fromTests = counted(join(reports, 'tests.json'), tested);
  const fromStories = counted(join(reports, 'stories.json'), told);
  return { passed: fromTests.passed + fromStories.passed, failed: fromTests.failed + fromStories.failed };
}

async function main(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'stateside-test-'));
  try {
    const { passed, failed } = await runAll(reports);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
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
