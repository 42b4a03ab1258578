/** The list of disputes with their deadlines, its file, and one dispute with our evidence. */
import type * as contract from '#contract/admin/money.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { processorPage, defaultBooks } from '#kernel/accounting.ts';
import { DomainError } from '#kernel/errors.ts';
import { cents, toDollars } from '#kernel/money.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { needsAnswer, waitingForAnswer } from '#modules/payments/rules.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Columns, type Export, type ExportDeps, exportList } from '#modules/admin/lists/export.ts';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import * as store from './money-store.ts';

export type DisputeQuery = Omit<Received<typeof contract.staffListDisputes>['query'], 'cursor'>;
type Row = Handled<typeof contract.staffListDisputes>['rows'][number];

const sorts: Record<DisputeQuery['sort'], KeysetList['sort']> = {
  deadline: { name: 'deadline', column: 'dispute.answer_order', type: 'timestamptz', descending: false },
  newest: { name: 'newest', column: 'dispute.created_at', type: 'timestamptz', descending: true },
  oldest: { name: 'oldest', column: 'dispute.created_at', type: 'timestamptz', descending: false },
};

const views: Record<DisputeQuery['view'], RawBuilder<boolean>> = {
  to_answer: sql`not closed and status = any(${waitingForAnswer})`,
  with_bank: sql`not closed and status <> all(${waitingForAnswer})`,
  won: sql`closed and status <> 'lost'`,
  lost: sql`closed and status = 'lost'`,
  all: sql`true`,
};

export const disputeListOf = ({ view, sort, from, to }: DisputeQuery): KeysetList => ({
  name: 'disputes',
  filter: { view, from, to },
  sort: sorts[sort],
  from: sql`dispute`,
  id: 'dispute.dispute_ref',
  branches: [sql<boolean>`${views[view]} and ${betweenDays('dispute.created_at', from, to)}`],
});

export async function listDisputes(
  deps: Pick<Deps, 'db' | 'keys'>,
  { cursor, ...query }: Received<typeof contract.staffListDisputes>['query'],
): Promise<Handled<typeof contract.staffListDisputes>> {
  const { ids, ...page } = await readPage(deps, disputeListOf(query), cursor);
  return { rows: await disputesOf(deps.db, ids), ...page };
}

const toRow = (row: store.DisputeRow): Row => ({
  id: row.id,
  openedAt: row.opened_at.toISOString(),
  order: { id: row.order_id, number: orderNumber(row.number) },
  name: row.name,
  email: row.email,
  amount: cents(row.amount_cents),
  reason: row.reason,
  status: row.status,
  isClosed: row.closed,
  needsAnswer: needsAnswer(row),
  answerBy: row.answer_by?.toISOString() ?? null,
});

export const disputesOf = async (db: Database, ids: string[]): Promise<Row[]> =>
  inOrderOf(ids, await store.disputeRows(db, ids)).map(toRow);

const moment = (at: string | null): string | null => at?.slice(0, 19).replace('T', ' ') ?? null;

const columns: Columns<Row> = [
  { name: 'Dispute', cell: ({ id }) => id },
  { name: 'Order', cell: ({ order }) => order.number },
  { name: 'Opened (UTC)', cell: ({ openedAt }) => moment(openedAt) },
  { name: 'Respond by (UTC)', cell: ({ answerBy }) => moment(answerBy) },
  { name: 'State', cell: ({ status }) => status },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Amount (USD)', cell: ({ amount }) => toDollars(amount) },
];

export const disputesAsFile = ({ db }: Pick<Deps, 'db'>, query: DisputeQuery): Export<Row> => ({
  list: disputeListOf(query),
  columns,
  rowsOf: (ids) => disputesOf(db, ids),
});

export const exportDisputes = (deps: ExportDeps, caller: Person, query: DisputeQuery): Promise<CsvFile> =>
  exportList(deps, caller, disputesAsFile, query);

/** Throws `not_found`. */
export async function readDispute(
  deps: Pick<Deps, 'db' | 'books'>,
  id: string,
): Promise<Handled<typeof contract.staffReadDispute>> {
  const [row] = await store.disputeRows(deps.db, [id]);
  if (row === undefined) throw new DomainError('not_found');
  const [evidence, items] = await Promise.all([
    store.evidenceOf(deps.db, row),
    orders.items(deps.db, row.order_id),
  ]);
  const books = deps.books ?? defaultBooks;
  const { card_brand: brand, card_last4: last4 } = evidence;
  return {
    ...toRow(row),
    isWithdrawn: row.withdrawn,
    customerId: evidence.user_id,
    orderTotal: cents(evidence.total_cents),
    placedAt: evidence.placed_at.toISOString(),
    completedAt: evidence.completed_at?.toISOString() ?? null,
    items: items.map(({ name }) => name),
    paidAt: evidence.succeeded_at?.toISOString() ?? null,
    card: brand === null || last4 === null ? null : { brand, last4 },
    refunded: cents(evidence.refunded_cents ?? 0),
    processorRef: evidence.intent_ref,
    answerUrl: processorPage(books, id) ?? books.processorPages,
  };
}
