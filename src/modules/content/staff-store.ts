/** SQL for posts as staff write them. */
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Change, editable } from '#platform/editable.ts';
import { sql } from 'kysely';
import { addRevision, newestVersion } from './history-store.ts';
import type { PostContent } from './rules.ts';

export type EditedPost = PostContent & {
  id: string;
  version: number;
  createdAt: Date;
  changedAt: Date;
  /** The first name of the editor; null for the command line. */
  changedBy: string | null;
  publicId: string | null;
  publicSlug: string | null;
  firstPublishedAt: Date | null;
  hasChanges: boolean;
  publishAt: Date | null;
  /** The ID of the user who scheduled the post. */
  scheduledBy: string | null;
  problem: string;
};

const contentColumns = {
  slug: 'slug',
  title: 'title',
  metaTitle: 'meta_title',
  metaDescription: 'meta_description',
  imageAlt: 'image_alt',
  bannerImage: 'banner_image',
  body: 'body',
  excerpt: 'excerpt',
  tags: 'tags',
} as const satisfies Record<keyof PostContent, string>;

const posts = editable('post', {
  ...contentColumns,
  publicId: 'public_id',
  firstPublishedAt: 'first_published_at',
  hasChanges: 'has_changes',
  publishAt: 'publish_at',
  scheduledBy: 'scheduled_by',
  problem: 'problem',
});

const all = (db: Database | Tx) =>
  posts
    .rows(db)
    .leftJoin('blog_post', 'blog_post.id', 'post.public_id')
    .select(['post.created_at as createdAt', 'blog_post.slug as publicSlug']);

const contentNames = Object.keys(contentColumns) as (keyof PostContent)[];

export const contentOf = (post: PostContent): PostContent =>
  Object.fromEntries(contentNames.map((name) => [name, post[name]])) as PostContent;

export const find = async (db: Database | Tx, id: string): Promise<EditedPost | null> =>
  (await all(db).where('post.id', '=', id).executeTakeFirst()) ?? null;

/** Unordered. */
export const findAll = async (db: Database, ids: string[]): Promise<EditedPost[]> =>
  ids.length === 0 ? [] : all(db).where('post.id', 'in', ids).execute();

/** Posts whose working copy has one of these slugs, unordered. */
export const findBySlugs = async (db: Database | Tx, slugs: string[]): Promise<EditedPost[]> =>
  slugs.length === 0 ? [] : all(db).where('post.slug', 'in', slugs).execute();

/** Throws `post_not_found` and `changed_meanwhile`. */
export const lock = posts.locking(find, () => new DomainError('post_not_found'));

export async function lockIfFound(tx: Tx, id: string): Promise<EditedPost | null> {
  await posts.lockRow(tx, id);
  return find(tx, id);
}

export async function countAll(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('post')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Serializes the choice of slugs until the transaction ends. */
export async function lockSlugs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('post slugs'))`.execute(tx);
}

/** The post that owns this slug: in its working copy, publicly, or formerly. */
export async function ownerOf(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from post where slug = ${slug}
    union all select post.id from post join blog_post on blog_post.id = public_id where blog_post.slug = ${slug}
    union all select post_id from post_redirect where slug = ${slug}
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function insert(tx: Tx, id: string, content: PostContent, { at, by }: Change): Promise<void> {
  await tx
    .insertInto('post')
    .values({ id, ...posts.columnsOf(content), created_at: at, changed_at: at, changed_by: by })
    .execute();
  await addRevision(tx, { id, version: 0 }, content, { at, by });
}

export const update = (tx: Tx, id: string, content: PostContent, change: Change): Promise<void> =>
  posts.update(tx, id, { ...content, hasChanges: true, problem: '' }, change);

/** Deletes its history and redirects too. */
export const remove = (tx: Tx, id: string) => tx.deleteFrom('post').where('id', '=', id).execute();

/** `publishAt` null cancels the schedule. */
export const writeSchedule = (tx: Tx, id: string, publishAt: Date | null, change: Change): Promise<void> =>
  posts.update(
    tx,
    id,
    { publishAt, scheduledBy: publishAt === null ? null : change.by, problem: '' },
    change,
  );

const unscheduled = { publishAt: null, scheduledBy: null };

export const writeProblem = (tx: Tx, id: string, problem: string): Promise<void> =>
  posts.update(tx, id, { ...unscheduled, problem }, null);

/** Records that the current working copy is public. */
export async function writePublic(
  tx: Tx,
  id: string,
  publicId: string,
  firstPublishedAt: Date,
  change: Change,
): Promise<void> {
  const nowPublic = { publicId, firstPublishedAt, hasChanges: false, problem: '' };
  await posts.update(tx, id, { ...unscheduled, ...nowPublic }, change);
  await tx
    .updateTable('post_revision')
    .set({ published_at: change.at })
    .where('post_id', '=', id)
    .where('version', '=', newestVersion(tx, id))
    .execute();
}

export const writeUnpublished = (tx: Tx, id: string, change: Change): Promise<void> =>
  posts.update(tx, id, { ...unscheduled, publicId: null, hasChanges: true }, change);

/** IDs of scheduled posts that are due, longest overdue first. */
export async function dueBy(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('post')
    .select('id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
