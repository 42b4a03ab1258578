/**
 * The only way to publish and unpublish posts, for staff, the scheduler, and the command line. Bodies must be
 * clean. Database triggers refresh the pages, the feed and the sitemap in every process, regardless of the
 * writer.
 */
import { CompletePost } from '#contract/admin/posts.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/editable.ts';
import { assertPictureReady } from '#modules/pictures/store.ts';
import { isClean } from './clean-markup.ts';
import * as history from './history-store.ts';
import * as rules from './rules.ts';
import * as staffStore from './staff-store.ts';
import * as store from './store.ts';

/** The public version of a post. A missing search title or excerpt is derived from the post. */
export function toWritten(content: rules.CleanContent, publishedAt: Date): rules.WrittenPost {
  const { body } = content;
  return {
    ...staffStore.contentOf(content),
    metaTitle: content.metaTitle || content.title,
    excerpt: content.excerpt || rules.excerptOf(body),
    readingMinutes: rules.readingMinutesOf(body),
    publishedAt,
  };
}

/** A row changed outside the shop or cleaned under older rules. Saving the post cleans it. */
const notClean = 'The text has markup that a post may not have. Open the post, save it, and publish it again';

type How = Change & {
  /** The public date, if the post has none yet. Default: the time of the action. */
  day?: Date;
};

/** Throws `post_incomplete` with what is missing. */
export function assertComplete(content: rules.PostContent): void {
  const missing = CompletePost.safeParse(content).error?.issues[0];
  if (missing !== undefined) throw new DomainError('post_incomplete', missing.message);
}

/**
 * Returns true when visitors see a change. Throws `post_incomplete`, `picture_not_found`, `picture_not_ready`
 * and `post_exists`.
 */
export async function publishIn(
  tx: Tx,
  post: staffStore.EditedPost,
  { day, ...change }: How,
): Promise<boolean> {
  assertComplete(post);
  await assertPictureReady(tx, post.bannerImage);
  const publishedAt = post.firstPublishedAt ?? day ?? change.at;
  const { body } = post;
  if (!isClean(body)) throw new DomainError('post_incomplete', notClean);
  const written = toWritten({ ...staffStore.contentOf(post), body }, publishedAt);
  const isNew = post.publicId === null;
  const publicId =
    post.publicId ?? (await store.add(tx, written, post.firstPublishedAt === null ? publishedAt : change.at));
  if (publicId === null) throw new DomainError('post_exists');
  const isOther = isNew || (await store.change(tx, publicId, written, change.at));
  if (!isNew) await store.review(tx, publicId, change.at);
  await staffStore.writePublic(tx, post.id, publicId, publishedAt, change);
  if (post.publicSlug !== null && post.publicSlug !== post.slug)
    await history.addRedirect(tx, post.publicSlug, post.id, change.at);
  await history.removeRedirect(tx, post.slug);
  return isOther;
}

/**
 * Hides the post from visitors and reserves its address. For a post that is not public, it only cancels the
 * schedule.
 */
export async function unpublishIn(tx: Tx, post: staffStore.EditedPost, change: Change): Promise<void> {
  if (post.publicId !== null) await store.remove(tx, post.publicId);
  await staffStore.writeUnpublished(tx, post.id, change);
  if (post.publicSlug !== null && post.publicSlug !== post.slug)
    await history.addRedirect(tx, post.publicSlug, post.id, change.at);
}
