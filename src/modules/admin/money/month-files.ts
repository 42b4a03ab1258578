/**
 * Exports a month as files: readable figures, and its journal for import into QuickBooks Online and Xero.
 * Columns follow their templates, see docs/accounting.md.
 */
import type { monthFiles } from '#contract/admin/month.ts';
import type { Account } from '#kernel/accounting.ts';
import { DomainError } from '#kernel/errors.ts';
import { site } from '#content/site.ts';
import * as audit from '#platform/audit.ts';
import type { CsvCell, CsvFile } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { entryNames } from '#contract/admin/entry-names.ts';
import { type Figures, type MonthDeps, readMonth } from './month.ts';

type Kind = (typeof monthFiles)[number];
type Table = { head: string[]; rows: CsvCell[][] };

/**
 * Throws `not_found` for a future month, and `month_fees_unknown`. The audit entry is written before the
 * first row is sent.
 */
export async function exportMonth(
  deps: MonthDeps & Pick<Deps, 'keys'>,
  caller: Person,
  { month, file, fees }: { month: string; file: Kind; fees: 'included' | 'left_out' },
): Promise<CsvFile> {
  const figures = await readMonth(deps, month);
  const isWithoutFees = figures.costs.fees === null;
  if (isWithoutFees && fees === 'included') throw new DomainError('month_fees_unknown');
  const entry = {
    actorId: caller.userId,
    action: 'month_exported',
    object: month,
    detail: { file, ...(isWithoutFees ? { isWithoutFees } : {}) },
  };
  await deps.db.transaction().execute((tx) => audit.record(tx, deps, entry));
  const { head, rows } = tables[file](figures);
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    yield rows;
  }
  const name = `${file === 'summary' ? 'month' : file}-${month}${isWithoutFees ? '-without-fees' : ''}`;
  return { fileName: `${name}.csv`, head, batches: batches() };
}

const dollars = (cents: number): number => cents / 100;
/** For import programs: always two decimals. */
const decimal = (cents: number): string => (cents / 100).toFixed(2);

export const tables: Record<Kind, (figures: Figures) => Table> = { summary, quickbooks, xero };

/** Deductions are negative, so that each section adds up to its last line. */
function summary({ month, revenue, costs, receivables, cash }: Figures): Table {
  const part = (title: string, lines: [string, number | null][]): CsvCell[][] =>
    lines.map(([line, cents]) => [month, title, line, cents === null ? 'not available' : dollars(cents)]);
  return {
    head: ['Month (UTC)', 'Part', 'Line', 'Amount (USD)'],
    rows: [
      ...part('Revenue', [
        ['Services by card', revenue.services],
        ['Services on Net 30', revenue.net30],
        ['Subscriptions, first period', revenue.subscriptions],
        ['Subscription renewals', revenue.renewals],
        ['Credit boosters', revenue.boosters],
        ['Discounts', -revenue.discounts],
        ['Refunds and credit notes', -revenue.refunds],
        ['Net 30 invoices voided', -revenue.voided],
        ['Net revenue', revenue.net],
      ]),
      ...part('Costs', [
        ['Processor fees', costs.fees],
        ['Disputes lost', costs.disputesLost],
        ['Net 30 written off', costs.writtenOff],
      ]),
      ...part('Net 30 receivables', [
        ['Opening balance', receivables.opening],
        ['Invoiced', receivables.invoiced],
        ['Owed again', receivables.owedAgain],
        ['Paid', -receivables.paid],
        ['Credited', -receivables.credited],
        ['Voided', -receivables.voided],
        ['Written off', -receivables.writtenOff],
        ['Closing balance', receivables.closing],
      ]),
      ...part('Processor balance', [
        ['Received', cash.received],
        ['Refunded', -cash.refunded],
        ['Withdrawn for disputes, net', -cash.disputed],
        ['Fees', cash.fees === null ? null : -cash.fees],
        ['Net change before payouts', cash.net],
      ]),
    ],
  };
}

type Line = { account: Account; text: string; debit: number; credit: number };

const linesOf = ({ entries }: Figures): Line[] =>
  entries.flatMap(({ kind, debit, credit, amount }) => [
    { account: debit, text: entryNames[kind], debit: amount, credit: 0 },
    { account: credit, text: entryNames[kind], debit: 0, credit: amount },
  ]);

/** QuickBooks Online, Import data, Journal entries: dates as MM/DD/YYYY, accounts by name. */
function quickbooks(figures: Figures): Table {
  const [year = '', month = '', day = ''] = figures.to.split('-');
  return {
    head: ['Journal No', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
    rows: linesOf(figures).map(({ account, text, debit, credit }) => [
      `${site.name.toUpperCase()}-${figures.month}`,
      `${month}/${day}/${year}`,
      account.name,
      text,
      debit === 0 ? '' : decimal(debit),
      credit === 0 ? '' : decimal(credit),
    ]),
  };
}

/**
 * Xero, Manual journals, Import: accounts by code, debits positive and credits negative. Dates spell out the
 * month, which Xero reads the same in every region.
 */
function xero(figures: Figures): Table {
  const last = new Date(`${figures.to}T00:00:00Z`);
  const day = `${last.getUTCDate()} ${monthNames[last.getUTCMonth()]} ${last.getUTCFullYear()}`;
  return {
    head: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    rows: linesOf(figures).map(({ account, text, debit, credit }) => [
      `${site.name} ${figures.month}`,
      day,
      text,
      account.code,
      'Tax Exempt',
      dollars(debit - credit),
    ]),
  };
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
