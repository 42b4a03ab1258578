/**
 * One check of each part of the shop: whether an order can be written, whether the processor answers, whether emails leave. All of it is
 * read from the database, so that any process may check for all of them. A part that cannot be checked is in trouble.
 */
import type { Database } from '#platform/database.ts';
import type { JobName } from '#platform/job-list.ts';
import { takesWrites } from '#platform/write-probe.ts';
import * as store from './store.ts';

/** Nobody waits longer for an order. */
const writeWithinMs = 2_000;
/** Until the next check, which may come some seconds late. */
const troubleForMs = 75_000;

/** They call the processor for the whole shop. A refund that is tried for days is trouble of one order. */
const atProcessor: readonly JobName[] = ['sweep-payments', 'fill-event-holes', 'compare-charges'];

export async function checkStatus(db: Database, at: Date): Promise<store.Found> {
  const [orders, payments, email] = await Promise.all([fine(writes(db)), fine(answers(db, at)), fine(store.emailsLeave(db))]);
  const found = { orders, payments, email };
  await store.add(db, found, at);
  return found;
}

async function writes(db: Database): Promise<boolean> {
  const began = performance.now();
  return (await takesWrites(db)) && performance.now() - began < writeWithinMs;
}

const answers = async (db: Database, at: Date): Promise<boolean> =>
  !(await store.hadTroubleSince(db, new Date(at.getTime() - troubleForMs))) && (await store.failingJobs(db, atProcessor)) === 0;

const fine = (found: Promise<boolean>): Promise<boolean> => found.catch(() => false);

const noteEveryMs = 5_000;

/** Whoever calls the processor says with it that it did not answer. An outage fails many calls at once, and one note of it is enough. */
export function processorTrouble(db: Database, now: () => Date): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    // A database that takes no note takes no order, which is what the page says then.
    store.noteTrouble(db, now()).catch(() => undefined);
  };
}
