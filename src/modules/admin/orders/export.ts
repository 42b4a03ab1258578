/** Exports orders as a spreadsheet file. */
import { orderStatusNames } from '#contract/orders.ts';
import { toDollars } from '#kernel/money.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type Columns, type Export, type ExportDeps, exportList } from '#modules/admin/lists/export.ts';
import { listOf, type OrderQuery, rowsOf } from './list.ts';

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const columns: Columns<Row> = [
  { name: 'Order', cell: ({ number }) => number },
  { name: 'Placed (UTC)', cell: ({ placedAt }) => placedAt.slice(0, 19).replace('T', ' ') },
  { name: 'Status', cell: ({ status }) => orderStatusNames[status] },
  { name: 'Type', cell: ({ kind }) => kind },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Items', cell: ({ items }) => items.join(', ') },
  { name: 'Total (USD)', cell: ({ total }) => toDollars(total) },
  { name: 'Refunded (USD)', cell: ({ refunded }) => toDollars(refunded) },
];

export const ordersAsFile = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: OrderQuery): Export<Row> => ({
  list: listOf(query, clock.now()),
  columns,
  rowsOf: (ids) => rowsOf(db, ids),
});

export const exportOrders = (deps: ExportDeps, caller: Person, query: OrderQuery): Promise<CsvFile> =>
  exportList(deps, caller, ordersAsFile, query);
