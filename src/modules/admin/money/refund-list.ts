/** The list of refunds, and its file. */
import type * as contract from '#contract/admin/money.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { cents, toDollars } from '#kernel/money.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Columns, type Export, type ExportDeps, exportList } from '#modules/admin/lists/export.ts';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import * as store from './money-store.ts';

export type RefundQuery = Omit<Received<typeof contract.staffListRefunds>['query'], 'cursor'>;
type Row = Handled<typeof contract.staffListRefunds>['rows'][number];

const sorts: Record<RefundQuery['sort'], KeysetList['sort']> = {
  newest: { name: 'newest', column: 'refund.created_at', type: 'timestamptz', descending: true },
  oldest: { name: 'oldest', column: 'refund.created_at', type: 'timestamptz', descending: false },
};

const views: Record<RefundQuery['view'], RawBuilder<boolean>[]> = {
  all: [sql`true`],
  under_way: [sql`state = 'creating'`, sql`state = 'pending'`],
  succeeded: [sql`state = 'succeeded'`],
  failed: [sql`state = 'failed'`],
};

export function refundListOf({ view, sort, reason, from, to }: RefundQuery): KeysetList {
  const filters = sql<boolean>`${betweenDays('refund.created_at', from, to)} and ${reason === undefined ? sql`true` : sql`reason = any(${reason})`}`;
  return {
    name: 'refunds',
    filter: { view, reason, from, to },
    sort: sorts[sort],
    from: sql`refund`,
    id: 'refund.id',
    branches: views[view].map((condition) => sql<boolean>`${condition} and ${filters}`),
  };
}

export async function listRefunds(
  deps: Pick<Deps, 'db' | 'keys'>,
  { cursor, ...query }: Received<typeof contract.staffListRefunds>['query'],
): Promise<Handled<typeof contract.staffListRefunds>> {
  const { ids, ...page } = await readPage(deps, refundListOf(query), cursor);
  return { rows: await refundsOf(deps.db, ids), ...page };
}

export const refundsOf = async (db: Database, ids: string[]): Promise<Row[]> =>
  inOrderOf(ids, await store.refundRows(db, ids)).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    order: { id: row.order_id, number: orderNumber(row.number) },
    name: row.name,
    email: row.email,
    amount: cents(row.amount_cents),
    state: row.state,
    reason: row.reason,
    by: row.by,
    creditNote: row.credit_note,
    processorRef: row.refund_ref,
  }));

const columns: Columns<Row> = [
  { name: 'Requested (UTC)', cell: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { name: 'Order', cell: ({ order }) => order.number },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Amount (USD)', cell: ({ amount }) => toDollars(amount) },
  { name: 'State', cell: ({ state }) => state },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'By', cell: ({ by }) => by },
  { name: 'Credit note', cell: ({ creditNote }) => creditNote },
  { name: 'Processor id', cell: ({ processorRef }) => processorRef },
];

export const refundsAsFile = ({ db }: Pick<Deps, 'db'>, query: RefundQuery): Export<Row> => ({
  list: refundListOf(query),
  columns,
  rowsOf: (ids) => refundsOf(db, ids),
});

export const exportRefunds = (deps: ExportDeps, caller: Person, query: RefundQuery): Promise<CsvFile> =>
  exportList(deps, caller, refundsAsFile, query);
