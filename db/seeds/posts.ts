/**
 * The blog's initial posts, read from `posts/<slug>.html`: a comment with one `key: value` per line, then the
 * body. This file only reads them; the content module sanitizes and stores them. An error names the file, the
 * field, and the problem.
 */
import { readdir, readFile } from 'node:fs/promises';
import { type PostFile, readPostHead, splitPostFile, tagsOf } from '#content/post-file.ts';
import { recommendedLengths } from '#content/post-lengths.ts';

const folder = new URL('./posts/', import.meta.url);

/** The header fields of a file and their limits. */
const fields = {
  ...recommendedLengths,
  tags: { shortest: 2, longest: 120 },
  publishedAt: { shortest: 10, longest: 10 },
} as const;

type FieldName = keyof typeof fields;

/** The input type of the content module: a post with another shape does not compile. */
export type SeedPost = Omit<Record<FieldName, string>, 'tags' | 'publishedAt'> & {
  slug: string;
  bannerImage: string;
  body: string;
  tags: string[];
  publishedAt: Date;
};

/** Returns every post, sorted by slug. Rejects with one sentence for each error in any file. */
export async function readSeedPosts(): Promise<SeedPost[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html')).toSorted();
  const readings = await Promise.all(
    names.map(async (name) =>
      readSeedPost(name.replace(/\.html$/, ''), await readFile(new URL(name, folder), 'utf8')),
    ),
  );
  const complaints = readings.flatMap((reading) => reading.complaints);
  if (complaints.length > 0)
    throw new Error(`The posts in db/seeds/posts cannot be read:\n${complaints.join('\n')}`);
  return readings.flatMap(({ post }) => (post === null ? [] : [post]));
}

export type Reading = { post: SeedPost; complaints: [] } | { post: null; complaints: string[] };

/** Parses one file. Errors name the file by its slug. */
export function readSeedPost(slug: string, text: string): Reading {
  const file = splitPostFile(text);
  if (file?.form !== 'html')
    return {
      post: null,
      complaints: [`${slug}: must begin with <!--, one "key: value" a line, -->, and then the body`],
    };
  const { body } = file;
  const complaints = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
    ? []
    : ['the name of the file must be small letters, digits and hyphens'];
  const values = readHead(file, complaints);
  const tags = tagsOf(values.tags);
  if (tags.includes('')) complaints.push('tags holds an empty tag');
  if (new Set(tags).size < tags.length) complaints.push('tags holds a tag twice');
  const publishedAt = new Date(`${values.publishedAt}T09:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(values.publishedAt) || !isDay(publishedAt, values.publishedAt))
    complaints.push(`publishedAt must be a day such as 2026-05-19, not "${values.publishedAt}"`);
  if (body === '') complaints.push('there is no body');
  if (complaints.length > 0)
    return { post: null, complaints: complaints.map((complaint) => `${slug}: ${complaint}`) };
  const { title, metaTitle, metaDescription, imageAlt } = values;
  const bannerImage = `/blog/${slug}.svg`;
  return {
    post: { slug, title, metaTitle, metaDescription, imageAlt, bannerImage, body, tags, publishedAt },
    complaints: [],
  };
}

/** `Date` turns February 31 into March 3, so compare the day. */
const isDay = (date: Date, written: string): boolean =>
  !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);

function readHead(file: PostFile, complaints: string[]): Record<FieldName, string> {
  const { values, complaints: ofLines } = readPostHead(file, Object.keys(fields));
  complaints.push(...ofLines);
  const read = (name: FieldName): string => {
    const value = values.get(name) ?? '';
    const { shortest, longest } = fields[name];
    if (!values.has(name)) complaints.push(`${name} is missing`);
    else if (value.length < shortest || value.length > longest)
      complaints.push(`${name} has ${value.length} characters; it needs ${shortest} to ${longest}`);
    return value;
  };
  return {
    title: read('title'),
    metaTitle: read('metaTitle'),
    metaDescription: read('metaDescription'),
    imageAlt: read('imageAlt'),
    tags: read('tags'),
    publishedAt: read('publishedAt'),
  };
}
