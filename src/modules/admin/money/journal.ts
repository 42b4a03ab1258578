/**
 * Maps each kind of movement to two accounts: one is debited and one credited by the same amount, so a
 * journal always balances. docs/accounting.md explains it for bookkeepers.
 */
import type { entryKinds } from '#contract/admin/month.ts';
import type { AccountKey } from '#kernel/accounting.ts';
import type { Sum } from './cash-store.ts';

export type EntryKind = (typeof entryKinds)[number];
export type Entry = { kind: EntryKind; debit: AccountKey; credit: AccountKey; cents: number; count: number };

const sides: Record<EntryKind, readonly [debit: AccountKey, credit: AccountKey]> = {
  services_sold: ['transit', 'services'],
  subscriptions_sold: ['transit', 'subscriptions'],
  boosters_sold: ['transit', 'boosters'],
  renewals_sold: ['transit', 'renewals'],
  discounts_given: ['discounts', 'transit'],
  net30_invoiced: ['receivables', 'services'],
  refunded: ['refunds', 'clearing'],
  refund_failed: ['clearing', 'refunds'],
  paid: ['clearing', 'transit'],
  paid_unneeded: ['clearing', 'to_return'],
  returned_unneeded: ['to_return', 'clearing'],
  net30_paid: ['transit', 'receivables'],
  net30_credited: ['transit', 'receivables'],
  net30_owed_again: ['receivables', 'transit'],
  net30_voided: ['refunds', 'receivables'],
  net30_written_off: ['bad_debts', 'receivables'],
  net30_recovered: ['transit', 'bad_debts'],
  dispute_opened: ['disputed', 'clearing'],
  dispute_won: ['clearing', 'disputed'],
  dispute_lost: ['dispute_losses', 'disputed'],
  dispute_won_late: ['clearing', 'dispute_losses'],
  dispute_lost_late: ['dispute_losses', 'clearing'],
  net30_disputed: ['receivables', 'dispute_losses'],
  net30_dispute_won: ['dispute_losses', 'receivables'],
  fees: ['fees', 'clearing'],
};

const order = Object.keys(sides) as EntryKind[];

/** In table order, without kinds that did not occur. Negative sums swap debit and credit. */
export const entriesOf = (sums: readonly Sum[]): Entry[] =>
  order.flatMap((kind) => {
    const found = sums.find((sum) => sum.kind === kind);
    if (found === undefined || found.cents === 0) return [];
    const [debit, credit] = found.cents > 0 ? sides[kind] : ([sides[kind][1], sides[kind][0]] as const);
    return [{ kind, debit, credit, cents: Math.abs(found.cents), count: found.count }];
  });

/** How much an account rose: debits less credits. */
export const balanceOf = (entries: readonly Entry[], account: AccountKey): number =>
  entries.reduce(
    (sum, { debit, credit, cents }) =>
      sum + (debit === account ? cents : 0) - (credit === account ? cents : 0),
    0,
  );
