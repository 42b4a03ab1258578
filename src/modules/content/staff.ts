/**
 * Edits posts for staff. Each write names the version it is based on and is recorded in the audit log. For a
 * body the log stores a digest, because the full text is in the post's own history.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { makeClean } from './clean-markup.ts';
import * as history from './history-store.ts';
import { assertComplete, publishIn, unpublishIn } from './publishing.ts';
import { type CleanContent, type PostContent, slugOf } from './rules.ts';
import * as store from './staff-store.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;
/** For actions that run in the caller's transaction. */
type ActDeps = Omit<StaffDeps, 'db'>;
type Seen = { id: string; version: number };

/** Saves of one user within this time are merged into one revision. */
const revisionLastsMs = 600_000;

/** Returns its ID. */
export async function createPost({ db, ...deps }: StaffDeps, caller: Person, title: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await store.lockSlugs(tx);
    const slug = await freeSlug(tx, slugOf(title) || 'post');
    return insertIn(tx, deps, caller, { ...emptyPost, slug, title });
  });
}

export const emptyPost: PostContent = {
  ...{
    slug: '',
    title: '',
    metaTitle: '',
    metaDescription: '',
    imageAlt: '',
    bannerImage: '',
    body: '',
    excerpt: '',
  },
  tags: [],
};

/** Creates a draft with its content. Returns its ID. Throws `post_exists`. */
export async function createPostIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  content: CleanContent,
): Promise<string> {
  await store.lockSlugs(tx);
  if ((await store.ownerOf(tx, content.slug)) !== null) throw new DomainError('post_exists');
  return insertIn(tx, deps, caller, content);
}

async function insertIn(tx: Tx, deps: ActDeps, caller: Person, content: PostContent): Promise<string> {
  const id = freshId('post');
  await store.insert(tx, id, content, { at: deps.clock.now(), by: caller.userId });
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'post_created',
    object: id,
    after: toLog(content),
  });
  return id;
}

async function freeSlug(tx: Tx, base: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if ((await store.ownerOf(tx, slug)) === null) return slug;
  }
}

/** Throws `post_not_found`, `changed_meanwhile` and `post_exists`. */
export async function editPostIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  seen: Seen,
  content: CleanContent,
): Promise<void> {
  const before = await store.lock(tx, seen.id, seen.version);
  await saveIn(tx, deps, caller, { before, given: content, action: 'post_saved' });
}

/** Also throws `content_too_complex`. */
export async function editPost(
  { db, parsing, ...deps }: StaffDeps & Pick<Deps, 'parsing'>,
  caller: Person,
  seen: Seen,
  newContent: PostContent,
): Promise<void> {
  const content = { ...newContent, body: await makeClean({ parsing }, newContent.body) };
  await db.transaction().execute((tx) => editPostIn(tx, deps, caller, seen, content));
}

/**
 * Restores a revision, including its slug unless another post has taken it. Throws `post_not_found`,
 * `changed_meanwhile`, `not_found`.
 */
export async function restorePost(
  { db, parsing, ...deps }: StaffDeps & Pick<Deps, 'parsing'>,
  caller: Person,
  { id, version }: Seen,
  becomes: number,
): Promise<void> {
  // Revisions never change, so this one is read and cleaned before the post is locked.
  const revision = await history.postHistory.find(db, id, becomes);
  const body = revision === null ? null : await makeClean({ parsing }, revision.content.body);
  await db.transaction().execute(async (tx) => {
    const before = await store.lock(tx, id, version);
    if (revision === null || body === null) throw new DomainError('not_found');
    const owner = await store.ownerOf(tx, revision.content.slug);
    const slug = owner === null || owner === id ? revision.content.slug : before.slug;
    await saveIn(tx, deps, caller, {
      before,
      given: { ...revision.content, slug, body },
      action: 'post_restored',
    });
  });
}

type Saving = { before: store.EditedPost; given: CleanContent; action: 'post_saved' | 'post_restored' };

async function saveIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { before, given, action }: Saving,
): Promise<void> {
  const content = store.contentOf(given);
  if (content.slug !== before.slug) await claimSlug(tx, before.id, content.slug);
  const change = { at: deps.clock.now(), by: caller.userId };
  await store.update(tx, before.id, content, change);
  const place = { id: before.id, version: before.version + 1 };
  const since = new Date(change.at.getTime() - revisionLastsMs);
  const isContinued =
    action === 'post_saved' && (await history.continueRevision(tx, place, content, { ...change, since }));
  if (!isContinued) await history.addRevision(tx, place, content, change);
  await audit.recordStaffAct(tx, deps, caller, {
    action,
    object: before.id,
    before: toLog(before),
    after: toLog(content),
    detail: { version: place.version },
  });
}

