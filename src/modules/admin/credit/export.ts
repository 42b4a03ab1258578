/**
 * Exports applications and accounts as spreadsheet files. Only the last four digits of an EIN are included.
 */
import type * as contract from '#contract/admin/credit.ts';
import type { Received } from '#contract/endpoint.ts';
import { utcDay } from '#kernel/credit-terms.ts';
import { toDollars } from '#kernel/money.ts';
import { type Columns, type Export, type ExportDeps, exportList } from '#modules/admin/lists/export.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { accountListOf, accountRowsOf } from './accounts.ts';
import { applicationListOf, applicationRowsOf } from './applications.ts';

type Application = Awaited<ReturnType<typeof applicationRowsOf>>[number];
type Account = Awaited<ReturnType<typeof accountRowsOf>>[number];

const inUtc = (at: string | null): string | null => at?.slice(0, 19).replace('T', ' ') ?? null;

const applicationColumns: Columns<Application> = [
  { name: 'Company', cell: ({ legalName }) => legalName },
  { name: 'EIN ends in', cell: ({ einLast4 }) => einLast4 },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Type', cell: ({ kind }) => kind },
  { name: 'State', cell: ({ state }) => state },
  { name: 'Applied (UTC)', cell: ({ appliedAt }) => inUtc(appliedAt) },
  { name: 'Decided (UTC)', cell: ({ decidedAt }) => inUtc(decidedAt) },
  { name: 'Reasons', cell: ({ reasons }) => reasons.map(({ found }) => found).join(', ') },
];

const accountColumns: Columns<Account> = [
  { name: 'Company', cell: ({ legalName }) => legalName },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Status', cell: ({ status }) => status },
  { name: 'Opened (UTC)', cell: ({ openedAt }) => inUtc(openedAt) },
  { name: 'Approved (USD)', cell: ({ approvedCredit }) => toDollars(approvedCredit) },
  { name: 'Available (USD)', cell: ({ availableCredit }) => toDollars(availableCredit) },
  { name: 'Owed (USD)', cell: ({ owed }) => toDollars(owed) },
  { name: 'Past due (USD)', cell: ({ pastDue }) => toDollars(pastDue) },
  { name: 'Days late', cell: ({ daysLate }) => daysLate },
  { name: 'On hold', cell: ({ isFrozen }) => (isFrozen ? 'yes' : 'no') },
];

type ApplicationQuery = Received<typeof contract.staffExportApplications>['query'];
type AccountQuery = Received<typeof contract.staffExportCreditAccounts>['query'];

export const applicationsAsFile = (
  { db }: Pick<Deps, 'db'>,
  query: ApplicationQuery,
): Export<Application> => ({
  list: applicationListOf(query),
  columns: applicationColumns,
  rowsOf: (ids) => applicationRowsOf(db, ids),
});

export function accountsAsFile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: AccountQuery,
): Export<Account> {
  const today = utcDay(clock.now());
  return {
    list: accountListOf(query, today),
    columns: accountColumns,
    rowsOf: (ids) => accountRowsOf(db, ids, today),
  };
}

export const exportApplications = (
  deps: ExportDeps,
  caller: Person,
  query: ApplicationQuery,
): Promise<CsvFile> => exportList(deps, caller, applicationsAsFile, query);

export const exportAccounts = (deps: ExportDeps, caller: Person, query: AccountQuery): Promise<CsvFile> =>
  exportList(deps, caller, accountsAsFile, query);
