/**
 * Edits products for staff. Each write names the version it is based on and is recorded in the audit log with
 * the previous state.
 */
import { noDetails } from '#content/product-details.ts';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { assertPictureReady } from '#modules/pictures/store.ts';
import type { Product } from './rules.ts';
import * as store from './staff-store.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;
/** For actions that run in the caller's transaction. */
type ActDeps = Omit<StaffDeps, 'db'>;

/** Fields that keep their value when omitted. */
type Omittable = 'group' | 'details';
type GivenFields = Omit<store.ProductFields, Omittable> & {
  [F in Omittable]?: store.ProductFields[F] | undefined;
};
export type Draft = GivenFields & Pick<Product, 'id' | 'kind'>;

const completed = (
  fields: GivenFields,
  { group, details }: Pick<store.ProductFields, Omittable>,
): store.ProductFields => ({
  ...fields,
  group: fields.group ?? group,
  details: fields.details ?? details,
});
const newProductDefaults: Pick<store.ProductFields, Omittable> = { group: 'other', details: noDetails };

/** Throws `product_exists`, `picture_not_found`, `picture_not_ready`. */
export async function createProductIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { id, kind, ...said }: Draft,
): Promise<void> {
  const fields = completed(said, newProductDefaults);
  await assertPictureReady(tx, fields.image);
  const isNew = await store.insert(tx, { id, kind }, fields, { at: deps.clock.now(), by: caller.userId });
  if (!isNew) throw new DomainError('product_exists');
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'product_created',
    object: id,
    after: { kind, ...fields },
  });
}

export const createProduct = (deps: StaffDeps, caller: Person, draft: Draft): Promise<void> =>
  deps.db.transaction().execute((tx) => createProductIn(tx, deps, caller, draft));

type Edit = Draft & { version: number };

/**
 * Throws `product_not_found`, `product_type_fixed`, `changed_meanwhile`, `picture_not_found` and
 * `picture_not_ready`.
 */
export async function editProductIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { id, kind, version, ...said }: Edit,
): Promise<void> {
  const before = await store.lock(tx, id, version);
  const fields = completed(said, before);
  if (before.kind !== kind) throw new DomainError('product_type_fixed');
  if (before.image !== fields.image) await assertPictureReady(tx, fields.image);
  await store.update(tx, id, fields, { at: deps.clock.now(), by: caller.userId });
  await recordEdit(tx, deps, caller, { before, fields });
}

export const editProduct = (deps: StaffDeps, caller: Person, edit: Edit): Promise<void> =>
  deps.db.transaction().execute((tx) => editProductIn(tx, deps, caller, edit));

/** Turns a product back into a draft; does nothing if it already is one. Throws `product_not_found`. */
export async function unpublishProductIn(tx: Tx, deps: ActDeps, caller: Person, id: string): Promise<void> {
  const before = await store.lock(tx, id);
  if (!before.isPublished) return;
  const fields = { ...fieldsOf(before), isPublished: false };
  await store.update(tx, id, fields, { at: deps.clock.now(), by: caller.userId });
  await recordEdit(tx, deps, caller, { before, fields });
}

/** The current values of the fields that staff may change. */
function fieldsOf(product: store.EditedProduct): store.ProductFields {
  const {
    id: _id,
    version: _version,
    createdAt: _made,
    changedAt: _at,
    changedBy: _by,
    kind: _kind,
    ...fields
  } = product;
  return fields;
}

/** Records changes that reviewers search for under their own action name. */
async function recordEdit(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { before, fields }: { before: store.EditedProduct; fields: store.ProductFields },
): Promise<void> {
  const { id, version } = before;
  const action =
    before.isPublished === fields.isPublished
      ? 'product_changed'
      : fields.isPublished
        ? 'product_published'
        : 'product_unpublished';
  const detail = {
    version: version + 1,
    priceCents: fields.price,
    subscriptionPriceCents: fields.subscriptionPrice,
  };
  await audit.recordStaffAct(tx, deps, caller, {
    action,
    object: id,
    before: fieldsOf(before),
    after: fields,
    detail,
  });
}

/**
 * Throws `changed_meanwhile` when the catalog order is not `was`, and `invalid_request` for a different set
 * of products.
 */
export async function orderProducts(
  deps: StaffDeps,
  caller: Person,
  was: readonly string[],
  becomes: readonly string[],
): Promise<void> {
  if (was.toSorted().join() !== becomes.toSorted().join())
    throw new DomainError('invalid_request', 'The product list has changed. Reload the page and try again');
  await deps.db.transaction().execute(async (tx) => {
    const now = await store.lockOrder(tx);
    if (now.join() !== was.join()) throw new DomainError('changed_meanwhile');
    await store.writeOrder(tx, becomes);
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'catalog_ordered',
      object: 'catalog',
      before: was,
      after: becomes,
    });
  });
}