async function claimSlug(tx: Tx, id: string, slug: string): Promise<void> {
  await store.lockSlugs(tx);
  const owner = await store.ownerOf(tx, slug);
  if (owner !== null && owner !== id) throw new DomainError('post_exists');
}

/**
 * Throws `post_not_found`, `changed_meanwhile`, `post_incomplete`, `picture_not_found`, `picture_not_ready`
 * and `post_exists`.
 */
export async function publishPost({ db, ...deps }: StaffDeps, caller: Person, seen: Seen): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const post = await store.lock(tx, seen.id, seen.version);
    await publishIn(tx, post, { at: deps.clock.now(), by: caller.userId });
    await recordPublished(tx, deps, audit.by(caller), post);
  });
}

type Actor = Pick<audit.AuditEntry, 'actorId' | 'effectiveId'>;

const recordPublished = (tx: Tx, deps: ActDeps, actor: Actor, post: store.EditedPost): Promise<void> =>
  audit.record(tx, deps, {
    ...actor,
    isStored: true,
    action: 'post_published',
    object: post.id,
    after: toLog(post),
    detail: { version: post.version + 1, slug: post.slug, scheduled: post.publishAt !== null },
  });

/**
 * `at` null cancels the schedule. Throws `post_not_found`, `changed_meanwhile`, `post_time_past`,
 * `post_incomplete`.
 */
export async function schedulePost(
  { db, ...deps }: StaffDeps,
  caller: Person,
  seen: Seen,
  at: Date | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const post = await store.lock(tx, seen.id, seen.version);
    const now = deps.clock.now();
    if (at !== null) {
      if (at <= now) throw new DomainError('post_time_past');
      assertComplete(post);
    }
    await store.writeSchedule(tx, post.id, at, { at: now, by: caller.userId });
    const action = at === null ? 'post_unscheduled' : 'post_scheduled';
    const [before, after] = [post.publishAt?.toISOString() ?? null, at?.toISOString() ?? null];
    await audit.recordStaffAct(tx, deps, caller, {
      action,
      object: post.id,
      before,
      after,
    });
  });
}

/**
 * Deletes the post with its history. Throws `post_not_found`, `changed_meanwhile`, and `post_was_published`,
 * because a slug that was public stays reserved.
 */
export async function deletePost({ db, ...deps }: StaffDeps, caller: Person, seen: Seen): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const post = await store.lock(tx, seen.id, seen.version);
    if (post.firstPublishedAt !== null) throw new DomainError('post_was_published');
    await store.remove(tx, post.id);
    const act = { action: 'post_deleted', object: post.id, before: toLog(post) };
    await audit.recordStaffAct(tx, deps, caller, act);
  });
}

/** Hides the post from visitors; does nothing if it is not public. Throws `post_not_found`. */
export async function unpublishPostIn(tx: Tx, deps: StaffDeps, caller: Person, id: string): Promise<void> {
  const post = await store.lock(tx, id);
  if (post.publicId === null) return;
  await unpublishIn(tx, post, { at: deps.clock.now(), by: caller.userId });
  const detail = { version: post.version + 1, slug: post.publicSlug };
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'post_unpublished',
    object: id,
    before: toLog(post),
    detail,
  });
}

/**
 * Publishes scheduled posts that are due. A post that cannot be published is unscheduled, and its screen
 * shows the reason.
 */
export async function publishDue({ db, log, ...deps }: StaffDeps & Pick<Deps, 'log'>): Promise<number> {
  const ids = await store.dueBy(db, deps.clock.now(), 100);
  let published = 0;
  for (const id of ids) {
    try {
      published += await db.transaction().execute((tx) => publishDueIn(tx, deps, id));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.warn({ err: error, post: id }, 'a scheduled post could not be published');
      await db.transaction().execute((tx) => store.writeProblem(tx, id, error.message));
    }
  }
  return published;
}

/** Read again under the lock: the schedule may have changed, or another process was faster. */
async function publishDueIn(tx: Tx, deps: ActDeps, id: string): Promise<0 | 1> {
  const post = await store.lockIfFound(tx, id);
  const now = deps.clock.now();
  if (post === null || post.publishAt === null || post.publishAt > now) return 0;
  await publishIn(tx, post, { at: now, by: post.scheduledBy });
  await recordPublished(tx, deps, { actorId: post.scheduledBy }, post);
  return 1;
}

const toLog = (content: PostContent) => ({
  ...store.contentOf(content),
  body: `sha256 ${createHash('sha256').update(content.body).digest('hex')}`,
});
