/** Staff actions on boosters. Placed orders keep their price and increase. */
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './staff-store.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;

/** Throws `booster_exists`. */
export async function createBooster(
  deps: StaffDeps,
  caller: Person,
  { id, ...fields }: store.BoosterFields & { id: string },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await store.insert(tx, id, fields, { at: deps.clock.now(), by: caller.userId })))
      throw new DomainError('booster_exists');
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'booster_created',
      object: id,
      after: fields,
    });
  });
}

/** Throws `booster_not_found` and `changed_meanwhile`. */
export async function editBooster(
  deps: StaffDeps,
  caller: Person,
  { id, version, ...fields }: store.BoosterFields & { id: string; version: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const found = await store.lock(tx, id, version);
    await write(tx, deps, caller, { found, fields });
  });
}

/**
 * Returns the booster to draft with its current content; does nothing for a draft. Throws
 * `booster_not_found`.
 */
export async function unpublishBoosterIn(tx: Tx, deps: StaffDeps, caller: Person, id: string): Promise<void> {
  const found = await store.lock(tx, id);
  if (found.isPublished)
    await write(tx, deps, caller, { found, fields: { ...fieldsOf(found), isPublished: false } });
}

function fieldsOf({
  id: _id,
  version: _version,
  changedAt: _at,
  changedBy: _by,
  sold: _sold,
  ...fields
}: store.EditedBooster): store.BoosterFields {
  return fields;
}

async function write(
  tx: Tx,
  deps: StaffDeps,
  caller: Person,
  { found, fields }: { found: store.EditedBooster; fields: store.BoosterFields },
): Promise<void> {
  await store.update(tx, found.id, fields, { at: deps.clock.now(), by: caller.userId });
  const detail = {
    priceCents: fields.price,
    increaseCents: fields.creditLimitIncrease,
    published: fields.isPublished,
  };
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'booster_changed',
    object: found.id,
    before: fieldsOf(found),
    after: fields,
    detail,
  });
}
