/**
 * Posts in the console, over HTTP: visitors read what was published, regardless of who edits, and no edit is
 * lost.
 */
import { contract } from '#contract/contract.ts';
import { publishDue } from '#modules/content/staff.ts';
import { publish, publishFirst } from '#modules/content/service.ts';
import { runBulkAct } from '#modules/admin/bulk/run.ts';
import { aPost } from '#test/access/post-samples.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let writer: Administrator;
let other: Administrator;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  writer = await aFullAdministrator(shop, 'content');
  other = await aFullAdministrator(shop, 'manager');
});
afterAll(() => shop.stop());

type Changes = Partial<ReturnType<typeof aPost>>;
const byId = (id: string) => ({ params: { id } });
const create = (title = 'A title') => writer.call(contract.staffCreatePost, { body: { title } });
const read = (id: string) => writer.call(contract.staffReadPost, byId(id));
const edit = (id: string, version: number, changes: Changes = {}, by = writer) =>
  by.call(contract.staffEditPost, { ...byId(id), body: { ...aPost(changes), version } });
const publishNow = (id: string, version: number) =>
  writer.call(contract.staffPublishPost, { ...byId(id), body: { version } });
const schedule = (id: string, version: number, at: string | null) =>
  writer.call(contract.staffSchedulePost, { ...byId(id), body: { version, at } });
const versions = async (id: string) => (await writer.call(contract.staffListPostVersions, byId(id))).versions;
const seenAt = (slug: string) => shop.call(contract.readBlog, { params: { slug } });
const list = async (view: 'all' | 'drafts' | 'scheduled' | 'published') =>
  (await writer.call(contract.staffListPosts, { query: { view } })).rows.map(({ id }) => id);
const actionsOn = async (id: string) =>
  (
    await shop.db.selectFrom('audit_log').select('action').where('object', '=', id).orderBy('id').execute()
  ).map(({ action }) => action);
const unpublish = async (id: string) => {
  const act = await writer.call(contract.staffUnpublishPosts, {
    headers: { 'idempotency-key': randomUUID() },
    body: { ids: [id] },
  });
  await runBulkAct(shop.deps, act.id, { number: 1, signal: new AbortController().signal });
};

/** A post that is ready to publish. */
async function written(changes: Changes = {}) {
  const { id, version } = await create();
  return edit(id, version, changes);
}

