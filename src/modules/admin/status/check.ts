/**
 * One check of each part of the shop: whether an order can be written, whether the processor answers, whether emails leave. A part that
 * cannot be checked is in trouble.
 */
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { JobName } from '#platform/job-list.ts';
import { takesWrites } from '#platform/write-probe.ts';
import * as store from './store.ts';

type CheckDeps = Pick<Deps, 'db' | 'metrics'>;

/** Nobody waits longer for an order. */
const writeWithinMs = 2_000;
/** A receipt may give way to a crowd for half a minute, and a mail server may be away for a moment. */
const emailWithinSeconds = 15 * 60;

const atProcessor: readonly JobName[] = ['sweep-payments', 'fill-event-holes', 'compare-charges', 'send-refund', 'cancel-leftover'];

/** Remembers what the processor's failures were at the last check, so one checker belongs to one process. */
export function statusChecker({ db, metrics }: CheckDeps): (at: Date) => Promise<store.Found> {
  let failedBefore = 0;
  const answers = async (): Promise<boolean> => {
    const failed =
      (await metrics?.processorFailures())?.filter(({ kind }) => kind !== 'refused').reduce((sum, { count }) => sum + count, 0) ?? 0;
    const isNew = failed > failedBefore;
    failedBefore = failed;
    return !isNew && (await store.failingAtProcessor(db, atProcessor)) === 0;
  };
  return async (at) => {
    const [orders, payments, email] = await Promise.all([
      fine(writes(db)),
      fine(answers()),
      fine(store.oldestEmailSeconds(db).then((seconds) => seconds < emailWithinSeconds)),
    ]);
    const found = { orders, payments, email };
    await store.add(db, found, at);
    return found;
  };
}

async function writes(db: Database): Promise<boolean> {
  const began = performance.now();
  return (await takesWrites(db)) && performance.now() - began < writeWithinMs;
}

const fine = (found: Promise<boolean>): Promise<boolean> => found.catch(() => false);
