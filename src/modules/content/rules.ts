/**
 * Derives what readers see of a post. All functions expect a body made by `cleanBody`. Only then is every `<`
 * a tag, so matching it with regular expressions is exact.
 */
import { slugFrom } from '#kernel/slugs.ts';
import type { CleanBody } from './clean-markup.ts';

/** The fields that an author writes. */
export type PostContent = {
  slug: string;
  title: string;
  metaTitle: string;
  metaDescription: string;
  imageAlt: string;
  bannerImage: string;
  body: string;
  /** Empty when it is derived from the start of the body. */
  excerpt: string;
  tags: string[];
};

/** The author's fields with a clean body, ready to store. */
export type CleanContent = PostContent & { body: CleanBody };

/** A post read from a file, with its public date. */
export type PostDraft = Omit<PostContent, 'excerpt'> & { publishedAt: Date };

/** The fields that cards and lists need. */
export type PostSummary = Omit<PostContent, 'body'> & {
  id: string;
  publishedAt: Date;
  readingMinutes: number;
  updatedAt: Date;
  reviewedAt: Date;
};
export type Post = PostSummary & { body: string };
/** The public version as stored. */
export type WrittenPost = Omit<Post, 'id' | 'updatedAt' | 'reviewedAt'>;
export type Heading = { id: string; text: string };

/** The format of every slug. */
export const isSlug = (slug: string): boolean => slug.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug);

/** `EIN: what it is` becomes `ein-what-it-is`; empty when no letter or digit is left. */
export const slugOf = (title: string): string => slugFrom(title, 60);

const excerptCharacters = 250;
/** Below a native speaker's speed, because many readers are not native speakers of English. */
const wordsPerMinute = 200;

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const inlineTag = /^<\/?(?:a|strong|em|code|abbr|sub|sup)[\s>]/;

/** The text of a clean body without markup. Blocks are separated by a space. */
export const textOf = (body: string): string =>
  body
    .replace(/<[^>]*>/g, (tag) => (inlineTag.test(tag) ? '' : ' '))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Plain text of at most 250 characters. If cut, it ends at a word boundary with an ellipsis. */
export function excerptOf(body: string): string {
  const characters = Array.from(textOf(body));
  if (characters.length <= excerptCharacters) return characters.join('');
  const cut = characters.slice(0, excerptCharacters + 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : characters.slice(0, excerptCharacters).join('')).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** Whole minutes, rounded up, at least one. */
export const readingMinutesOf = (body: string): number =>
  Math.max(1, Math.ceil(textOf(body).split(' ').filter(Boolean).length / wordsPerMinute));

/** Converts plain text, such as an excerpt, to HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Prepares a body for its page and builds its table of contents. Heading IDs are generated with a prefix,
 * because an author's ID could clash with one of the page. External links are marked, and wide tables scroll
 * in a keyboard-accessible frame.
 */
export function prepareBody(body: string): { html: string; headings: Heading[] } {
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

/**
 * `taken`: how often each ID was requested. A heading may itself end in a number, so the next number may be
 * taken too.
 */
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

/** Makes every address in the body absolute, for readers on other sites. */
export const withAbsoluteAddresses = (body: string, origin: string): string =>
  body.replaceAll(/ (href|src)="\//g, ` $1="${origin}/`);
