/**
 * The texts of pages as staff read and edit them. Each list is versioned, like a group of settings. Path of a
 * changed page text: `web/features/admin/content/page-texts`, this file, `settings/service.ts`, a trigger,
 * the loader of the page.
 */
import { isDeepStrictEqual } from 'node:util';
import type * as contract from '#contract/admin/page-texts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { pageTextsAtMost } from '#contract/admin/page-texts.ts';
import { readGroup, saveGroup } from '#modules/settings/service.ts';
import type { PageTextKey, defaultPageTexts } from '#modules/settings/values.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

type Wire = Handled<typeof contract.staffReadPageTexts>;

export async function readPageTexts({ db }: { db: Database }, key: PageTextKey): Promise<Wire> {
  const { value, usual, history, ...state } = await readGroup(db, key, pageTextsAtMost.versions);
  return {
    ...state,
    entries: value.entries,
    usual: usual.entries,
    history: history.map(({ value: { entries }, ...version }) => ({ ...version, entries })),
  } as unknown as Wire;
}

type Value = (typeof defaultPageTexts)[PageTextKey];

/** Returns the entries that differ between both sides, and the order if it changed. */
function onlyChanged(
  { entries: before }: Value,
  { entries: after }: Value,
): { before: object; after: object } {
  const orders = [before, after].map((entries) => entries.map(({ id }) => id).join(', '));
  const [was = '', is = ''] = orders;
  const order = was === is ? [{}, {}] : [{ order: was }, { order: is }];
  return {
    before: { ...order[0], ...differing(before, after) },
    after: { ...order[1], ...differing(after, before) },
  };
}

const differing = (
  these: Value['entries'],
  others: Value['entries'],
): Record<string, Value['entries'][number]> =>
  Object.fromEntries(
    these
      .filter((entry) => !others.some((other) => isDeepStrictEqual(other, entry)))
      .map((entry) => [entry.id, entry]),
  );

/** Throws `changed_meanwhile`. From then on, every process re-renders its cached pages. */
export async function savePageTexts(
  deps: Deps,
  caller: Person,
  { key, version, entries }: Received<typeof contract.staffSavePageTexts>['body'],
): Promise<Wire> {
  const auditEntry = { action: 'page_texts_changed', object: `page-texts:${key}` };
  await saveGroup<PageTextKey>(deps, caller, {
    key,
    version,
    value: { entries } as Value,
    ...auditEntry,
    toKeep: onlyChanged,
  });
  return readPageTexts(deps, key);
}
