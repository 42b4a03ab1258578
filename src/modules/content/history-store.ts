/** SQL for a post's revisions and former addresses. */
import { historyIn } from '#modules/versions/store.ts';
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

export type Revision = { content: PostContent; published_at: Date | null };

export const postHistory = historyIn<Revision>('post_revision', {
  object: 'post_id',
  verb: 'saved',
  content: ['content', 'published_at'],
});

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

/** As a subquery. */
export const newestVersion = (tx: Tx, postId: string) =>
  tx
    .selectFrom('post_revision')
    .select('version')
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .limit(1);

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
  const changed = await tx
    .updateTable('post_revision')
    .set({ version, content: JSON.stringify(content), saved_at: at })
    .where('post_id', '=', id)
    .where('version', '=', newestVersion(tx, id))
    .where('saved_by', '=', by)
    .where('begun_at', '>', since)
    .where('published_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
