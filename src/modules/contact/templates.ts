/** Answer templates, managed by staff who answer messages. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './template-store.ts';

type TemplateDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;
type Fields = Pick<store.Template, 'name' | 'text'>;

export const listTemplates = ({ db }: Pick<Deps, 'db'>): Promise<store.Template[]> => store.list(db);

/** Throws `template_exists`. */
export const createTemplate = (
  { db, ...deps }: TemplateDeps,
  caller: Person,
  fields: Fields,
): Promise<store.Template> =>
  db.transaction().execute(async (tx) => {
    const id = freshId('tpl');
    if (!(await store.insert(tx, { id, ...fields, by: caller.userId, now: deps.clock.now() })))
      throw new DomainError('template_exists');
    await audit.recordStaffAct(tx, deps, caller, { object: id, action: 'template_made', after: fields });
    return store.lock(tx, id);
  });

/** Throws `not_found`, `changed_meanwhile` and `template_exists`. */
export const editTemplate = (
  { db, ...deps }: TemplateDeps,
  caller: Person,
  { id, version, ...fields }: Fields & { id: string; version: number },
): Promise<store.Template> =>
  db.transaction().execute(async (tx) => {
    const found = await store.lock(tx, id, version);
    if (await store.isNameTaken(tx, { id, name: fields.name })) throw new DomainError('template_exists');
    await store.update(tx, id, fields, { at: deps.clock.now(), by: caller.userId });
    await audit.recordStaffAct(tx, deps, caller, {
      object: id,
      action: 'template_changed',
      before: { name: found.name, text: found.text },
      after: fields,
    });
    return store.lock(tx, id);
  });

/** Throws `not_found`. */
export const deleteTemplate = (
  { db, ...deps }: TemplateDeps,
  caller: Person,
  id: string,
): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const { name, text } = await store.lock(tx, id);
    await store.remove(tx, id);
    await audit.recordStaffAct(tx, deps, caller, {
      object: id,
      action: 'template_deleted',
      before: { name, text },
    });
    return { id };
  });
