/** SQL for posts as staff write them. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { addRevision, type Change, newestVersion } from './history-store.ts';
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

const all = (db: Database | Tx) =>
  db
    .selectFrom('post')
    .leftJoin('app_user', 'app_user.id', 'post.changed_by')
    .leftJoin('blog_post', 'blog_post.id', 'post.public_id')
    .select([
      'post.id',
      'post.version',
      'post.slug',
      'post.title',
      'post.meta_title',
      'post.meta_description',
      'post.image_alt',
      'post.banner_image',
      'post.body',
      'post.excerpt',
      'post.tags',
      'post.created_at',
      'post.changed_at',
      'app_user.first_name as changed_by',
      'post.public_id',
      'blog_post.slug as public_slug',
      'first_published_at',
      'has_changes',
      'publish_at',
      'scheduled_by',
      'problem',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toPost = (row: Row): EditedPost => ({
  id: row.id,
  version: row.version,
  slug: row.slug,
  title: row.title,
  metaTitle: row.meta_title,
  metaDescription: row.meta_description,
  imageAlt: row.image_alt,
  bannerImage: row.banner_image,
  body: row.body,
  excerpt: row.excerpt,
  tags: row.tags,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  publicId: row.public_id,
  publicSlug: row.public_slug,
  firstPublishedAt: row.first_published_at,
  hasChanges: row.has_changes,
  publishAt: row.publish_at,
  scheduledBy: row.scheduled_by,
  problem: row.problem,
});

export const contentOf = (post: PostContent): PostContent => ({
  slug: post.slug,
  title: post.title,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
  imageAlt: post.imageAlt,
  bannerImage: post.bannerImage,
  body: post.body,
  excerpt: post.excerpt,
  tags: post.tags,
});

const columnsOf = (content: PostContent) => ({
  slug: content.slug,
  title: content.title,
  meta_title: content.metaTitle,
  meta_description: content.metaDescription,
  image_alt: content.imageAlt,
  banner_image: content.bannerImage,
  body: content.body,
  excerpt: content.excerpt,
  tags: content.tags,
});

export async function find(db: Database | Tx, id: string): Promise<EditedPost | null> {
  const row = await all(db).where('post.id', '=', id).executeTakeFirst();
  return row ? toPost(row) : null;
}

/** Unordered. */
export const findAll = async (db: Database, ids: string[]): Promise<EditedPost[]> =>
  ids.length === 0 ? [] : (await all(db).where('post.id', 'in', ids).execute()).map(toPost);

/** Posts whose working copy has one of these slugs, unordered. */
export const findBySlugs = async (db: Database | Tx, slugs: string[]): Promise<EditedPost[]> =>
  slugs.length === 0 ? [] : (await all(db).where('post.slug', 'in', slugs).execute()).map(toPost);

/** Locks the post, so that only one editor changes it at a time. */
export async function lock(tx: Tx, id: string): Promise<EditedPost | null> {
  await tx.selectFrom('post').select('id').where('id', '=', id).forUpdate().execute();
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
    .values({ id, ...columnsOf(content), created_at: at, changed_at: at, changed_by: by })
    .execute();
  await addRevision(tx, { id, version: 0 }, content, { at, by });
}

export async function update(
  tx: Tx,
  { id, version }: Pick<EditedPost, 'id' | 'version'>,
  content: PostContent,
  { at, by }: Change,
) {
  await tx
    .updateTable('post')
    .set({
      ...columnsOf(content),
      version: version + 1,
      changed_at: at,
      changed_by: by,
      has_changes: true,
      problem: '',
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes its history and redirects too. */
export const remove = (tx: Tx, id: string) => tx.deleteFrom('post').where('id', '=', id).execute();

/** `publishAt` null cancels the schedule. */
export async function writeSchedule(
  tx: Tx,
  id: string,
  publishAt: Date | null,
  { at, by }: Change,
): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      version: sql<number>`version + 1`,
      changed_at: at,
      changed_by: by,
      publish_at: publishAt,
      scheduled_by: publishAt === null ? null : by,
      problem: '',
    })
    .where('id', '=', id)
    .execute();
}

export async function writeProblem(tx: Tx, id: string, problem: string): Promise<void> {
  await tx
    .updateTable('post')
    .set({ version: sql<number>`version + 1`, publish_at: null, scheduled_by: null, problem })
    .where('id', '=', id)
    .execute();
}

/** Records that the current working copy is public. */
export async function writePublic(
  tx: Tx,
  id: string,
  publicId: string,
  publishedAt: Date,
  { at, by }: Change,
): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      version: sql<number>`version + 1`,
      changed_at: at,
      changed_by: by,
      public_id: publicId,
      first_published_at: publishedAt,
      has_changes: false,
      publish_at: null,
      scheduled_by: null,
      problem: '',
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('post_revision')
    .set({ published_at: at })
    .where('post_id', '=', id)
    .where('version', '=', newestVersion(tx, id))
    .execute();
}

export async function writeUnpublished(tx: Tx, id: string, { at, by }: Change): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      version: sql<number>`version + 1`,
      changed_at: at,
      changed_by: by,
      public_id: null,
      has_changes: true,
      publish_at: null,
      scheduled_by: null,
    })
    .where('id', '=', id)
    .execute();
}

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
