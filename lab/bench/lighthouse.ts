/**
 * `npm run lab -- bench:lighthouse`: runs Lighthouse's mobile audit over every public page of a separate
 * shop. The package weighs 176 MB with its dependencies, so it is not a dependency here. The first run
 * installs it into the temporary folder.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { translationsOf } from '#kernel/page-languages.ts';
import { publicPaths } from '#contract/pages.ts';
import { installedBrowser } from '#tools/browser.ts';
import { describeMachine, median, print, sayTable, verdict, integerText } from './figures.ts';
import { startWorld } from './processes.ts';

const version = '13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const least: Record<(typeof categories)[number], number> = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const most = { lcp: 1_300, tbt: 100, cls: 0.02 };
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' }, origin: { type: 'string' } },
});

type Audit = { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string };
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

function install(): string {
  const folder = join(tmpdir(), `stateside-lighthouse-${version}`);
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  if (existsSync(cli)) return cli;
  mkdirSync(folder, { recursive: true });
  print(`Installing lighthouse ${version} into ${folder} …`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `lighthouse@${version}`], {
    stdio: 'ignore',
  });
  return cli;
}

const cli = install();
const browser = installedBrowser(process.env) ?? undefined;
const reportFile = join(tmpdir(), `stateside-lighthouse-${process.pid}.json`);

/** The browser sometimes records nothing for a page, for reasons unrelated to the page. */
const attempts = 3;

/** One run. Lighthouse defaults to mobile: a simulated slow connection and slow phone. */
async function inspect(address: string, attempt = 1): Promise<Report> {
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ');
  const words = [
    cli,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${reportFile}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${flags}`,
  ];
  try {
    await promisify(execFile)(process.execPath, words, { env: { ...process.env, CHROME_PATH: browser } });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (attempt === attempts)
      throw new Error(`lighthouse could not look at ${address}:\n${stderr.slice(-1_000)}`);
    print(`${address}: again, after ${/\(([A-Z_]+)\)/.exec(stderr)?.[1] ?? 'an error'}`);
    return inspect(address, attempt + 1);
  }
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
}

const value = (report: Report, audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN;

/** The names of the audits that keep a page from a full score. */
const faultsOf = (report: Report): string[] =>
  categories.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => [id, report.audits[id]] as const)
      .filter(
        ([, audit]) => audit !== undefined && audit.scoreDisplayMode === 'binary' && (audit.score ?? 1) < 1,
      )
      .map(([id]) => `${category}/${id}`),
  );

const world = values.origin === undefined ? await startWorld() : null;
const origin = values.origin ?? world?.shop.origin ?? '';
const rows: string[][] = [];
const faults = new Map<string, Set<string>>();
let isMet = true;
try {
  const { data: posts } = (await (await fetch(`${origin}/api/blogs?limit=1`)).json()) as {
    data: { slug: string }[];
  };
  const english = [...publicPaths, '/products/ein-filing', '/login'];
  const translated = english.flatMap((path) => translationsOf(path).slice(1)).map(({ path }) => path);
  const all = [...english, ...translated, ...posts.map(({ slug }) => `/blogs/${slug}`)];
  for (const path of all.filter(
    (candidate) => values.only === undefined || values.only.split(',').includes(candidate),
  )) {
    await (await fetch(origin + path)).arrayBuffer();
    const reports: Report[] = [];
    while (reports.length < Number(values.runs)) reports.push(await inspect(origin + path));
    const scores = categories.map((category) =>
      median(reports.map((report) => (report.categories[category]?.score ?? 0) * 100)),
    );
    const [lcp, tbt, cls, fcp] = [
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'first-contentful-paint',
    ].map((audit) => median(reports.map((report) => value(report, audit)))) as [
      number,
      number,
      number,
      number,
    ];
    for (const report of reports)
      for (const fault of faultsOf(report)) faults.set(fault, (faults.get(fault) ?? new Set()).add(path));
    isMet &&=
      categories.every((category, index) => (scores[index] ?? 0) >= least[category]) &&
      lcp <= most.lcp &&
      tbt <= most.tbt &&
      cls <= most.cls;
    rows.push([
      path,
      ...scores.map(integerText),
      integerText(fcp),
      integerText(lcp),
      integerText(tbt),
      cls.toFixed(3),
    ]);
    print(rows.at(-1)?.join('  '));
  }
} finally {
  await world?.stop();
}
print(`\nLighthouse ${version}, mobile, median of ${values.runs}. ${describeMachine()}\n`);
sayTable(['page', ...categories, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'], rows);
for (const [fault, paths] of faults) print(`${fault}: ${[...paths].join(' ')}`);
print(
  `\nAim: performance 99, all else 100, LCP ${most.lcp} ms, TBT ${most.tbt} ms, CLS ${most.cls}: ${verdict(isMet)}`,
);
