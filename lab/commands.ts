/** The tools of the lab: what each shows, and the programs that `npm run lab -- NAME` runs. */

/**
 * `does`: one sentence for the list. `needs`: what `npm ci` does not bring, with Debian packages by name.
 * `steps`: arguments of Node, run one after the other from the project's folder. Arguments after the name go
 * to the last step.
 */
export type LabCommand = { does: string; needs?: string; steps: string[] };

const vitest = 'node_modules/vitest/vitest.mjs run --config';

const benches: Record<string, LabCommand> = {
  'bench:list': {
    does: 'Compares the product list with a constant route and with a route that reads one row.',
    steps: ['lab/bench/product-list.ts'],
  },
  'bench:purchases': {
    does: 'Counts guest purchases per second, their processor time, and their statements.',
    steps: ['lab/bench/purchases.ts'],
  },
  'bench:pages': {
    does: 'Counts product pages per second, rendered for every request.',
    steps: ['lab/bench/pages.ts'],
  },
  'bench:cached': {
    does: 'Compares cached pages with a file of nearly the same size.',
    steps: ['lab/bench/cached.ts'],
  },
  'bench:lighthouse': {
    does: "Runs Lighthouse's mobile audit over every public page.",
    needs: 'Chromium and the npm registry',
    steps: ['lab/bench/lighthouse.ts'],
  },
  'bench:memory': {
    does: "Measures the shop's memory (PSS) at rest, after load, and during a long steady load.",
    steps: ['lab/bench/memory.ts'],
  },
  'bench:start': {
    does: 'Times a start with an existing database.',
    steps: ['lab/bench/cold-start.ts'],
  },
  'bench:log-in': {
    does: 'Compares log-ins with known and unknown addresses, and times a log-in beside guessers.',
    steps: ['lab/bench/log-in.ts'],
  },
  'bench:invariants': {
    does: 'Times all invariants, and those of recent changes, at two sizes of the shop.',
    steps: ['lab/bench/invariants.ts'],
  },
  'bench:mail': {
    does: 'Times 4,500 receipts with PDFs, and what visitors notice of them.',
    steps: ['lab/bench/mail.ts'],
  },
  'bench:console': {
    does: 'Times console lists, searches, and figures at three sizes of the shop.',
    steps: ['lab/bench/console.ts'],
  },
  'bench:credit': {
    does: 'Times a credit sweep over 100,000 accounts, and the profile of a large account.',
    steps: ['lab/bench/credit.ts'],
  },
  'bench:reporting': {
    does: 'Reports 10,000 orders of 500 customers to the Factiiv sandbox.',
    steps: ['--expose-gc lab/bench/reporting.ts'],
  },
  'bench:growth': {
    does: 'Times every customer call, sweep, and job in a small shop and in one 100 times as large.',
    needs: 'disk space for a million customers',
    steps: [`${vitest} lab/bench/growth.config.ts`],
  },
  'bench:regions': {
    does: 'Counts the sequential round trips of each call to a distant database.',
    steps: ['lab/bench/regions.ts'],
  },
};

const faults: Record<string, LabCommand> = {
  chaos: {
    does: 'Runs random schedules, kills processes, and checks that broken shops are detected.',
    steps: ['lab/chaos/main.ts'],
  },
  fuzz: {
    does: 'Sends 100,000 random calls to every documented path.',
    needs: 'Linux',
    steps: ['lab/fuzz/main.ts'],
  },
  cluster: {
    does: 'Kills, switches, and upgrades the parts of a PostgreSQL cluster under load.',
    needs: 'postgresql, patroni, etcd-server, pgbouncer, and haproxy',
    steps: ['lab/cluster/main.ts'],
  },
  pitr: {
    does: 'Destroys the cluster twice and recovers it to a point in time.',
    needs: 'the same and pgbackrest',
    steps: ['lab/cluster/pitr.ts'],
  },
  drill: {
    does: 'Loses a selling shop, restores its backup, and compares it with the processor.',
    steps: ['lab/drill/main.ts'],
  },
  edge: {
    does: 'Runs a shop behind Varnish and checks that no personal answer is cached.',
    needs: 'varnish and varnish-modules',
    steps: ['lab/edge/main.ts'],
  },
};

const releases: Record<string, LabCommand> = {
  'test:repeat': {
    does: 'Repeats every test under load, at four clocks, and in three time zones.',
    needs: 'faketime',
    steps: ['lab/repeat/main.ts'],
  },
  'test:engines': {
    does: 'Runs the main stories in Firefox ESR and WebKitGTK.',
    needs: 'firefox-esr, webkit2gtk-driver, and xvfb',
    steps: ['lab/engines/programs.ts', 'tools/build.ts', `${vitest} lab/engines/vitest.config.ts`],
  },
  'test:upgrade': {
    does: 'Upgrades two processes under load, rolls them back, and forward again.',
    needs: 'the git history and the npm registry',
    steps: ['lab/upgrade/main.ts'],
  },
  'test:image': {
    does: "Follows the Dockerfile's steps in a plain folder and buys from the result.",
    needs: 'the npm registry',
    steps: ['lab/image/main.ts'],
  },
};

const files: Record<string, LabCommand> = {
  notices: {
    does: 'Writes THIRD-PARTY-NOTICES.txt, the licenses of everything shipped.',
    steps: ['tools/notices.ts'],
  },
  fonts: {
    does: 'Writes the font subsets that every page loads first.',
    steps: ['tools/fonts.ts'],
  },
  screens: {
    does: 'Takes pictures of every page, at three widths and in both themes.',
    steps: ['tools/screens.ts'],
  },
  imports: {
    does: 'Counts upward imports of the console, cycles of the Stripe stand-in, and folders of the server.',
    steps: ['lab/imports.ts'],
  },
};

export const labCommands: Record<string, LabCommand> = { ...benches, ...faults, ...releases, ...files };
