/** Results of the last comparison of our books with the processor's, and starting another. */
import type * as contract from '#contract/admin/money.ts';
import type { Handled } from '#contract/endpoint.ts';
import { processorPage, defaultBooks } from '#kernel/accounting.ts';
import { cents } from '#kernel/money.ts';
import { mayDo } from '#kernel/permissions.ts';
import * as store from '#modules/payments/comparison-store.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { ordersBehind } from './money-store.ts';

type Answer = Handled<typeof contract.staffReadComparisons>;
type WireComparison = Answer['comparisons'][number];

export async function readComparisons(deps: Deps, caller: Person): Promise<Answer> {
  const rows = new Map((await store.all(deps.db)).map((row) => [row.kind, row]));
  const differences = [...rows.values()].flatMap((row) => row.differences as store.FoundDifference[]);
  const orders = await ordersBehind(
    deps.db,
    differences.map(({ reference, order }) => order ?? reference),
  );
  const books = deps.books ?? defaultBooks;
  const toWireDifference = ({
    kind,
    reference,
    amountCents,
    order,
  }: store.FoundDifference): WireComparison['differences'][number] => ({
    kind,
    reference,
    amount: amountCents === null ? null : cents(amountCents),
    order: orders.get(order ?? reference) ?? null,
    processorUrl: processorPage(books, reference),
  });
  return {
    comparisons: store.comparisonKinds.map((kind) => {
      const row = rows.get(kind);
      const [requestedAt, endedAt] = [row?.asked_at ?? null, row?.ended_at ?? null];
      return {
        kind,
        at: endedAt?.toISOString() ?? null,
        isUnderWay: requestedAt !== null && (endedAt === null || endedAt < requestedAt),
        compared: row?.compared ?? 0,
        repaired: row?.repaired ?? 0,
        failed: row?.failed ?? 0,
        differences: ((row?.differences ?? []) as store.FoundDifference[]).map(toWireDifference),
      };
    }),
    mayRun: mayDo(caller.role, 'money.write'),
  };
}

/** Runs the scheduled jobs again. */
export async function runComparisons(deps: Deps, caller: Person): Promise<Answer> {
  const { db, jobs, clock } = deps;
  await db.transaction().execute(async (tx) => {
    await store.requestComparison(tx, clock.now());
    for (const job of [
      'compare-charges',
      'compare-subscriptions',
      'compare-credit-invoices',
      'read-fees',
    ] as const)
      await jobs.enqueue(tx, job, {});
    await audit.record(tx, deps, { actorId: caller.userId, action: 'comparison_asked', object: 'processor' });
  });
  return readComparisons(deps, caller);
}
