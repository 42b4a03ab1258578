/** Saved list views: private ones belong to their owner; shared ones are managed by staff who may share. */
import type * as contract from '#contract/admin/views.ts';
import { savedViewsAtMost } from '#contract/admin/views.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { mayDo } from '#kernel/permissions.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './store.ts';

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;
type Wire = Handled<typeof contract.staffSaveView>;
type Fields = Received<typeof contract.staffChangeView>['body'];

const mayEdit = ({ ownerId, isShared }: store.View, caller: Person): boolean =>
  ownerId === caller.userId || (isShared && mayDo(caller.role, 'views.share'));

const toWire = (view: store.View, caller: Person): Wire => {
  const { id, list, name, query, isShared: shared, by } = view;
  return { id, list, name, query, shared, by, editable: mayEdit(view, caller) };
};

export async function listViews({ db }: ViewDeps, caller: Person, list: string): Promise<{ views: Wire[] }> {
  return { views: (await store.listFor(db, list, caller.userId)).map((view) => toWire(view, caller)) };
}

/** Throws `view_name_taken` and `view_limit`. */
export const saveView = (
  { db, ...deps }: ViewDeps,
  caller: Person,
  { list, name, query }: Received<typeof contract.staffSaveView>['body'],
): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    await store.lockOwner(tx, caller.userId);
    if ((await store.countOf(tx, list, caller.userId)) >= savedViewsAtMost)
      throw new DomainError('view_limit');
    const id = freshId('view');
    if (!(await store.insert(tx, { id, list, name, query, ownerId: caller.userId, now: deps.clock.now() })))
      throw new DomainError('view_name_taken');
    const after = { list, name, query };
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'view_saved',
      object: id,
      after,
    });
    return toWire(await lockEditable(tx, caller, id), caller);
  });

/** Throws `not_found`, also if the caller may not change it, and `view_name_taken`. */
export const changeView = (
  { db, ...deps }: ViewDeps,
  caller: Person,
  id: string,
  { name, query }: Fields,
): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    const view = await lockEditable(tx, caller, id);
    if (await store.isNameTaken(tx, view, name)) throw new DomainError('view_name_taken');
    await store.update(tx, { ...view, name, query });
    const before = { name: view.name, query: view.query };
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'view_changed',
      object: id,
      before,
      after: { name, query },
    });
    return toWire({ ...view, name, query }, caller);
  });

/** Throws `not_found`. */
export const deleteView = ({ db, ...deps }: ViewDeps, caller: Person, id: string): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const { list, name, query } = await lockEditable(tx, caller, id);
    await store.remove(tx, id);
    const before = { list, name, query };
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'view_deleted',
      object: id,
      before,
    });
    return { id };
  });

/** Throws `not_found`. */
export const shareView = (
  { db, ...deps }: ViewDeps,
  caller: Person,
  id: string,
  isShared: boolean,
): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    const view = await lockEditable(tx, caller, id);
    await store.update(tx, { ...view, isShared });
    const change = { before: { shared: view.isShared }, after: { shared: isShared } };
    await audit.record(tx, deps, {
      actorId: caller.userId,
      action: 'view_shared',
      object: id,
      ...change,
      isStored: true,
    });
    return toWire({ ...view, isShared }, caller);
  });

async function lockEditable(tx: Tx, caller: Person, id: string): Promise<store.View> {
  const view = await store.lock(tx, id);
  if (view === null || !mayEdit(view, caller))
    throw new DomainError('not_found', 'This view no longer exists');
  return view;
}