describe('a post', () => {
  test('that is republished unchanged counts as reviewed: its page shows the day, and its text keeps its date', async () => {
    const draft = await written({ slug: 'reviewed', title: 'Reviewed' });
    const { version } = await publishNow(draft.id, draft.version);
    const before = await seenAt('reviewed');
    expect(before.reviewedAt).toBe(before.createdAt);
    expect(await publishNow(draft.id, version)).toMatchObject({ state: 'published', hasChanges: false });
    const after = await seenAt('reviewed');
    expect(Date.parse(after.reviewedAt)).toBeGreaterThan(Date.parse(before.reviewedAt));
    expect(after).toEqual({ ...before, reviewedAt: after.reviewedAt });
    await unpublish(draft.id);
    await publishNow(draft.id, (await read(draft.id)).version);
    const afterReview = await seenAt('reviewed');
    expect(afterReview.createdAt).toBe(before.createdAt);
    expect(Date.parse(afterReview.reviewedAt)).toBeGreaterThan(Date.parse(after.reviewedAt));
    expect(afterReview.updatedAt).toBe(afterReview.reviewedAt);
  });

  test('is a hidden draft; published, it is on its page, in the list, and in the feed, with clean markup', async () => {
    const draft = await create('How to: EIN & ITIN, ça va');
    expect(draft).toMatchObject({
      version: 0,
      state: 'draft',
      isPublic: false,
      slug: 'how-to-ein-itin-ca-va',
      changed: { by: 'Esi' },
    });
    expect((await create('How to: EIN & ITIN, ça va')).slug).toBe('how-to-ein-itin-ca-va-2');
    const hostileHtml = '<p onclick="alert(1)">Good</p><script>alert(2)</script>';
    const saved = await edit(draft.id, 0, {
      slug: 'good',
      title: 'Good one',
      body: hostileHtml,
      metaTitle: '',
    });
    expect(saved).toMatchObject({ version: 1, body: '<p>Good</p>', state: 'draft' });
    await expect(seenAt('good')).rejects.toMatchObject({ code: 'post_not_found' });
    const published = await publishNow(draft.id, 1);
    expect(published).toMatchObject({
      version: 2,
      state: 'published',
      isPublic: true,
      hasChanges: false,
      publicSlug: 'good',
    });
    expect(await seenAt('good')).toMatchObject({
      title: 'Good one',
      metaTitle: 'Good one',
      description: '<p>Good</p>',
      excerpt: 'Good',
    });
    expect((await shop.call(contract.listBlogs, { query: {} })).data[0]?.slug).toBe('good');
    expect(await (await fetch(`${shop.origin}/blogs/feed.xml`)).text()).toContain('/blogs/good</id>');
    expect(await actionsOn(draft.id)).toEqual(['post_created', 'post_saved', 'post_published']);
  });

  test('that is changed keeps its public text until it is republished; its date stays', async () => {
    const post = await written({ slug: 'changed', title: 'Before' });
    const published = await publishNow(post.id, post.version);
    const changed = await edit(post.id, published.version, {
      slug: 'changed',
      title: 'After',
      excerpt: 'By hand',
    });
    expect(changed).toMatchObject({ state: 'published', hasChanges: true });
    const before = await seenAt('changed');
    expect(before.title).toBe('Before');
    const preview = await writer.call(contract.staffPreviewPost, byId(post.id));
    expect(preview).toMatchObject({ title: 'After', excerpt: 'By hand', headings: [{ text: 'Chapter' }] });
    await publishNow(post.id, changed.version);
    expect(await seenAt('changed')).toMatchObject({
      title: 'After',
      excerpt: 'By hand',
      createdAt: before.createdAt,
    });
  });

  test.each([
    [{ title: '' }, 'Enter a title for the post'],
    [{ body: '<h2></h2><p> </p>' }, 'Enter the text of the post'],
    [{ metaDescription: '' }, 'Enter a description for search engines'],
    [{ bannerImage: '' }, 'Choose a cover picture'],
    [{ imageAlt: '' }, 'Enter the alt text of the cover'],
    [{ tags: [] }, 'Add at least one tag'],
  ])('may be stored as %j, but neither published nor scheduled', async (changes, sentence) => {
    const post = await written(changes);
    const refusal = { status: 409, code: 'post_incomplete', message: sentence };
    await expect(publishNow(post.id, post.version)).rejects.toMatchObject(refusal);
    await expect(schedule(post.id, post.version, '2100-01-01T00:00:00Z')).rejects.toMatchObject(refusal);
  });

  test('with a conflicting change is not overwritten by any action', async () => {
    const { id } = await create();
    await edit(id, 0, { title: 'Theirs' }, other);
    for (const act of [
      () => edit(id, 0, { title: 'Mine' }),
      () => publishNow(id, 0),
      () => schedule(id, 0, null),
    ])
      await expect(act()).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
    const both = await Promise.allSettled(['One', 'Two'].map((title) => edit(id, 1, { title })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is unpublished, and republished with its date; the views show where it is', async () => {
    const post = await written({ slug: 'away' });
    await publishNow(post.id, post.version);
    const { createdAt } = await seenAt('away');
    expect(await list('published')).toContain(post.id);
    await shop.db.updateTable('post').set({ changed_at: new Date() }).where('id', '=', post.id).execute();
    await unpublish(post.id);
    await expect(seenAt('away')).rejects.toMatchObject({ code: 'post_not_found' });
    expect([(await list('published')).includes(post.id), (await list('drafts')).includes(post.id)]).toEqual([
      false,
      true,
    ]);
    await publishNow(post.id, (await read(post.id)).version);
    expect((await seenAt('away')).createdAt).toBe(createdAt);
    expect(await actionsOn(post.id)).toEqual([
      'post_created',
      'post_saved',
      'post_published',
      'post_unpublished',
      'post_published',
    ]);
  });
});

describe('a draft', () => {
  const remove = (id: string, version: number, by = writer) =>
    by.call(contract.staffDeletePost, { ...byId(id), body: { version } });

  test('that was never published is deleted with its history, and its address is free again', async () => {
    const post = await written({ slug: 'never-read' });
    await schedule(post.id, post.version, '2100-01-01T00:00:00Z');
    await expect(remove(post.id, post.version)).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
    expect(await remove(post.id, post.version + 1)).toEqual({ id: post.id });
    await expect(read(post.id)).rejects.toMatchObject({ status: 404, code: 'post_not_found' });
    expect(await actionsOn(post.id)).toEqual([
      'post_created',
      'post_saved',
      'post_scheduled',
      'post_deleted',
    ]);
    const revisions = await shop.db
      .selectFrom('post_revision')
      .select('version')
      .where('post_id', '=', post.id)
      .execute();
    expect(revisions).toEqual([]);
    expect(await written({ slug: 'never-read' })).toMatchObject({ slug: 'never-read' });
  });

  test('that was once published is not: its address stays reserved', async () => {
    const post = await written({ slug: 'once-read' });
    await publishNow(post.id, post.version);
    await unpublish(post.id);
    const { version, state } = await read(post.id);
    expect(state).toBe('draft');
    await expect(remove(post.id, version)).rejects.toMatchObject({ status: 409, code: 'post_was_published' });
    expect((await read(post.id)).slug).toBe('once-read');
  });
});

describe('an address', () => {
  test('that a post once had redirects to its current one after every move, and stays reserved', async () => {
    const post = await written({ slug: 'first-place' });
    let { version } = await publishNow(post.id, post.version);
    for (const slug of ['second-place', 'third-place']) {
      ({ version } = await edit(post.id, version, { slug }));
      ({ version } = await publishNow(post.id, version));
    }
    expect((await seenAt('first-place')).slug).toBe('third-place');
    expect((await seenAt('second-place')).slug).toBe('third-place');
    expect((await read(post.id)).oldSlugs).toEqual(['second-place', 'first-place']);
    const otherPost = await create();
    for (const slug of ['first-place', 'third-place'])
      await expect(edit(otherPost.id, 0, { slug })).rejects.toMatchObject({
        status: 409,
        code: 'post_exists',
      });
    ({ version } = await edit(post.id, version, { slug: 'first-place' }));
    await publishNow(post.id, version);
    expect((await read(post.id)).oldSlugs).toEqual(['third-place', 'second-place']);
    expect((await seenAt('third-place')).slug).toBe('first-place');
  });

  test('is not assigned twice concurrently', async () => {
    const posts = await Promise.all([create(), create()]);
    const both = await Promise.allSettled(posts.map(({ id }) => edit(id, 0, { slug: 'wanted-by-two' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a time', () => {
  const due = () => publishDue({ ...shop.deps, clock: { now: () => new Date('2030-05-01T09:00:00Z') } });

  test('publishes the post in its current state, once, in the name of the person who scheduled it', async () => {
    const post = await written({ slug: 'timed' });
    await expect(schedule(post.id, post.version, '2020-01-01T00:00:00Z')).rejects.toMatchObject({
      code: 'post_time_past',
    });
    const waiting = await schedule(post.id, post.version, '2030-05-01T09:00:00Z');
    expect(waiting).toMatchObject({ state: 'scheduled', publishAt: '2030-05-01T09:00:00.000Z' });
    expect(await list('scheduled')).toContain(post.id);
    await edit(post.id, waiting.version, { slug: 'timed', title: 'Changed while it waits' });
    expect(await publishDue({ ...shop.deps, clock: { now: () => new Date('2030-05-01T08:59:59Z') } })).toBe(
      0,
    );
    expect((await Promise.all([due(), due()])).toSorted()).toEqual([0, 1]);
    expect(await seenAt('timed')).toMatchObject({
      title: 'Changed while it waits',
      createdAt: '2030-05-01T09:00:00.000Z',
    });
    expect(await read(post.id)).toMatchObject({ state: 'published', publishAt: null });
    const entry = await shop.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('object', '=', post.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry?.actor_id).toBe(writer.userId);
  });

  test('that arrives for an unpublishable post leaves it as it is, with the reason', async () => {
    const post = await written({ slug: 'torn' });
    const { version } = await schedule(post.id, post.version, '2030-05-01T09:00:00Z');
    await edit(post.id, version, { slug: 'torn', imageAlt: '' });
    expect(await due()).toBe(0);
    const sentence = 'Enter the alt text of the cover';
    expect(await read(post.id)).toMatchObject({ state: 'draft', problem: sentence, publishAt: null });
    expect(await due()).toBe(0);
  });

  test('is dropped when it is canceled', async () => {
    const post = await written({ slug: 'never' });
    const { version } = await schedule(post.id, post.version, '2030-05-01T09:00:00Z');
    expect(await schedule(post.id, version, null)).toMatchObject({ state: 'draft', publishAt: null });
    expect(await due()).toBe(0);
  });
});

describe('the history', () => {
  test('has every saved and published version; any can be restored, and nothing is lost', async () => {
    const { id } = await create('First');
    await edit(id, 0, { slug: 'told', title: 'Half' });
    let post = await edit(id, 1, { slug: 'told', title: 'Whole' });
    post = await publishNow(id, post.version);
    post = await edit(id, post.version, { slug: 'told', title: 'By another' }, other);
    const before = await versions(id);
    // Edits by one person within a few minutes become one version; the published one stays.
    expect(before.map(({ title, publishedAt }) => [title, publishedAt !== null])).toEqual([
      ['By another', false],
      ['Whole', true],
    ]);
    const version = before[1]?.version ?? 0;
    const shown = await writer.call(contract.staffReadPostVersion, {
      params: { id, version: String(version) },
    });
    expect(shown.page).toMatchObject({ title: 'Whole', slug: 'told' });
    const restored = await writer.call(contract.staffRestorePost, {
      ...byId(id),
      body: { version: post.version, becomes: version },
    });
    expect(restored).toMatchObject({ title: 'Whole', hasChanges: true });
    expect((await versions(id)).map(({ title }) => title)).toEqual(['Whole', 'By another', 'Whole']);
    await expect(
      writer.call(contract.staffReadPostVersion, { params: { id, version: '999' } }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('restores an address only while it is unused', async () => {
    const { id } = await create();
    await edit(id, 0, { slug: 'lent' });
    let post = await edit(id, 1, { slug: 'lent-no-more' }, other);
    const otherPost = await create();
    await edit(otherPost.id, 0, { slug: 'lent' });
    const [, older] = await versions(id);
    post = await writer.call(contract.staffRestorePost, {
      ...byId(id),
      body: { version: post.version, becomes: older?.version ?? 0 },
    });
    expect(post.slug).toBe('lent-no-more');
  });
});

describe('the terminal', () => {
  const draft = (changes: Changes & { publishedAt?: Date } = {}) => {
    const { excerpt: _, ...content } = aPost({ slug: 'of-a-file', title: 'Of a file', ...changes });
    return { ...content, publishedAt: new Date('2026-01-02T09:00:00Z') };
  };

  test('publishes the same way: its posts appear in the console, and it overwrites with history preserved', async () => {
    await publish(shop.deps, [draft()], { replace: false });
    const { data } = await shop.call(contract.listBlogs, { query: { limit: 100 } });
    expect(data.find(({ slug }) => slug === 'of-a-file')?.createdAt).toBe('2026-01-02T09:00:00.000Z');
    const { rows } = await writer.call(contract.staffListPosts, { query: { title: 'of a FILE' } });
    const id = rows[0]?.id ?? '';
    expect(rows[0]).toMatchObject({ state: 'published', hasChanges: false, changed: { by: null } });
    await edit(id, rows[0]?.version ?? 0, { slug: 'of-a-file', title: 'By staff' });
    expect(await publish(shop.deps, [draft({ title: 'Of a file, changed' })], { replace: true })).toEqual({
      added: [],
      changed: ['of-a-file'],
    });
    expect((await seenAt('of-a-file')).title).toBe('Of a file, changed');
    expect((await versions(id)).map(({ title }) => title)).toEqual([
      'Of a file, changed',
      'By staff',
      'Of a file',
    ]);
  });

  test('skips posts that staff unpublished or moved, and a blog of drafts does not count as empty', async () => {
    await publish(shop.deps, [draft({ slug: 'taken-away' }), draft({ slug: 'moved' })], { replace: false });
    const find = async (slug: string) =>
      await shop.db
        .selectFrom('post')
        .select(['id', 'version'])
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
    await unpublish((await find('taken-away')).id);
    const moved = await find('moved');
    const { version } = await edit(moved.id, moved.version, { slug: 'moved-on' });
    await publishNow(moved.id, version);
    const reused = [
      draft({ slug: 'taken-away', title: 'Changed' }),
      draft({ slug: 'moved', title: 'Changed' }),
    ];
    expect(await publish(shop.deps, reused, { replace: true })).toEqual({ added: [], changed: [] });
    await expect(seenAt('taken-away')).rejects.toMatchObject({ code: 'post_not_found' });
    expect((await seenAt('moved')).slug).toBe('moved-on');
    await publishFirst(shop.deps, async () => [draft({ slug: 'first-of-all' })]);
    await expect(seenAt('first-of-all')).rejects.toMatchObject({ code: 'post_not_found' });
  });
});
