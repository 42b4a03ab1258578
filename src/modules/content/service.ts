/**
 * Reads the blog in wire format and publishes posts. A body is cleaned when written and checked when read.
 * The result of the check is cached by the body text, so it costs nothing until a row changes.
 */
import type * as contract from '#contract/blogs.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { makeClean, readClean } from './clean-markup.ts';
import { addRevision } from './history-store.ts';
import { publishIn } from './publishing.ts';
import * as rules from './rules.ts';
import * as staffStore from './staff-store.ts';
import * as store from './store.ts';

type WirePost = Handled<typeof contract.readBlog>;
type WireSummary = Handled<typeof contract.listBlogs>['data'][number];

const relatedAtMost = 3;
const entriesOfFeed = 20;

type PostQuery = Received<typeof contract.listBlogs>['query'];

export async function listPosts({ db }: Pick<Deps, 'db'>, { page, limit, tag = '', search = '' }: PostQuery) {
  const filter = { tag, search };
  const [posts, totalCount] = await Promise.all([
    store.list(db, { ...filter, limit, offset: (page - 1) * limit }),
    store.count(db, filter),
  ]);
  const totalPages = Math.ceil(totalCount / limit);
  return {
    data: posts.map(toSummary),
    totalCount,
    limit,
    pagination: { page, limit, totalCount, totalPages },
  };
}

export const listTags = ({ db }: Pick<Deps, 'db'>): Promise<{ tag: string; posts: number }[]> =>
  store.countByTag(db);

type ReadDeps = Pick<Deps, 'db' | 'parsing'>;

/** Accepts the current slug and every former one; the returned `slug` is current. Throws `post_not_found`. */
export async function readPost({ db, ...deps }: ReadDeps, slug: string): Promise<WirePost> {
  const post = rules.isSlug(slug)
    ? ((await store.findBySlug(db, slug)) ?? (await store.findByOldSlug(db, slug)))
    : null;
  if (post === null) throw new DomainError('post_not_found');
  return toPage({ db, ...deps }, post);
}

/** A post with everything that its page shows. */
export async function toPage({ db, parsing }: ReadDeps, post: rules.Post): Promise<WirePost> {
  const related = await store.findRelated(db, post, relatedAtMost);
  const { html, headings } = await preparedBody({ parsing }, post.body);
  return {
    ...toSummary(post),
    reviewedAt: post.reviewedAt.toISOString(),
    description: html,
    headings,
    related: related.map(toSummary),
  };
}

/** The newest posts with clean bodies, for the feed. */
export async function readNewest({
  db,
  ...deps
}: ReadDeps): Promise<{ version: string; posts: rules.Post[] }> {
  const version = await store.findVersion(db);
  const posts = await store.listWhole(db, entriesOfFeed);
  for (const post of posts) post.body = await readClean(deps, post.body);
  return { version, posts };
}

/** Equal versions mean equal blogs. */
export const readVersion = ({ db }: Pick<Deps, 'db'>): Promise<string> => store.findVersion(db);

export type Published = { added: string[]; changed: string[] };

/**
 * Publishes posts from files, all or none. Safe to repeat: a slug always means the same post. Without
 * `replace` existing posts are unchanged. With it the given text wins, and the previous one stays in the
 * post's history. A post that staff have unpublished or moved stays as they left it.
 */
export async function publish(
  { db, clock, parsing }: Pick<Deps, 'db' | 'clock' | 'parsing'>,
  drafts: rules.PostDraft[],
  { replace }: { replace: boolean },
): Promise<Published> {
  const posts: FilePost[] = [];
  for (const { publishedAt, ...draft } of drafts)
    posts.push({
      publishedAt,
      content: { ...draft, excerpt: '', body: await makeClean({ parsing }, draft.body) },
    });
  return db.transaction().execute(async (tx): Promise<Published> => {
    const published: Published = { added: [], changed: [] };
    await staffStore.lockSlugs(tx);
    for (const post of posts) {
      const { slug } = post.content;
      const owner = await staffStore.ownerOf(tx, slug);
      if (owner === null) {
        await addFromFile(tx, post, clock.now());
        published.added.push(slug);
      } else if (replace && (await changeFromFile(tx, owner, post, clock.now())))
        published.changed.push(slug);
    }
    return published;
  });
}

type FilePost = { content: rules.CleanContent; publishedAt: Date };

async function addFromFile(tx: Tx, { content, publishedAt }: FilePost, at: Date): Promise<void> {
  const id = freshId('post');
  await staffStore.insert(tx, id, content, { at, by: null });
  await publishIn(tx, await staffStore.lock(tx, id), { at, by: null, day: publishedAt });
}

/** Returns true when visitors see a change. */
async function changeFromFile(
  tx: Tx,
  id: string,
  { content, publishedAt }: FilePost,
  at: Date,
): Promise<boolean> {
  const post = await staffStore.lockIfFound(tx, id);
  if (post === null || post.publicSlug !== content.slug || post.slug !== content.slug) return false;
  const isSame = JSON.stringify(staffStore.contentOf(post)) === JSON.stringify(staffStore.contentOf(content));
  const change = { at, by: null };
  if (!isSame) {
    await staffStore.update(tx, id, content, change);
    await addRevision(tx, { id, version: post.version + 1 }, content, change);
  } else if (!post.hasChanges && post.firstPublishedAt?.getTime() === publishedAt.getTime()) return false;
  const now = await staffStore.lock(tx, id);
  return publishIn(tx, { ...now, firstPublishedAt: publishedAt }, change);
}

/** Seeds an empty blog. A blog with any post, public or not, is left alone. */
export async function publishFirst(
  deps: Pick<Deps, 'db' | 'clock' | 'parsing'>,
  drafts: () => Promise<rules.PostDraft[]>,
): Promise<void> {
  if ((await staffStore.countAll(deps.db)) === 0) await publish(deps, await drafts(), { replace: false });
}

const toSummary = (post: rules.PostSummary): WireSummary => ({
  id: post.id,
  slug: post.slug,
  title: post.title,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
  imageAlt: post.imageAlt,
  description: `<p>${rules.escapeHtml(post.excerpt)}</p>`,
  bannerImage: post.bannerImage,
  createdAt: post.publishedAt.toISOString(),
  tags: post.tags,
  excerpt: post.excerpt,
  readingMinutes: post.readingMinutes,
  updatedAt: post.updatedAt.toISOString(),
});

type Dressed = ReturnType<typeof rules.prepareBody>;
const rememberedAtMost = 200;
const remembered = new Map<string, Dressed>();

/** Evicts the least recently read body first. */
async function preparedBody(deps: Pick<Deps, 'parsing'>, body: string): Promise<Dressed> {
  const prepared = remembered.get(body) ?? rules.prepareBody(await readClean(deps, body));
  remembered.delete(body);
  remembered.set(body, prepared);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
  return prepared;
}
