/**
 * The texts of posts, the FAQ, the home page, and emails: where they are stored and which screens show them.
 */
import type { Field, Places, Texts } from '#e2e/console-fields.ts';
import type { Shop } from '#e2e/story.ts';
import { freshId } from '#kernel/ids.ts';

/** Inserts a draft of a post, bypassing the API. Returns its id. */
export async function aDraft({ db }: Pick<Shop, 'db'>, at = new Date()): Promise<string> {
  const id = freshId('post');
  const texts = {
    title: 'x',
    meta_title: '',
    meta_description: '',
    image_alt: 'x',
    banner_image: '',
    body: '',
    excerpt: 'x',
    tags: ['x'],
  };
  await db
    .insertInto('post')
    .values({
      id,
      slug: id.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
      ...texts,
      created_at: at,
      changed_at: at,
    })
    .execute();
  return id;
}

const email = { kind: 'order_completed', ours: 'Order {number} is complete' };

export async function writeContent(
  { db }: Shop,
  at: Pick<Places, 'post' | 'staff'>,
  t: Texts,
): Promise<void> {
  await db
    .updateTable('post')
    .set({ title: t.postTitle, tags: [t.postTags], image_alt: t.postCover, excerpt: t.postBeginning })
    .where('id', '=', at.post)
    .execute();
  const link = { title: t.faqLink, url: '/products' };
  const question = { id: 'typed', question: t.faqQuestion, answer: [t.faqAnswer], links: [link] };
  const words = {
    id: 'typed',
    words: t.testimonialWords,
    name: t.testimonialName,
    role: t.testimonialRole,
    isSample: false,
  };
  const assurance = { id: 'typed', title: t.assuranceTitle, text: t.assuranceText };
  const day = { id: 'typed', day: '2026-06-01', title: t.timelineTitle, text: t.timelineText };
  const by = { changed_at: new Date(), changed_by: at.staff };
  for (const [key, entry] of Object.entries({
    faq: question,
    testimonials: words,
    assurances: assurance,
    timeline: day,
  }))
    await newest(db, key, { entries: [entry] }, by);
  await db.deleteFrom('email_words').where('kind', '=', email.kind).execute();
  const texts = JSON.stringify({ [email.ours]: t.emailText });
  await db
    .insertInto('email_words')
    .values({ kind: email.kind, version: 1, texts, made_at: new Date(), made_by: at.staff })
    .execute();
}

/** Adds a version, so that pages pick up the change. */
async function newest(
  db: Shop['db'],
  key: string,
  value: object,
  by: { changed_at: Date; changed_by: string },
): Promise<void> {
  const before = await db
    .selectFrom('setting')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('key', '=', key)
    .executeTakeFirst();
  const version = (before?.version ?? 0) + 1;
  await db
    .insertInto('setting')
    .values({ key, version, value: JSON.stringify(value), ...by })
    .execute();
}

export async function deletePost(db: Shop['db'], at: Pick<Places, 'post'>): Promise<void> {
  await db.deleteFrom('post').where('id', '=', at.post).execute();
  await db
    .deleteFrom('setting')
    .where('key', 'in', ['faq', 'testimonials', 'assurances', 'timeline'])
    .execute();
  await db.deleteFrom('email_words').where('kind', '=', email.kind).execute();
}

export const screensOfContent = (at: Pick<Places, 'post'>): [path: string, shows: Field[]][] => [
  ['/content', ['postTitle']],
  [`/content/posts/${at.post}`, ['postTitle', 'postTags', 'postCover', 'postBeginning']],
  ['/content/faq#typed', ['faqQuestion', 'faqAnswer', 'faqLink']],
  ['/content/testimonials#typed', ['testimonialWords', 'testimonialName', 'testimonialRole']],
  ['/content/assurances#typed', ['assuranceTitle', 'assuranceText']],
  ['/content/timeline#typed', ['timelineTitle', 'timelineText']],
  [`/content/email-texts/${email.kind}`, ['emailText']],
];
