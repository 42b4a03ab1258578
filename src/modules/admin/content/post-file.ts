/**
 * Posts as files, and back from them as drafts. They leave in the form of the posts that came with the shop, so that each comes back to the
 * letter; what comes in may be Markdown as well. A post is known by its address, which is the name of its file.
 */
import * as contract from '#contract/admin/posts.ts';
import { lengthsAtMost } from '#kernel/post-lengths.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { type PostFile, readPostHead, splitPostFile, tagsOf, writePostFile } from '#kernel/post-file.ts';
import type { Candidate, ImportKind, Problem } from '#modules/admin/imports/kind.ts';
import { parseDraft } from '#modules/admin/imports/problems.ts';
import { cleanBody } from '#modules/content/clean-body.ts';
import { fromMarkdown } from '#modules/content/markdown.ts';
import type { PostContent } from '#modules/content/rules.ts';
import * as acts from '#modules/content/staff.ts';
import * as store from '#modules/content/staff-store.ts';
import { DomainError } from '#kernel/errors.ts';
import type { z } from 'zod';
import { readTexts, type TextFile } from './zip-of-texts.ts';

const lines = ['title', 'metaTitle', 'metaDescription', 'imageAlt', 'bannerImage', 'excerpt'] as const;
/** The day that readers see is of the publication, and no file changes it. */
const told = 'publishedAt';
const known = ['slug', ...lines, 'tags', told];

/** What a file says of a post; what it leaves out stays as it is. */
type Draft = Partial<PostContent> & Pick<PostContent, 'slug' | 'body'>;

export function postAsFile(post: store.EditedPost): TextFile {
  const day = post.firstPublishedAt?.toISOString().slice(0, 10);
  const head = Object.fromEntries(lines.map((name) => [name, post[name]]));
  const text = writePostFile({ ...head, ...(day === undefined ? {} : { [told]: day }) }, post.tags, post.body);
  return { name: `${post.slug}.html`, text };
}

type Read = Candidate<Draft> & { isTold: boolean };

async function readPost({ name, text }: TextFile, index: number): Promise<Read> {
  const refused = (problems: Problem[], key = slugIn(name)): Read => ({
    ...{ row: index + 1, file: name, key, name: '', said: [], values: {}, draft: null, isTold: false, problems },
  });
  const file = splitPostFile(text);
  if (file === null)
    return refused([
      { field: '', message: 'It has to begin with a line of ---, then lines such as "title: My post", then --- and the text' },
    ]);
  const { values, complaints } = readPostHead(file, known);
  const slug = values.get('slug') ?? slugIn(name);
  const inHead = complaints.map((message) => ({ field: '', message: sentence(message) }));
  if (file.body.length > readAtMost) return refused([...inHead, tooLong], slug);
  const { html, title } = await bodyOf(file, values.get('title'));
  const given = { ...valuesOf(values), ...(title === undefined ? {} : { title }), slug, body: cleanBody(html) };
  const { draft, problems } = parseDraft(schemaOf(given), given, (field) => field);
  const lost = picturesIn(html) > picturesIn(given.body) ? [lostPicture] : [];
  const all = [...inHead, ...problems, ...lost];
  return { ...refused(all, slug), name: title ?? '', draft: all.length > 0 ? null : draft, isTold: values.has(told) };
}

/** Word writes several times as much as is left when it is clean. What is longer is not even read: that takes the time of everybody. */
const readAtMost = 5 * lengthsAtMost.body;
const tooLong = { field: 'body', message: `The text may have ${lengthsAtMost.body.toLocaleString('en-US')} characters with its markup` };

const slugIn = (name: string): string => name.replace(/^.*\//, '').replace(/\.\w+$/, '');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lines end in one way, whatever program has saved them. */
const bodyOf = ({ form, body }: PostFile, title: string | undefined) => {
  const text = body.replaceAll('\r\n', '\n');
  return form === 'markdown' ? fromMarkdown(text, title) : { html: text, title };
};

function valuesOf(values: Map<string, string>): Omit<Partial<PostContent>, 'slug' | 'body'> {
  const texts = lines.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  const tags = values.get('tags');
  return { ...Object.fromEntries(texts), ...(tags === undefined ? {} : { tags: tagsOf(tags) }) };
}

const content = contract.PostEdit.omit({ version: true });

/** Of what is given: a schema of the whole would make empty what is left out. */
const schemaOf = (given: Draft): z.ZodType<Draft> =>
  content.pick(Object.fromEntries(Object.keys(given).map((name) => [name, true])) as object) as unknown as z.ZodType<Draft>;

const picturesIn = (html: string): number => html.split(/<img[\s/>]/i).length;
const lostPicture = {
  field: 'body',
  message:
    'A picture would be left out: it needs an address of ours, and alt, width and height, as in <img src="/media/…" alt="…" width="800" height="450">',
};

const sameLines = (body: string): string => body.replaceAll('\r\n', '\n');

export const postImport: ImportKind<Draft> = {
  name: 'posts',
  fields: [
    ...lines.map((name) => ({ name, cell: (post: Draft) => post[name] ?? '' })),
    { name: 'tags', cell: ({ tags = [] }) => tags.join(', ') },
    { name: 'body', cell: ({ body }) => sameLines(body) },
  ],
  read: async (bytes, fileName) => {
    const read: Read[] = [];
    for (const [index, text] of readTexts(bytes, fileName).entries()) {
      read.push(await readPost(text, index));
      // Others have their turn between two posts.
      await turn();
    }
    return { candidates: read, notImported: read.some(({ isTold }) => isTold) ? [told] : [] };
  },
  find: async (db, slugs) =>
    new Map((await store.findBySlugs(db, slugs)).map((post) => [post.slug, { ...post, draft: store.contentOf(post) }])),
  completed: (draft, stored) => ({ ...acts.emptyPost, ...stored, ...draft }),
  save: async (tx, deps, caller, draft, stored) => {
    const post = { ...acts.emptyPost, ...draft };
    if (stored !== null) return acts.editPostIn(tx, deps, caller, stored, post);
    if (post.title === '') throw new DomainError('post_incomplete', 'Give the post a title');
    await acts.createPostIn(tx, deps, caller, post);
  },
  fieldOf: { post_incomplete: 'title', post_exists: 'slug' },
};
