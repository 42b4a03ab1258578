/**
 * The console's waiting times for staff, one entry per row of the table: lists, searches, pending items, and
 * figures.
 */
import { disputeViews, refundViews } from '#contract/admin/money.ts';
import { type orderSorts, orderViews } from '#contract/admin/orders.ts';
import { accountListOf, accountRowsOf } from '#modules/admin/credit/accounts.ts';
import { applicationListOf, applicationRowsOf } from '#modules/admin/credit/applications.ts';
import { listCustomers } from '#modules/admin/customers/list.ts';
import { readFigures } from '#modules/admin/overview/figures.ts';
import { readTodo } from '#modules/admin/overview/todo.ts';
import { type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import { disputeListOf, disputesOf } from '#modules/admin/money/dispute-list.ts';
import { readMonth } from '#modules/admin/money/month.ts';
import { refundListOf, refundsOf } from '#modules/admin/money/refund-list.ts';
import { listOf, rowsOf } from '#modules/admin/orders/list.ts';
import { search } from '#modules/admin/search/service.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { testKeys } from '#test/secrets.ts';

const caller: Person = {
  kind: 'person',
  userId: 'usr_bench',
  email: '',
  sessionId: '',
  role: 'owner',
  actor: null,
};
export const clock = { now: () => new Date() };

export type Work = [what: string, work: (db: Database) => Promise<unknown>];

/** The page of a list, `pages` pages from its beginning. */
async function pageOf(db: Database, list: KeysetList, pages: number): Promise<string[]> {
  let page = await readPage({ db, keys: testKeys }, list, undefined);
  for (let read = 1; read < pages && page.older !== null; read += 1)
    page = await readPage({ db, keys: testKeys }, list, page.older);
  return page.ids;
}

const list = (view: (typeof orderViews)[number], sort: (typeof orderSorts)[number], pages: number): Work => [
  `orders, ${view}, ${sort}${pages > 1 ? `, page ${pages}` : ''}`,
  async (db) => rowsOf(db, await pageOf(db, listOf({ view, sort }, clock.now()), pages)),
];

const today = () => clock.now().toISOString().slice(0, 10);
const firstOf = (db: Database, list: KeysetList) => readPage({ db, keys: testKeys }, list, undefined);

const applications = (view: 'in_review' | 'all'): Work => [
  `applications, ${view}`,
  async (db) => applicationRowsOf(db, (await firstOf(db, applicationListOf({ view, sort: 'oldest' }))).ids),
];
const accounts = (view: 'all' | 'open' | 'past_due', sort: 'newest' | 'owed'): Work => [
  `credit accounts, ${view}, ${sort}`,
  async (db) =>
    accountRowsOf(
      db,
      (await firstOf(db, accountListOf({ view, sort, late: undefined }, today()))).ids,
      today(),
    ),
];
const customers = (view: 'all' | 'with_credit', country?: string): Work => [
  `customers, ${view}${country === undefined ? '' : `, ${country}`}`,
  (db) =>
    listCustomers(
      { db, keys: testKeys, clock } as unknown as Deps,
      { view, sort: 'newest', cursor: undefined, country } as never,
    ),
];

export const consoleWorks: Work[] = [
  ...orderViews.map((view) => list(view, 'newest', 1)),
  ...(['oldest', 'highest'] as const).map((sort) => list('all', sort, 1)),
  list('refunded', 'highest', 1),
  ...(['in_review', 'all'] as const).map(applications),
  ...(['all', 'open', 'past_due'] as const).flatMap((view) => [
    accounts(view, 'newest'),
    accounts(view, 'owed'),
  ]),
  ...(['all', 'with_credit'] as const).map((view) => customers(view)),
  // A country with most customers, one with a few, and one with none.
  ...['GH', 'TV', 'NR'].map((country) => customers('all', country)),
  ...['S-1500', 'buyer-77@example.com', '0077', 'pi_77', 'yer-7', 'ama', 'okafro', 'kwame 77'].map(
    (text): Work => [`search, ${text}`, (db) => search(db, caller, text)],
  ),
  ...refundViews.map(
    (view): Work => [
      `refunds, ${view}`,
      async (db) => refundsOf(db, await pageOf(db, refundListOf({ view, sort: 'newest' }), 1)),
    ],
  ),
  ...disputeViews.map(
    (view): Work => [
      `disputes, ${view}`,
      async (db) =>
        disputesOf(
          db,
          await pageOf(db, disputeListOf({ view, sort: view === 'to_answer' ? 'deadline' : 'newest' }), 1),
        ),
    ],
  ),
  // Sums a whole month, so it reads as many rows as the shop sells in a month.
  [
    'a month',
    (db) => readMonth({ db, clock }, new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)),
  ],
  ['what needs a person', (db) => readTodo({ db, clock }, caller)],
  ['figures of 90 days', (db) => readFigures({ db, clock }, caller, 90)],
];

/** Their time grows with the rows they sum, and staff do not wait for them during routine work. */
export const sums = new Set(['a month']);
