/** SQL for a post's revisions and former addresses. */
import type { Database, Tx } from '#platform/database.ts';
import type { Change } from '#platform/editable.ts';
import type { PostContent } from './rules.ts';

type Place = { id: string; version: number };

/** Redirects a former address of the post to it. */
export async function addRedirect(tx: Tx, slug: string, postId: string, at: Date): Promise<void> {
  await tx
    .insertInto('post_redirect')
    .values({ slug, post_id: postId, made_at: at })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: postId, made_at: at }))
    .execute();
}

export async function removeRedirect(tx: Tx, slug: string): Promise<void> {
  await tx.deleteFrom('post_redirect').where('slug', '=', slug).execute();
}

/** Newest first. */
export async function oldSlugsOf(db: Database, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_redirect')
    .select('slug')
    .where('post_id', '=', postId)
    .orderBy('made_at', 'desc')
    .execute();
  return rows.map(({ slug }) => slug);
}

export type Revision = {
  version: number;
  content: PostContent;
  savedAt: Date;
  by: string | null;
  publishedAt: Date | null;
};

export async function addRevision(tx: Tx, { id, version }: Place, content: PostContent, { at, by }: Change) {
  await tx
    .insertInto('post_revision')
    .values({
      post_id: id,
      version,
      content: JSON.stringify(content),
      begun_at: at,
      saved_at: at,
      saved_by: by,
    })
    .execute();
}

/**
 * Merges consecutive unpublished saves of the same user into one revision. Returns false when there is none
 * to continue.
 */
export async function continueRevision(
  tx: Tx,
  { id, version }: Place,
  content: PostContent,
  { at, by, since }: Change & { since: Date },
): Promise<boolean> {
  const newest = tx
    .selectFrom('post_revision')
    .select('version')
    .where('post_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1);
  const changed = await tx
    .updateTable('post_revision')
    .set({ version, content: JSON.stringify(content), saved_at: at })
    .where('post_id', '=', id)
    .where('version', '=', newest)
    .where('saved_by', '=', by)
    .where('begun_at', '>', since)
    .where('published_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

const revisions = (db: Database | Tx, postId: string) =>
  db
    .selectFrom('post_revision')
    .leftJoin('app_user', 'app_user.id', 'saved_by')
    .select(['post_revision.version', 'content', 'saved_at', 'first_name', 'published_at'])
    .where('post_id', '=', postId);

const toRevision = (row: Awaited<ReturnType<ReturnType<typeof revisions>['execute']>>[number]): Revision => ({
  version: row.version,
  content: row.content as PostContent,
  savedAt: row.saved_at,
  by: row.first_name,
  publishedAt: row.published_at,
});

/** Newest first. */
export const revisionsOf = async (db: Database, postId: string, limit: number): Promise<Revision[]> =>
  (await revisions(db, postId).orderBy('post_revision.version', 'desc').limit(limit).execute()).map(
    toRevision,
  );

export async function findRevision(
  db: Database | Tx,
  postId: string,
  version: number,
): Promise<Revision | null> {
  const row = await revisions(db, postId).where('post_revision.version', '=', version).executeTakeFirst();
  return row ? toRevision(row) : null;
}
