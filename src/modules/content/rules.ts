/**
 * What a reader gets to see of a post. All functions here take a body that `cleanBody` has made: only then is every `<` in it
 * a tag, so that reading it with patterns is exact.
 */
import { slugFrom } from '#kernel/slugs.ts';
import type { CleanBody } from './clean-markup.ts';

/** What an author writes. */
export type PostContent = {
  slug: string;
  title: string;
  metaTitle: string;
  metaDescription: string;
  imageAlt: string;
  bannerImage: string;
  body: string;
  /** Empty where it is the beginning of the body. */
  excerpt: string;
  tags: string[];
};

/** What an author writes, as it may be stored. */
export type CleanContent = PostContent & { body: CleanBody };

/** A post of a file, with the day that it has for readers. */
export type PostDraft = Omit<PostContent, 'excerpt'> & { publishedAt: Date };

/** What cards and lists need. */
export type PostSummary = Omit<PostContent, 'body'> & {
  id: string;
  publishedAt: Date;
  readingMinutes: number;
  updatedAt: Date;
  reviewedAt: Date;
};
export type Post = PostSummary & { body: string };
/** As it is stored for visitors. */
export type WrittenPost = Omit<Post, 'id' | 'updatedAt' | 'reviewedAt'>;
export type Heading = { id: string; text: string };

/** The shape of every slug; anything else names no post. */
export const isSlug = (slug: string): boolean => slug.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug);

/** `EIN: what it is` becomes `ein-what-it-is`; empty where no letter or digit is left. */
export const slugOf = (title: string): string => slugFrom(title, 60);

const excerptCharacters = 250;
/** Slower than a native reader: the blog is read by people whose first language is another one. */
const wordsPerMinute = 200;

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const inlineTag = /^<\/?(?:a|strong|em|code|abbr|sub|sup)[\s>]/;

/** The words of a clean body, without markup. Blocks are kept apart by a space. */
export const textOf = (body: string): string =>
  body
    .replace(/<[^>]*>/g, (tag) => (inlineTag.test(tag) ? '' : ' '))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Plain text of at most 250 characters; where it was cut, at the end of a word, an ellipsis follows. */
export function excerptOf(body: string): string {
  const characters = Array.from(textOf(body));
  if (characters.length <= excerptCharacters) return characters.join('');
  const cut = characters.slice(0, excerptCharacters + 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : characters.slice(0, excerptCharacters).join('')).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** Whole minutes, rounded up, never less than one. */
export const readingMinutesOf = (body: string): number =>
  Math.max(1, Math.ceil(textOf(body).split(' ').filter(Boolean).length / wordsPerMinute));

/** Excerpts are text; where a field is HTML they become it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The body as pages show it, and its table of contents. We give the headings their ids, with a prefix: an author's id could
 * stand in for one of the page's own. Links to other sites say what they are, and a wide table scrolls in a frame that the keyboard reaches.
 */
export function dressBody(body: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  let tables = 0;
  const html = body
    .replace(/<h2( dir="\w+")?>([\s\S]*?)<\/h2>/g, (_, dir: string | undefined, inner: string) => {
      const text = textOf(inner);
      const id = freeId(text, taken);
      if (text !== '') headings.push({ id, text });
      return `<h2 id="${id}"${dir ?? ''}>${inner}</h2>`;
    })
    .replaceAll('<a href="https:', '<a rel="noopener nofollow" href="https:')
    .replaceAll('<img ', '<img loading="lazy" decoding="async" ')
    .replaceAll(/<table(?: dir="\w+")?>/g, (table) => {
      tables += 1;
      return `<section class="reading-table" tabindex="0" aria-label="Table ${tables}">${table}`;
    })
    .replaceAll('</table>', '</table></section>');
  return { html, headings };
}

/** `taken`: how often each id was asked for. A heading may itself end in a number, so the next number may be taken too. */
function freeId(text: string, taken: Map<string, number>): string {
  const base = `part-${slugFrom(text, 60) || 'untitled'}`;
  let number = (taken.get(base) ?? 0) + 1;
  let id = number === 1 ? base : `${base}-${number}`;
  while (number > 1 && taken.has(id)) {
    number += 1;
    id = `${base}-${number}`;
  }
  taken.set(base, number);
  if (id !== base) taken.set(id, 1);
  return id;
}

/** A body for readers on other sites: every address begins with ours. */
export const withAbsoluteAddresses = (body: string, origin: string): string => body.replaceAll(/ (href|src)="\//g, ` $1="${origin}/`);
