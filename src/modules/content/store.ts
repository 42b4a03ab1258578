/** SQL for the blog. Lists read summaries only: a body is eight times the size of the rest of a post. */
import { type Selectable, sql } from 'kysely';
import type { BlogPost } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Post, PostSummary, WrittenPost } from './rules.ts';

const summaryColumns = [
  'id',
  'slug',
  'title',
  'meta_title',
  'meta_description',
  'image_alt',
  'banner_image',
  'excerpt',
  'reading_minutes',
  'tags',
  'published_at',
  'updated_at',
  'reviewed_at',
] as const satisfies (keyof BlogPost)[];

const toSummary = (row: Pick<Selectable<BlogPost>, (typeof summaryColumns)[number]>): PostSummary => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  metaTitle: row.meta_title,
  metaDescription: row.meta_description,
  imageAlt: row.image_alt,
  bannerImage: row.banner_image,
  excerpt: row.excerpt,
  readingMinutes: row.reading_minutes,
  tags: row.tags,
  publishedAt: row.published_at,
  updatedAt: row.updated_at,
  reviewedAt: row.reviewed_at,
});

/** Empty strings mean no filter. */
export type Sought = { tag: string; search: string };

/**
 * A hyphen inside a word acts as a space: posts say “Form 5472”, and users type `form-5472`. A leading hyphen
 * excludes a word.
 */
const searchQuery = (search: string) =>
  sql`websearch_to_tsquery('english', ${search.replace(/(?<=\S)-/g, ' ')})`;

const matching = (db: Database | Tx, { tag, search }: Sought) =>
  db
    .selectFrom('blog_post')
    .$if(tag !== '', (query) =>
      query.where(sql<boolean>`lower(${tag}) in (select lower(one) from unnest(tags) one)`),
    )
    .$if(search !== '', (query) => query.where(sql<boolean>`words @@ ${searchQuery(search)}`));

/**
 * Newest first, or best search match first. Ties have a fixed order, so that no post appears on two pages.
 */
export async function list(
  db: Database | Tx,
  { limit, offset, ...sought }: Sought & { limit: number; offset: number },
): Promise<PostSummary[]> {
  const rows = await matching(db, sought)
    .select(summaryColumns)
    .$if(sought.search !== '', (query) =>
      query.orderBy(sql`ts_rank(words, ${searchQuery(sought.search)})`, 'desc'),
    )
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toSummary);
}

export async function count(db: Database | Tx, filter: Sought): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function countByTag(db: Database | Tx): Promise<{ tag: string; posts: number }[]> {
  const { rows } = await sql<{ tag: string; posts: number }>`
    select tag, count(*)::integer as posts from blog_post, unnest(tags) tag group by tag order by posts desc, tag`.execute(
    db,
  );
  return rows;
}

export async function findBySlug(db: Database | Tx, slug: string): Promise<Post | null> {
  const row = await db
    .selectFrom('blog_post')
    .select([...summaryColumns, 'body'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row ? { ...toSummary(row), body: row.body } : null;
}

/** The post that formerly had this slug, if it is public now. */
export async function findByOldSlug(db: Database | Tx, slug: string): Promise<Post | null> {
  const row = await db
    .selectFrom('post_redirect')
    .innerJoin('post', 'post.id', 'post_id')
    .innerJoin('blog_post', 'blog_post.id', 'public_id')
    .select('blog_post.slug')
    .where('post_redirect.slug', '=', slug)
    .executeTakeFirst();
  return row ? findBySlug(db, row.slug) : null;
}

/** The newest posts with their bodies, for the feed. */
export async function listWhole(db: Database | Tx, limit: number): Promise<Post[]> {
  const rows = await db
    .selectFrom('blog_post')
    .select([...summaryColumns, 'body'])
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toSummary(row), body: row.body }));
}

/** Changes whenever a post is published, changed or unpublished. */
export async function findVersion(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0)::text as version from blog_post where ${true}::boolean`.execute(
    db,
  );
  return rows[0]?.version ?? '';
}

/** Other posts, those with the most shared tags first. */
export async function findRelated(
  db: Database | Tx,
  { slug, tags }: Pick<Post, 'slug' | 'tags'>,
  limit: number,
): Promise<PostSummary[]> {
  const shared = sql<number>`cardinality(array(select unnest(tags) intersect select unnest(${tags}::text[])))`;
  const rows = await db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .where('slug', '<>', slug)
    .orderBy(shared, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map(toSummary);
}

const toColumns = (post: WrittenPost) => ({
  slug: post.slug,
  title: post.title,
  meta_title: post.metaTitle,
  meta_description: post.metaDescription,
  image_alt: post.imageAlt,
  banner_image: post.bannerImage,
  body: post.body,
  excerpt: post.excerpt,
  reading_minutes: post.readingMinutes,
  tags: post.tags,
  published_at: post.publishedAt,
});

/** Returns its ID; null when another post has the slug. `at`: since when this text is public. */
export async function add(tx: Tx, post: WrittenPost, at: Date): Promise<string | null> {
  const added = await tx
    .insertInto('blog_post')
    .values({ ...toColumns(post), updated_at: at, reviewed_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** Returns true when the stored post differed and was updated. */
export async function change(tx: Tx, id: string, post: WrittenPost, now: Date): Promise<boolean> {
  const columns = toColumns(post);
  const differs = sql<boolean>`(${sql.join(Object.keys(columns).map((name) => sql.ref(name)))}) is distinct from
    (${sql.join(Object.entries(columns).map(([name, value]) => (name === 'tags' ? sql`${value}::text[]` : sql`${value}`)))})`;
  const changed = await tx
    .updateTable('blog_post')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .where(differs)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Marks the post as reviewed, whether or not it changed. */
export async function review(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('blog_post').set({ reviewed_at: at }).where('id', '=', id).execute();
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('blog_post').where('id', '=', id).execute();
}
