/**
 * The blog: reading it in the wire's words, and publishing. A body is cleaned when it is written and again when it is read;
 * the second cleaning is remembered by the body's own text, so it costs nothing until a row changes.
 */
import type * as contract from '#contract/blogs.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#platform/deps.ts';
import { cleanBody } from './clean-body.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

type WirePost = Handled<typeof contract.readBlog>;
type WireSummary = Handled<typeof contract.listBlogs>['data'][number];

const relatedAtMost = 3;
const entriesOfFeed = 20;

export async function listPosts({ db }: Pick<Deps, 'db'>, { page, limit }: Received<typeof contract.listBlogs>['query']) {
  const [posts, totalCount] = await Promise.all([store.list(db, { limit, offset: (page - 1) * limit }), store.count(db)]);
  const totalPages = Math.ceil(totalCount / limit);
  return { data: posts.map(toSummary), totalCount, limit, pagination: { page, limit, totalCount, totalPages } };
}

export async function readPost({ db }: Pick<Deps, 'db'>, slug: string): Promise<WirePost> {
  const post = rules.isSlug(slug) ? await store.findBySlug(db, slug) : null;
  if (post === null) throw new DomainError('post_not_found');
  const related = await store.findRelated(db, post, relatedAtMost);
  const { html, headings } = dressed(post.body);
  return { ...toSummary(post), description: html, headings, related: related.map(toSummary) };
}

/** The newest posts with clean bodies, for the feed. */
export async function readNewest({ db }: Pick<Deps, 'db'>): Promise<{ version: string; posts: rules.Post[] }> {
  const version = await store.findVersion(db);
  const posts = await store.listWhole(db, entriesOfFeed);
  return { version, posts: posts.map((post) => ({ ...post, body: cleanBody(post.body) })) };
}

/** Equal versions are equal blogs. */
export const readVersion = ({ db }: Pick<Deps, 'db'>): Promise<string> => store.findVersion(db);

export type Published = { added: string[]; changed: string[] };

/**
 * Stores posts, all or none. Safe to repeat: a slug is one post for ever. Without `replace` a post that is stored keeps the
 * operator's words; with it the given words win.
 */
export async function publish({ db, clock }: Pick<Deps, 'db' | 'clock'>, drafts: rules.PostDraft[], { replace }: { replace: boolean }) {
  const posts = drafts.map(toWritten);
  return db.transaction().execute(async (tx): Promise<Published> => {
    const added = await store.add(tx, posts);
    const changed: string[] = [];
    if (replace)
      for (const post of posts) if (!added.includes(post.slug) && (await store.change(tx, post, clock.now()))) changed.push(post.slug);
    return { added, changed };
  });
}

/** A blog that has any post is the operator's; an empty one gets these. */
export async function publishFirst(deps: Pick<Deps, 'db' | 'clock'>, drafts: () => Promise<rules.PostDraft[]>): Promise<void> {
  if ((await store.count(deps.db)) === 0) await publish(deps, await drafts(), { replace: false });
}

function toWritten(draft: rules.PostDraft): store.WrittenPost {
  const body = cleanBody(draft.body);
  return { ...draft, body, excerpt: rules.excerptOf(body), readingMinutes: rules.readingMinutesOf(body) };
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

type Dressed = ReturnType<typeof rules.dressBody>;
const rememberedAtMost = 200;
const remembered = new Map<string, Dressed>();

/** What was read longest ago is forgotten first. */
function dressed(body: string): Dressed {
  const known = remembered.get(body) ?? rules.dressBody(cleanBody(body));
  remembered.delete(body);
  remembered.set(body, known);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
  return known;
}
