/**
 * The job behind an act on many records. A row's work and its mark are one transaction: whatever dies, and whenever, each row is done once, and
 * the next try goes on where the last one was. A refusal is the row's result; trouble of any other kind is tried again by the job.
 */
import { DomainError } from '#kernel/errors.ts';
import { mayDo } from '#kernel/permissions.ts';
import { staffPersonOf } from '#modules/admin/staff-person.ts';
import type { Database, Tx } from '#platform/database.ts';
import { againAfterDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#platform/deps.ts';
import type { Attempt } from '#platform/jobs.ts';
import type { Person } from '#platform/mount.ts';
import { type BulkKind, kindOf } from './kinds.ts';
import * as store from './store.ts';

/** Then the rest has a job of its own, so that no job comes near its time limit. */
const rowsInOneJob = 500;
/** After so many tries a row that breaks is left, and the others go on. */
const triesOfARow = 3;

type Work = { act: store.Act; kind: BulkKind<unknown>; person: Person };

export async function runBulkAct(deps: Deps, actId: string, attempt: Pick<Attempt, 'number' | 'signal'>): Promise<void> {
  const { db, jobs } = deps;
  const work = await db.transaction().execute((tx) => begin(tx, deps, actId));
  if (work === null) return;
  for (let count = 0; count < rowsInOneJob; count += 1) {
    if (attempt.signal.aborted) throw new Error(`bulk act ${actId} is handed back`);
    if (!(await doNext(deps, work, attempt.number))) return db.transaction().execute((tx) => end(tx, deps, actId));
  }
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'run-bulk-act', { actId }, { singletonKey: actId }));
}

/** Null where there is nothing to do. The rows that a filter means are gathered here, all at once or none. */
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
    await store.refuseRest(tx, actId, 'Your role does not allow this any more');
    await store.setState(tx, actId, 'done', deps.clock.now());
    return null;
  }
  return { act, kind, person };
}

async function gather(tx: Tx, db: Database, { id, filter, madeAt }: store.Act, kind: BulkKind<unknown>): Promise<void> {
  for await (const subjects of kind.subjectsOf(db, filter, madeAt))
    if (!(await store.addRows(tx, id, subjects))) return store.markCut(tx, id);
}

/** False when no row is left. */
async function doNext(deps: Deps, { act, kind, person }: Work, tries: number): Promise<boolean> {
  const { db, log } = deps;
  let subject: string | null = null;
  try {
    await againAfterDeadlock(deps, () =>
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
    if (!isAnswer && tries < triesOfARow) throw error;
    if (!isAnswer) log.error({ err: error, act: act.id, subject }, 'a row of a bulk act breaks');
    await store.mark(db, act.id, subject, isAnswer ? error.message : 'Something went wrong. Please try it alone');
  }
  return subject !== null;
}

/** Another worker may still be at the last row: whoever finds none waiting ends it. */
async function end(tx: Tx, { clock }: Deps, actId: string): Promise<void> {
  const act = await store.lock(tx, actId);
  if (act?.state === 'running' && !(await store.hasWaiting(tx, actId))) await store.setState(tx, actId, 'done', clock.now());
}
