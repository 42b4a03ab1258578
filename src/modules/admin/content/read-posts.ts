/**
 * Parses post files into drafts: unpacks them, converts Markdown to HTML, and sanitizes it. Slow on hostile
 * input, so it runs in a worker. A post is identified by its slug, which is the file name.
 */
import * as contract from '#contract/admin/posts.ts';
import { DomainError } from '#kernel/errors.ts';
import { lengthsAtMost } from '#content/post-lengths.ts';
import { type PostFile, readPostHead, splitPostFile, tagsOf } from '#content/post-file.ts';
import type { Candidate, Problem } from '#modules/admin/imports/kind.ts';
import { parseDraft } from '#modules/admin/imports/problems.ts';
import { cleanBody } from '#modules/content/clean-body.ts';
import { fromMarkdown } from '#modules/content/markdown.ts';
import type { PostContent } from '#modules/content/rules.ts';
import { parseTask } from '#platform/parsing.ts';
import type { z } from 'zod';
import { readTexts, type TextFile } from './zip-of-texts.ts';

export const postLines = [
  'title',
  'metaTitle',
  'metaDescription',
  'imageAlt',
  'bannerImage',
  'excerpt',
] as const;
/** The date shown to readers is the publication date; files cannot change it. */
export const publicationDate = 'publishedAt';
const knownLines = ['slug', ...postLines, 'tags', publicationDate];

/** The fields in a file; omitted fields stay unchanged. */
export type PostDraftFile = Partial<PostContent> & Pick<PostContent, 'slug' | 'body'>;
type Draft = PostDraftFile;

type Read = Candidate<Draft> & { hasPublicationDate: boolean };

/** A post that is too complex is a problem of its row, not of the whole file. */
async function readPostSafely(text: TextFile, index: number): Promise<Read> {
  try {
    return await readPost(text, index);
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof DomainError)) throw error;
    const { message } = error instanceof DomainError ? error : new DomainError('content_too_complex');
    const nothing = { said: [], values: {}, draft: null, hasPublicationDate: false };
    return {
      row: index + 1,
      file: text.name,
      key: slugIn(text.name),
      name: '',
      ...nothing,
      problems: [{ field: 'body', message }],
    };
  }
}

async function readPost({ name, text }: TextFile, index: number): Promise<Read> {
  const refused = (problems: Problem[], key = slugIn(name)): Read => ({
    ...{
      row: index + 1,
      file: name,
      key,
      name: '',
      said: [],
      values: {},
      draft: null,
      hasPublicationDate: false,
      problems,
    },
  });
  const file = splitPostFile(text);
  if (file === null)
    return refused([
      {
        field: '',
        message:
          'Start the file with a line of ---, then lines such as "title: My post", then --- and the text',
      },
    ]);
  const { values, complaints } = readPostHead(file, knownLines);
  const slug = values.get('slug') ?? slugIn(name);
  const inHead = complaints.map((message) => ({ field: '', message: sentence(message) }));
  if (file.body.length > readAtMost[file.form]) return refused([...inHead, tooLong], slug);
  const { html, title } = await bodyOf(file, values.get('title'));
  const posted = {
    ...valuesOf(values),
    ...(title === undefined ? {} : { title }),
    slug,
    body: cleanBody(html),
  };
  const { draft, problems } = parseDraft(schemaOf(posted), posted, (field) => field);
  const lostProblems = picturesIn(html) > picturesIn(posted.body) ? [lostPicture] : [];
  const all = [...inHead, ...problems, ...lostProblems];
  return {
    ...refused(all, slug),
    name: title ?? '',
    draft: all.length > 0 ? null : draft,
    hasPublicationDate: values.has(publicationDate),
  };
}

/**
 * Characters. Word writes several times as much HTML as remains after sanitizing; Markdown is shorter than
 * its HTML.
 */
const readAtMost = { html: 5 * lengthsAtMost.body, markdown: 1.25 * lengthsAtMost.body } as const;
const tooLong = {
  field: 'body',
  message: `The text is too long: at most ${lengthsAtMost.body.toLocaleString('en-US')} characters with markup`,
};

const slugIn = (name: string): string => name.replace(/^.*\//, '').replace(/\.\w+$/, '');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Normalizes line endings. */
const bodyOf = ({ form, body }: PostFile, title: string | undefined) => {
  const text = body.replaceAll('\r\n', '\n');
  return form === 'markdown' ? fromMarkdown(text, title) : { html: text, title };
};

function valuesOf(values: Map<string, string>): Omit<Partial<PostContent>, 'slug' | 'body'> {
  const texts = postLines.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  const tags = values.get('tags');
  return { ...Object.fromEntries(texts), ...(tags === undefined ? {} : { tags: tagsOf(tags) }) };
}

const content = contract.PostEdit.omit({ version: true });

/** Validates only the given fields: a full schema would set the omitted ones to empty. */
const schemaOf = (draft: Draft): z.ZodType<Draft> =>
  content.pick(
    Object.fromEntries(Object.keys(draft).map((name) => [name, true])) as object,
  ) as unknown as z.ZodType<Draft>;

const picturesIn = (html: string): number => html.split(/<img[\s/>]/i).length;
const lostPicture = {
  field: 'body',
  message:
    'A picture cannot be imported. It needs an address on this site, and alt, width, and height, for example <img src="/media/…" alt="…" width="800" height="450">',
};

export type ReadPosts = { candidates: Candidate<Draft>[]; notImported: string[] };

/** Throws `import_unreadable` and `content_too_complex`. */
export async function readPosts({
  bytes,
  fileName,
}: {
  bytes: Uint8Array;
  fileName: string;
}): Promise<ReadPosts> {
  const read: Read[] = [];
  for (const [index, text] of readTexts(bytes, fileName).entries())
    read.push(await readPostSafely(text, index));
  return {
    candidates: read.map(({ hasPublicationDate: _, ...candidate }) => candidate),
    notImported: read.some(({ hasPublicationDate }) => hasPublicationDate) ? [publicationDate] : [],
  };
}

export const readingPosts = parseTask<typeof readPosts>(new URL(import.meta.url), 'readPosts', 'file');
