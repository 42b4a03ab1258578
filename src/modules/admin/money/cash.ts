/** Money in and out at the processor before fees, shared by the bookkeeper's month and the home screen. */
import type { EntryKind } from './journal.ts';

export type Cash = { received: number; refunded: number; disputed: number };

/** How each kind of movement changes one of the three figures. Other kinds move no money at the processor. */
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

/** How much one cent of each kind changes the net takings. */
export const takingsByKind = Object.fromEntries(
  Object.entries(effects).map(([kind, [figure, sign]]) => [kind, figure === 'received' ? sign : -sign]),
) as Record<string, 1 | -1>;

/** Net takings: received less refunded and disputed. */
export const takingsOf = ({ received, refunded, disputed }: Cash): number => received - refunded - disputed;
