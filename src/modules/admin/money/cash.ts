/** Money in and out at the processor before its fees, as the month of the bookkeeper and the home screen both say it. */
import type { EntryKind } from './journal.ts';

export type Cash = { received: number; refunded: number; disputed: number };

/** What each kind of movement adds to one of the three figures. Other kinds move no money at the processor. */
const effects: Partial<Record<EntryKind, readonly [keyof Cash, 1 | -1]>> = {
  paid: ['received', 1],
  paid_unneeded: ['received', 1],
  refunded: ['refunded', 1],
  returned_unneeded: ['refunded', 1],
  refund_failed: ['refunded', -1],
  dispute_opened: ['disputed', 1],
  dispute_lost_late: ['disputed', 1],
  dispute_won: ['disputed', -1],
  dispute_won_late: ['disputed', -1],
};

export function cashOf(sums: readonly { kind: string; cents: number }[]): Cash {
  const cash: Cash = { received: 0, refunded: 0, disputed: 0 };
  for (const { kind, cents } of sums) {
    const effect = effects[kind as EntryKind];
    if (effect !== undefined) cash[effect[0]] += effect[1] * cents;
  }
  return cash;
}

/** By how much one cent of each kind changes the takings. */
export const takingsByKind = Object.fromEntries(
  Object.entries(effects).map(([kind, [figure, sign]]) => [kind, figure === 'received' ? sign : -sign]),
) as Record<string, 1 | -1>;

/** What is left of what came in: the takings. */
export const takingsOf = ({ received, refunded, disputed }: Cash): number => received - refunded - disputed;
