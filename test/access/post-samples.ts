/** Valid requests for posts and page texts. Each act gets its own post. */
import { freshId } from '#kernel/ids.ts';
import type { Shop } from '#test/builders/shop.ts';
import { randomBytes } from 'node:crypto';
import type { StaffSample } from './staff-samples.ts';

const freshWord = (): string => randomBytes(6).toString('hex');

/** Everything that visitors need of a post. */
export const aPost = (changes: Record<string, unknown> = {}) => ({
  slug: `a-post-${freshWord()}`,
  title: 'What a post is about',
  metaTitle: 'What a post is about, for search engines',
  metaDescription: 'A sentence that search engines show below the title of the page.',
  imageAlt: 'A map with a route and three flags',
  bannerImage: '/blog/ein-without-ssn.svg',
  excerpt: '',
  tags: ['EIN'],
  body: '<h2>Chapter</h2><p>Some words about <strong>it</strong>.</p>',
  ...changes,
});

/** Inserts a publishable draft with its history, bypassing the API. Returns its id. */
export async function aStoredPost({ db }: Shop, changes: Record<string, unknown> = {}): Promise<string> {
  const post = aPost(changes);
  const { metaTitle, metaDescription, imageAlt, bannerImage, ...content } = post;
  const now = new Date();
  const id = freshId('post');
  const columns = {
    meta_title: metaTitle,
    meta_description: metaDescription,
    image_alt: imageAlt,
    banner_image: bannerImage,
  };
  await db
    .insertInto('post')
    .values({ id, ...content, ...columns, created_at: now, changed_at: now })
    .execute();
  await db
    .insertInto('post_revision')
    .values({ post_id: id, version: 0, content: JSON.stringify(post), begun_at: now, saved_at: now })
    .execute();
  return id;
}

export function postSamples(shop: () => Shop): Record<string, StaffSample> {
  const ofOne = async () => ({ params: { id: await aStoredPost(shop()) } });
  const seen = { version: 0 };
  return {
    staffReadPost: ofOne,
    staffEditPost: async () => ({ ...(await ofOne()), body: aPost(seen) }),
    staffPublishPost: ofOne,
    staffSchedulePost: async () => ({
      ...(await ofOne()),
      body: { ...seen, at: '2100-01-01T09:00:00.000Z' },
    }),
    staffDeletePost: ofOne,
    staffPreviewPost: ofOne,
    staffListPostVersions: ofOne,
    staffReadPostVersion: async () => ({ params: { id: await aStoredPost(shop()), version: '0' } }),
    staffRestorePost: ofOne,
    // Each permitted role adds one version.
    staffSavePageTexts: async () => {
      const versions = shop().db.selectFrom('setting').where('key', '=', 'testimonials');
      const newest = await versions.select(({ fn }) => fn.max('version').as('version')).executeTakeFirst();
      const entry = {
        id: 'design',
        words: `Plain words, ${freshWord()}`,
        name: 'Ama Mensah',
        role: 'design',
        isSample: false,
      };
      return { body: { key: 'testimonials', version: newest?.version ?? 0, entries: [entry] } };
    },
    staffUnpublishPosts: async () => ({ body: { ids: [await aStoredPost(shop())] } }),
  };
}
