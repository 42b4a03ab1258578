/**
 * Deduplicates work on a payment within this process. Webhook and browser return arrive at the same time; the
 * second waits for the first and stops if it succeeded. This only saves work: locks guarantee correctness.
 */
import type { Database } from '#platform/database.ts';
import { within } from '#platform/within.ts';
import type { PaymentStatus } from './rules.ts';

type Outcome = PaymentStatus | null;

const running = new WeakMap<Database, Map<string, Promise<Outcome>>>();

/**
 * Longer than the processor and the database usually need together. After this time the waiting request
 * continues alone.
 */
const waitAtMostMs = 1_000;

/** Runs `work`, unless a concurrent run for the same payment succeeds; that result is final and committed. */
export async function runUnlessSucceeded(
  db: Database,
  intentRef: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const other = running.get(db)?.get(intentRef);
  // Do not await anything when there is no other run, so that a concurrent caller finds this one.
  if (other !== undefined && (await hasSucceeded(other))) return 'succeeded';
  const payments = running.get(db) ?? new Map<string, Promise<Outcome>>();
  running.set(db, payments);
  const run = work();
  payments.set(intentRef, run);
  try {
    return await run;
  } finally {
    if (payments.get(intentRef) === run) payments.delete(intentRef);
  }
}

async function hasSucceeded(other: Promise<Outcome>): Promise<boolean> {
  const outcome = await within(
    waitAtMostMs,
    other.catch(() => null),
    () => null,
  );
  return outcome === 'succeeded';
}
