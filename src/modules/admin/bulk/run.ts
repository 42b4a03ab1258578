/**
 * The job behind a bulk act. A row's work and its mark share one transaction, so each row is done once even
 * after a crash. A retry continues where the last attempt stopped. A refusal is the row's result; the job
 * retries other errors.
 */
import { DomainError } from '#kernel/errors.ts';
import { mayDo } from '#kernel/permissions.ts';
import { staffPersonOf } from '#modules/admin/staff-person.ts';
import type { Database, Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Attempt } from '#platform/jobs.ts';
import type { Person } from '#platform/mount.ts';
import { type BulkKind, kindOf } from './kinds.ts';
import * as store from './store.ts';

/** After this many rows a new job continues, so that no job reaches its time limit. */
const rowsInOneJob = 500;
/** After this many attempts a failing row is skipped and the others continue. */
const triesOfARow = 3;

type Work = { act: store.Act; kind: BulkKind<unknown>; person: Person };

export async function runBulkAct(
  deps: Deps,
  actId: string,
  attempt: Pick<Attempt, 'number' | 'signal'>,
): Promise<void> {
  const { db, jobs } = deps;
  const work = await db.transaction().execute((tx) => begin(tx, deps, actId));
  if (work === null) return;
  for (let count = 0; count < rowsInOneJob; count += 1) {
    if (attempt.signal.aborted) throw new Error(`bulk action ${actId} was interrupted and is requeued`);
    if (!(await doNext(deps, work, attempt.number)))
      return db.transaction().execute((tx) => end(tx, deps, actId));
  }
  await db
    .transaction()
    .execute((tx) => jobs.enqueue(tx, 'run-bulk-act', { actId }, { singletonKey: actId }));
}

/** Collects the rows of the filter in one transaction. Returns null when there is nothing to do. */
async function begin(tx: Tx, deps: Deps, actId: string): Promise<Work | null> {
  const act = await store.lock(tx, actId);
  if (act === null || act.state === 'done' || act.state === 'stopped') return null;
  const kind = kindOf(act.kind);
  const person = await staffPersonOf(tx, act.madeBy);
  if (act.state === 'waiting') {
    if (act.filter !== null) await gather(tx, deps.db, act, kind);
    await store.setState(tx, actId, 'running', null);
  }
  if (person === null || !mayDo(person.role, kind.permission)) {
    await store.refuseRest(tx, actId, 'Your role no longer allows this');
    await store.setState(tx, actId, 'done', deps.clock.now());
    return null;
  }
  return { act, kind, person };
}

async function gather(
  tx: Tx,
  db: Database,
  { id, filter, madeAt }: store.Act,
  kind: BulkKind<unknown>,
): Promise<void> {
  for await (const subjects of kind.subjectsOf(db, filter, madeAt))
    if (!(await store.addRows(tx, id, subjects))) return store.markCut(tx, id);
}

/** Returns false when no row is left. */
async function doNext(deps: Deps, { act, kind, person }: Work, attempts: number): Promise<boolean> {
  const { db, log } = deps;
  let subject: string | null = null;
  try {
    await retryOnDeadlock(deps, () =>
      db.transaction().execute(async (tx) => {
        subject = await store.takeNext(tx, act.id);
        if (subject === null) return;
        await kind.run(tx, deps, person, subject);
        await store.mark(tx, act.id, subject, '');
      }),
    );
  } catch (error) {
    if (subject === null) throw error;
    const isAnswer = error instanceof DomainError;
    if (!isAnswer && attempts < triesOfARow) throw error;
    if (!isAnswer) log.error({ err: error, act: act.id, subject }, 'a row of a bulk action failed');
    await store.mark(
      db,
      act.id,
      subject,
      isAnswer ? error.message : 'Something went wrong. Try this record on its own',
    );
  }
  return subject !== null;
}

/** Another worker may still process the last row, so only a worker that finds no waiting row ends the act. */
async function end(tx: Tx, { clock }: Deps, actId: string): Promise<void> {
  const act = await store.lock(tx, actId);
  if (act?.state === 'running' && !(await store.hasWaiting(tx, actId)))
    await store.setState(tx, actId, 'done', clock.now());
}
