/** SQL for the latest comparison of each kind with the processor. */
import type { Database, Tx } from '#platform/database.ts';

export const comparisonKinds = ['charges', 'subscriptions', 'credit_invoices'] as const;
export type ComparisonKind = (typeof comparisonKinds)[number];

/**
 * `unknown_here`: the processor has it, and we do not. `amountCents` and `order` (its display number) are set
 * when known.
 */
export type FoundDifference = {
  kind: 'unknown_here' | 'unknown_there';
  reference: string;
  amountCents: number | null;
  order: string | null;
};

/** `failed`: could not be read, so the result is unknown. */
export type Found = { compared: number; repaired: number; failed: number; differences: FoundDifference[] };

/** Replaces the previous result. */
export async function saveResult(db: Database, kind: ComparisonKind, now: Date, found: Found): Promise<void> {
  const row = {
    ...{ ended_at: now, compared: found.compared, repaired: found.repaired, failed: found.failed },
    differences: JSON.stringify(found.differences),
  };
  await db
    .insertInto('comparison')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

/** Marks the comparisons as running until each has ended. */
export async function requestComparison(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('comparison')
    .values(comparisonKinds.map((kind) => ({ kind, asked_at: now })))
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ asked_at: now }))
    .execute();
}

export const all = (db: Database) => db.selectFrom('comparison').selectAll().orderBy('kind').execute();
