/**
 * A month for bookkeeping. All figures come from its journal entries, so the two always agree.
 * Path of a month: `month-store.ts` reads what moved money, `journal.ts` books it, this file adds it up,
 * `month-files.ts` writes the files.
 */
import type * as contract from '#contract/admin/month.ts';
import type { Handled } from '#contract/endpoint.ts';
import { type Account, type AccountKey, defaultBooks } from '#kernel/accounting.ts';
import { DomainError } from '#kernel/errors.ts';
import { feeCursor } from '#modules/payments/fees.ts';
import { readCursor } from '#platform/cursors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { balanceOf, type Entry, type EntryKind, entriesOf } from './journal.ts';
import { cashOf } from './cash.ts';
import { cashIn, type Span } from './cash-store.ts';
import * as store from './month-store.ts';

export type MonthDeps = Pick<Deps, 'db' | 'clock' | 'books'>;
export type Figures = Handled<typeof contract.staffReadMonth>;

/** Throws `not_found` for a month that has not started. */
export function spanOf(month: string, now: Date): Span {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const span = { from: new Date(Date.UTC(year, number - 1, 1)), until: new Date(Date.UTC(year, number, 1)) };
  if (span.from > now) throw new DomainError('not_found');
  return span;
}

/** For a month that is over, partial fees would be wrong, so they are omitted. */
async function entriesIn({ db }: Pick<Deps, 'db'>, span: Span, feesAreKnown: boolean): Promise<Entry[]> {
  const parts = await Promise.all([
    ...[store.sold(db, span), cashIn(db, span), store.recovered(db, span), store.ledger(db, span)],
    feesAreKnown ? store.fees(db, span) : [],
  ]);
  return entriesOf(parts.flat());
}

/** For a running month, returns what is stored so far. Throws `not_found` for one that has not started. */
export async function readMonth(deps: MonthDeps, month: string): Promise<Figures> {
  const now = deps.clock.now();
  const span = spanOf(month, now);
  const feesKnownUntil = await readCursor(deps.db, feeCursor);
  const feesAreKnown =
    feesKnownUntil !== null &&
    (feesKnownUntil >= span.until || (now < span.until && feesKnownUntil >= span.from));
  const [entries, opening, closing] = await Promise.all([
    entriesIn(deps, span, feesAreKnown),
    store.owedBefore(deps.db, span.from),
    store.owedBefore(deps.db, span.until),
  ]);
  const { accounts } = deps.books ?? defaultBooks;
  const account = (key: AccountKey): Account & { key: AccountKey } => ({ key, ...accounts[key] });
  return {
    month,
    from: span.from.toISOString().slice(0, 10),
    to: new Date(span.until.getTime() - 1).toISOString().slice(0, 10),
    isOpen: now < span.until,
    ...figuresOf(entries, feesAreKnown),
    receivables: { opening, ...receivablesOf(entries), closing },
    feesKnownUntil: feesKnownUntil?.toISOString() ?? null,
    entries: entries.map(({ kind, debit, credit, cents, count }) => ({
      kind,
      debit: account(debit),
      credit: account(credit),
      amount: cents,
      count,
    })),
  };
}

const sumOf = (entries: readonly Entry[], ...kinds: EntryKind[]): number =>
  entries.reduce((sum, { kind, cents }) => (kinds.includes(kind) ? sum + cents : sum), 0);

function figuresOf(
  entries: readonly Entry[],
  feesAreKnown: boolean,
): Pick<Figures, 'revenue' | 'costs' | 'cash'> {
  const earned = {
    services: sumOf(entries, 'services_sold'),
    net30: sumOf(entries, 'net30_invoiced'),
    subscriptions: sumOf(entries, 'subscriptions_sold'),
    renewals: sumOf(entries, 'renewals_sold'),
    boosters: sumOf(entries, 'boosters_sold'),
  };
  const taken = {
    discounts: sumOf(entries, 'discounts_given'),
    refunds: sumOf(entries, 'refunded') - sumOf(entries, 'refund_failed'),
    voided: sumOf(entries, 'net30_voided'),
  };
  const all = (amounts: Record<string, number>): number =>
    Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
  const cash = cashOf(entries);
  const fees = feesAreKnown ? balanceOf(entries, 'fees') : null;
  return {
    revenue: { ...earned, ...taken, net: all(earned) - all(taken) },
    costs: {
      fees,
      disputesLost: balanceOf(entries, 'dispute_losses'),
      writtenOff: balanceOf(entries, 'bad_debts'),
    },
    cash: { ...cash, fees, net: balanceOf(entries, 'clearing') },
  };
}

const receivablesOf = (entries: readonly Entry[]): Omit<Figures['receivables'], 'opening' | 'closing'> => ({
  invoiced: sumOf(entries, 'net30_invoiced'),
  owedAgain: sumOf(entries, 'net30_owed_again', 'net30_disputed'),
  paid: sumOf(entries, 'net30_paid', 'net30_dispute_won'),
  credited: sumOf(entries, 'net30_credited'),
  voided: sumOf(entries, 'net30_voided'),
  writtenOff: sumOf(entries, 'net30_written_off'),
});
