/**
 * `npm run bench:console`: what staff wait for at three sizes of the shop: every list of orders, its first page and one far back, the search by
 * everything that can be typed, what needs a person, and ninety days of figures. In process, on the embedded PostgreSQL; no emails are written.
 */
import { parseArgs } from 'node:util';
import { disputeViews, refundViews } from '#contract/admin/money.ts';
import { type orderSorts, orderViews } from '#contract/admin/orders.ts';
import { accountListOf, accountRowsOf } from '#modules/admin/credit/accounts.ts';
import { applicationListOf, applicationRowsOf } from '#modules/admin/credit/applications.ts';
import { listCustomers } from '#modules/admin/customers/list.ts';
import { readFigures } from '#modules/admin/overview/figures.ts';
import { readTodo } from '#modules/admin/overview/todo.ts';
import { keepTotals } from '#modules/admin/overview/totals.ts';
import { type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import { disputeListOf, disputesOf } from '#modules/admin/money/dispute-list.ts';
import { readMonth } from '#modules/admin/money/month.ts';
import { refundListOf, refundsOf } from '#modules/admin/money/refund-list.ts';
import { listOf, rowsOf } from '#modules/admin/orders/list.ts';
import { search } from '#modules/admin/search/service.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { testKeys } from '#test/secrets.ts';
import { sql } from 'kysely';
import { fillConsole } from './console-rows.ts';
import { describeMachine, median, oneDecimal, say, sayTable, verdict, whole } from './figures.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,30000,300000' }, rounds: { type: 'string', default: '15' } },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
const aimMs = 100;
/** Below it the noise of a machine is more than the work. */
const floorMs = 10;

const caller: Person = { kind: 'person', userId: 'usr_bench', email: '', sessionId: '', role: 'owner', actor: null };
const clock = { now: () => new Date() };

type Work = [what: string, work: (db: Database) => Promise<unknown>];

/** Of any list, so many pages from its beginning. */
async function pageOf(db: Database, wanted: KeysetList, pages: number): Promise<string[]> {
  let page = await readPage({ db, keys: testKeys }, wanted, undefined);
  for (let read = 1; read < pages && page.older !== null; read += 1) page = await readPage({ db, keys: testKeys }, wanted, page.older);
  return page.ids;
}

const list = (view: (typeof orderViews)[number], sort: (typeof orderSorts)[number], pages: number): Work => [
  `orders, ${view}, ${sort}${pages > 1 ? `, page ${pages}` : ''}`,
  async (db) => rowsOf(db, await pageOf(db, listOf({ view, sort }, clock.now()), pages)),
];

const today = () => clock.now().toISOString().slice(0, 10);
const firstOf = (db: Database, wanted: KeysetList) => readPage({ db, keys: testKeys }, wanted, undefined);

const applications = (view: 'in_review' | 'all'): Work => [
  `applications, ${view}`,
  async (db) => applicationRowsOf(db, (await firstOf(db, applicationListOf({ view, sort: 'oldest' }))).ids),
];
const accounts = (view: 'all' | 'open' | 'past_due', sort: 'newest' | 'owed'): Work => [
  `credit accounts, ${view}, ${sort}`,
  async (db) => accountRowsOf(db, (await firstOf(db, accountListOf({ view, sort, late: undefined }, today()))).ids, today()),
];
const customers = (view: 'all' | 'with_credit', country?: string): Work => [
  `customers, ${view}${country === undefined ? '' : `, ${country}`}`,
  (db) => listCustomers({ db, keys: testKeys, clock } as unknown as Deps, { view, sort: 'newest', cursor: undefined, country } as never),
];

const works: Work[] = [
  ...orderViews.map((view) => list(view, 'newest', 1)),
  ...(['oldest', 'highest'] as const).map((sort) => list('all', sort, 1)),
  list('refunded', 'highest', 1),
  ...(['in_review', 'all'] as const).map(applications),
  ...(['all', 'open', 'past_due'] as const).flatMap((view) => [accounts(view, 'newest'), accounts(view, 'owed')]),
  ...(['all', 'with_credit'] as const).map((view) => customers(view)),
  // One that most are of, one that a few are of, and one that nobody is of.
  ...['GH', 'TV', 'NR'].map((country) => customers('all', country)),
  ...['S-1500', 'buyer-77@example.com', '0077', 'pi_77', 'yer-7', 'ama', 'okafro', 'kwame 77'].map(
    (text): Work => [`search, ${text}`, (db) => search(db, caller, text)],
  ),
  ...refundViews.map(
    (view): Work => [`refunds, ${view}`, async (db) => refundsOf(db, await pageOf(db, refundListOf({ view, sort: 'newest' }), 1))],
  ),
  ...disputeViews.map(
    (view): Work => [
      `disputes, ${view}`,
      async (db) => disputesOf(db, await pageOf(db, disputeListOf({ view, sort: view === 'to_answer' ? 'deadline' : 'newest' }), 1)),
    ],
  ),
  // All of a month is added up: as many rows as the shop sells in one.
  ['a month', (db) => readMonth({ db, clock }, new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7))],
  ['what needs a person', (db) => readTodo({ db, clock }, caller)],
  ['figures of 90 days', (db) => readFigures({ db, clock }, caller, 90)],
];

/** They grow with what they add up, and nobody waits for them between two rows. */
const sums = new Set(['a month']);

const measured: number[][] = [];
for (const size of sizes) measured.push(await measure(size));

say(`\nThe console, medians of ${rounds} rounds in ms. ${describeMachine()}\n`);
const [smallest, largest] = [sizes[0] ?? 1, sizes.at(-1) ?? 1];
const mayGrow = Math.log(largest) / Math.log(smallest);
sayTable(
  ['what', ...sizes.map((size) => `${whole(size)} orders`), 'growth', `aim: ${aimMs} ms, growth ${oneDecimal(mayGrow)}`],
  works.map(([what], index) => {
    const times = measured.map((all) => all[index] ?? Number.NaN);
    const [first, last] = [Math.max(times[0] ?? Number.NaN, floorMs), Math.max(times.at(-1) ?? Number.NaN, floorMs)];
    const isMet = sums.has(what) ? last < 5 * aimMs : last < aimMs && last / first <= mayGrow;
    return [what, ...times.map(oneDecimal), oneDecimal(last / first), verdict(isMet)];
  }),
);

async function measure(orders: number): Promise<number[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const db = createDatabase(postgres.url, { max: 4, statementTimeoutMs: 1_800_000 });
  try {
    await migrate(postgres.url);
    await fillConsole(db, orders);
    await keepTotals({ db, clock });
    await sql`vacuum analyze`.execute(db);
    const times: number[] = [];
    for (const [, work] of works) times.push(await timed(() => work(db)));
    return times;
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await work();
  const each: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    each.push(performance.now() - startedAt);
  }
  return median(each);
}
