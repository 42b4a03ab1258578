/**
 * Checks each part of the shop: whether orders can be written, the processor responds, and emails are sent.
 * All of it is read from the database, so any process can check for all. A part that cannot be checked is in
 * trouble.
 */
import type { Database } from '#platform/database.ts';
import type { JobName } from '#modules/shared/job-list.ts';
import { acceptsWrites } from '#platform/write-probe.ts';
import * as store from './store.ts';

/** The most time that writing an order may take. */
const writeWithinMs = 2_000;
/** Lasts until the next check, which may be some seconds late. */
const troubleForMs = 75_000;

/**
 * Jobs that call the processor for the whole shop. A refund retried for days is trouble of one order only.
 */
const atProcessor: readonly JobName[] = ['sweep-payments', 'fill-event-holes', 'compare-charges'];

export async function checkStatus(db: Database, at: Date): Promise<store.Found> {
  const [orders, payments, email] = await Promise.all([
    fine(writes(db)),
    fine(answers(db, at)),
    fine(store.areEmailsSent(db)),
  ]);
  const found = { orders, payments, email };
  await store.add(db, found, at);
  return found;
}

async function writes(db: Database): Promise<boolean> {
  const began = performance.now();
  return (await acceptsWrites(db)) && performance.now() - began < writeWithinMs;
}

const answers = async (db: Database, at: Date): Promise<boolean> =>
  !(await store.hadFailureSince(db, new Date(at.getTime() - troubleForMs))) &&
  (await store.failingJobs(db, atProcessor)) === 0;

const fine = (found: Promise<boolean>): Promise<boolean> => found.catch(() => false);

const noteEveryMs = 5_000;

/**
 * Records that a call to the processor went unanswered. An outage fails many calls at the same time, and one
 * record is enough.
 */
export function processorFailureRecorder(db: Database, now: () => Date): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    // When the database rejects this record, it rejects orders too, and the page reports that.
    store.recordFailure(db, now()).catch(() => undefined);
  };
}
