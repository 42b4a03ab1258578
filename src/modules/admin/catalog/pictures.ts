/** Uploaded pictures that can be reused. */
import type * as contract from '#contract/admin/pictures.ts';
import type { Handled } from '#contract/endpoint.ts';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import { findAll, mediaPath } from '#modules/pictures/store.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sql } from 'kysely';

const list: KeysetList = {
  name: 'pictures',
  filter: {},
  sort: { name: 'newest', column: 'picture.created_at', type: 'timestamptz', descending: true },
  from: sql`picture`,
  id: 'picture.id',
  branches: [sql<boolean>`state = 'ready'`],
};

export async function listPictures(
  deps: Pick<Deps, 'db' | 'keys'>,
  cursor: string | undefined,
): Promise<Handled<typeof contract.staffListPictures>> {
  const { ids, ...page } = await readPage(deps, list, cursor);
  const [pictures, users] = await Promise.all([
    findAll(deps.db, ids),
    usersOf(
      deps.db,
      ids.map((id) => mediaPath + id),
    ),
  ]);
  const rows = pictures.map(({ createdAt, ...picture }) => {
    const address = mediaPath + picture.id;
    return { ...picture, address, at: createdAt.toISOString(), usedBy: users.get(address) ?? null };
  });
  return { ...page, rows: inOrderOf(ids, rows) };
}

/** Returns where each picture is used, by address; staff recognize a picture by its use. */
async function usersOf(db: Database, addresses: string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: string; name: string }>`
    select banner_image as address, title as name from post where banner_image = any(${addresses}) and title <> ''
    union all select image, name from product where image = any(${addresses})`.execute(db);
  return new Map(rows.map(({ address, name }) => [address, name]));
}
