/** Posts as the console lists, shows, and edits them. */
import type * as contract from '#contract/admin/posts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { oldSlugsOf, postHistory, type Revision } from '#modules/content/history-store.ts';
import { readClean } from '#modules/content/clean-markup.ts';
import { toWritten } from '#modules/content/publishing.ts';
import type { PostContent } from '#modules/content/rules.ts';
import { toPage } from '#modules/content/service.ts';
import * as acts from '#modules/content/staff.ts';
import * as store from '#modules/content/staff-store.ts';
import type * as versions from '#modules/versions/store.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import { containing } from '#modules/admin/search/rules.ts';

type Query = Received<typeof contract.staffListPosts>['query'];
type Row = Handled<typeof contract.staffListPosts>['rows'][number];
type Wire = Handled<typeof contract.staffReadPost>;
type Version = Handled<typeof contract.staffListPostVersions>['versions'][number];

const conditions: Record<Query['view'], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  drafts: sql<boolean>`public_id is null and publish_at is null`,
  scheduled: sql<boolean>`publish_at is not null`,
  published: sql<boolean>`public_id is not null`,
};

/** Scheduled posts are sorted by their publication time. */
const sortOf = (view: Query['view']): KeysetList['sort'] =>
  view === 'scheduled'
    ? { name: 'time', column: 'publish_at', type: 'timestamptz', descending: false }
    : { name: 'changed', column: 'changed_at', type: 'timestamptz', descending: true };

export function postListOf({ view, title }: Pick<Query, 'view' | 'title'>): KeysetList {
  const named = title === undefined ? sql<boolean>`true` : sql<boolean>`title ilike ${containing(title)}`;
  return {
    name: 'posts',
    filter: { view, title },
    sort: sortOf(view),
    from: sql`post`,
    id: 'post.id',
    branches: [sql<boolean>`${conditions[view]} and ${named}`],
  };
}

export async function listPosts(
  deps: Deps,
  { cursor, ...query }: Query,
): Promise<Handled<typeof contract.staffListPosts>> {
  const { ids, ...page } = await readPage(deps, postListOf(query), cursor);
  return { ...page, rows: inOrderOf(ids, await store.findAll(deps.db, ids)).map(toRow) };
}

export const postNamesOf = async (db: Database, ids: string[]): Promise<Map<string, string>> =>
  new Map((await store.findAll(db, ids)).map(({ id, title }) => [id, title]));

/** Throws `post_not_found`. */
export async function readPost({ db }: Pick<Deps, 'db'>, id: string): Promise<Wire> {
  const [post, oldSlugs] = await Promise.all([find(db, id), oldSlugsOf(db, id)]);
  return {
    ...toRow(post),
    ...store.contentOf(post),
    createdAt: post.createdAt.toISOString(),
    publicSlug: post.publicSlug,
    oldSlugs,
  };
}

/** Renders the page as the post would appear. Throws `post_not_found`. */
export async function previewPost(
  deps: Pick<Deps, 'db' | 'parsing'>,
  id: string,
): Promise<Handled<typeof contract.staffPreviewPost>> {
  const post = await find(deps.db, id);
  return pageOf(deps, post, post);
}

const pageOf = async (deps: Pick<Deps, 'db' | 'parsing'>, post: store.EditedPost, content: PostContent) => {
  const body = await readClean(deps, content.body);
  const written = toWritten(
    { ...store.contentOf(content), body },
    post.firstPublishedAt ?? post.publishAt ?? post.changedAt,
  );
  return toPage(deps, { ...written, id: post.id, updatedAt: post.changedAt, reviewedAt: post.changedAt });
};

async function find(db: Database, id: string): Promise<store.EditedPost> {
  const post = await store.find(db, id);
  if (post === null) throw new DomainError('post_not_found');
  return post;
}

const versionsAtMost = 100;

/** Throws `post_not_found`. */
export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffListPostVersions>> {
  await find(db, id);
  return { versions: (await postHistory.list(db, id, versionsAtMost)).map(toVersion) };
}

/** Throws `post_not_found`, and `not_found` for an unknown version of the post. */
export async function readVersion(
  { db, parsing }: Pick<Deps, 'db' | 'parsing'>,
  { id, version }: { id: string; version: string },
): Promise<Handled<typeof contract.staffReadPostVersion>> {
  const [post, revision] = await Promise.all([find(db, id), postHistory.find(db, id, Number(version))]);
  if (revision === null) throw new DomainError('not_found');
  return { ...toVersion(revision), page: await pageOf({ db, parsing }, post, revision.content) };
}

export async function createPost(deps: Deps, caller: Person, title: string): Promise<Wire> {
  return readPost(deps, await acts.createPost(deps, caller, title));
}

type Edit = Received<typeof contract.staffEditPost>['body'];

export async function editPost(
  deps: Deps,
  caller: Person,
  id: string,
  { version, ...content }: Edit,
): Promise<Wire> {
  await acts.editPost(deps, caller, { id, version }, content);
  return readPost(deps, id);
}

export async function publishPost(deps: Deps, caller: Person, id: string, version: number): Promise<Wire> {
  await acts.publishPost(deps, caller, { id, version });
  return readPost(deps, id);
}

type Schedule = Received<typeof contract.staffSchedulePost>['body'];

export async function schedulePost(
  deps: Deps,
  caller: Person,
  id: string,
  { version, at }: Schedule,
): Promise<Wire> {
  await acts.schedulePost(deps, caller, { id, version }, at === null ? null : new Date(at));
  return readPost(deps, id);
}

export async function deletePost(
  deps: Deps,
  caller: Person,
  id: string,
  version: number,
): Promise<{ id: string }> {
  await acts.deletePost(deps, caller, { id, version });
  return { id };
}

type Restoration = Received<typeof contract.staffRestorePost>['body'];

export async function restorePost(
  deps: Deps,
  caller: Person,
  id: string,
  { version, becomes }: Restoration,
): Promise<Wire> {
  await acts.restorePost(deps, caller, { id, version }, becomes);
  return readPost(deps, id);
}

const stateOf = ({ publishAt, publicId }: store.EditedPost): Row['state'] =>
  publishAt !== null ? 'scheduled' : publicId !== null ? 'published' : 'draft';

const toRow = (post: store.EditedPost): Row => ({
  id: post.id,
  version: post.version,
  slug: post.slug,
  title: post.title,
  state: stateOf(post),
  isPublic: post.publicId !== null,
  hasChanges: post.hasChanges,
  publishAt: post.publishAt?.toISOString() ?? null,
  firstPublishedAt: post.firstPublishedAt?.toISOString() ?? null,
  changed: { at: post.changedAt.toISOString(), by: post.changedBy },
  problem: post.problem,
});

const toVersion = ({
  version,
  content,
  at,
  by,
  published_at: publishedAt,
}: versions.Version<Revision>): Version => ({
  version,
  title: content.title,
  savedAt: at.toISOString(),
  by,
  publishedAt: publishedAt?.toISOString() ?? null,
});
