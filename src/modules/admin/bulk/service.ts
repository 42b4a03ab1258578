/** Starts, reads, and stops bulk acts, and retries refused rows. */
import type * as contract from '#contract/admin/bulk.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { mayDo } from '#kernel/permissions.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { kindOf } from './kinds.ts';
import * as store from './store.ts';

type Wire = Handled<typeof contract.staffStopBulkAct>;
type Chosen = { ids?: string[] | undefined; filter?: unknown };

const shownForMs = 86_400_000;

type NewAct = Chosen & { kind: store.Kind /** The idempotency key of the request. */; pressKey: string };

/**
 * Returns the id of the act and whether it is new: a repeated request returns its existing act. The caller
 * records the audit entry.
 */
export async function beginBulkActIn(
  tx: Tx,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  caller: Person,
  { kind, pressKey, ids, filter }: NewAct,
): Promise<{ id: string; isNew: boolean }> {
  const { waitsSeconds } = kindOf(kind);
  const id = freshId('bulk');
  const act = {
    id,
    kind,
    madeBy: caller.userId,
    madeAt: clock.now(),
    pressKey,
    filter: ids === undefined ? filter : null,
    waitsSeconds,
  };
  const existingId = await store.insert(tx, act);
  if (existingId !== null) return { id: existingId, isNew: false };
  if (ids !== undefined) await store.addRows(tx, id, ids);
  await jobs.enqueue(
    tx,
    'run-bulk-act',
    { actId: id },
    { singletonKey: id, startAfterSeconds: waitsSeconds },
  );
  return { id, isNew: true };
}

/** `key`: the request's idempotency key; a repeated request returns the existing act. */
export const startBulkAct = (
  { db, ...deps }: Deps,
  caller: Person,
  kind: store.Kind,
  key: string,
  { ids, filter }: Chosen,
): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    const { id, isNew } = await beginBulkActIn(tx, deps, caller, { kind, pressKey: key, ids, filter });
    const detail = { kind, rows: ids?.length ?? null };
    const entry = {
      actorId: caller.userId,
      action: 'bulk_act_started',
      object: id,
      after: { ids, filter },
      detail,
    };
    if (isNew) await audit.record(tx, deps, { ...entry, isStored: true });
    return read(tx, caller, id);
  });

/** Throws `bulk_act_ended` if the act is already finished. */
export const stopBulkAct = ({ db, ...deps }: Deps, caller: Person, id: string): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    const { state } = await lockOwn(tx, caller, id);
    if (state === 'done') throw new DomainError('bulk_act_ended');
    if (state !== 'stopped') {
      await store.setState(tx, id, 'stopped', deps.clock.now());
      await audit.record(tx, deps, { actorId: caller.userId, action: 'bulk_act_stopped', object: id });
    }
    return read(tx, caller, id);
  });

/** Does nothing if no row was refused. Throws `permission_missing` if the caller has lost the permission. */
export const retryBulkAct = ({ db, ...deps }: Deps, caller: Person, id: string): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    const { kind, state } = await lockOwn(tx, caller, id);
    if (!mayDo(caller.role, kindOf(kind).permission)) throw new DomainError('permission_missing');
    const rows = state === 'done' ? await store.reopenRefused(tx, id) : 0;
    if (rows > 0) {
      await store.setState(tx, id, 'running', null);
      await deps.jobs.enqueue(tx, 'run-bulk-act', { actId: id }, { singletonKey: id });
      await audit.record(tx, deps, {
        actorId: caller.userId,
        action: 'bulk_act_retried',
        object: id,
        detail: { rows },
      });
    }
    return read(tx, caller, id);
  });

export async function listBulkActs(
  { db, clock }: Deps,
  caller: Person,
): Promise<Handled<typeof contract.staffListBulkActs>> {
  const acts = await store.listSince(db, caller.userId, new Date(clock.now().getTime() - shownForMs));
  return { acts: acts.map(toWire) };
}

/** Throws `not_found`, also for another person's act. */
export async function readBulkAct(
  { db }: Deps,
  caller: Person,
  id: string,
): Promise<Handled<typeof contract.staffReadBulkAct>> {
  const act = await store.find(db, id, caller.userId);
  if (act === null) throw new DomainError('not_found');
  const rows = await store.rowsOf(db, id);
  const names =
    rows.length === 0
      ? new Map<string, string>()
      : await kindOf(act.kind).namesOf(
          db,
          rows.map(({ subject }) => subject),
        );
  return {
    ...toWire(act),
    rows: rows.map(({ subject, ...row }) => ({ id: subject, name: names.get(subject) ?? subject, ...row })),
  };
}

async function lockOwn(tx: Tx, caller: Person, id: string): Promise<store.Act> {
  const act = await store.lock(tx, id);
  if (act === null || act.madeBy !== caller.userId) throw new DomainError('not_found');
  return act;
}

async function read(tx: Tx, caller: Person, id: string): Promise<Wire> {
  const act = await store.find(tx, id, caller.userId);
  if (act === null) throw new DomainError('not_found');
  return toWire(act);
}

const toWire = ({ madeAt, ...act }: store.Progress): Wire => ({ ...act, madeAt: madeAt.toISOString() });
