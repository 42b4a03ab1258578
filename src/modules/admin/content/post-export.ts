/** Exports the posts of a list as files in one ZIP. */
import type { staffExportPosts } from '#contract/admin/posts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { fileNameOf, recordExport } from '#modules/admin/lists/export.ts';
import { allIds, inOrderOf } from '#modules/admin/lists/keyset.ts';
import * as store from '#modules/content/staff-store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { packTask } from '#platform/pack-files.ts';
import type { Person } from '#platform/mount.ts';
import { postAsFile } from './post-file.ts';
import { postListOf } from './posts.ts';
import type { TextFile } from './zip-of-texts.ts';

type Query = Received<typeof staffExportPosts>['query'];

export async function exportPosts(
  deps: Deps,
  caller: Person,
  query: Query,
): Promise<Handled<typeof staffExportPosts>> {
  const { db, clock } = deps;
  const list = postListOf(query);
  const files: TextFile[] = [];
  for await (const ids of allIds(deps, list))
    files.push(...inOrderOf(ids, await store.findAll(db, ids)).map(postAsFile));
  await db
    .transaction()
    .execute((tx) =>
      recordExport(tx, deps, caller, { name: list.name, filter: list.filter, sort: list.sort.name }),
    );
  async function* written() {
    yield deps.parsing.run(packTask, { files, at: clock.now() });
  }
  return { fileName: fileNameOf(deps, list.name, 'zip'), written: written() };
}
