/**
 * The blog on the wire. `description` is always safe HTML: the whole body in a single post, its beginning in
 * a list. Cards print `excerpt`, the same beginning as plain text, so a list never has whole bodies.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const moment = z.iso.datetime();

export const BlogSummary = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  imageAlt: z.string(),
  description: z.string(),
  bannerImage: z.string(),
  createdAt: moment,
  tags: z.array(z.string()),
  /** Plain text: at most 250 characters, then an ellipsis if there is more. */
  excerpt: z.string(),
  readingMinutes: z.int(),
  updatedAt: moment,
});

export const BlogPost = BlogSummary.extend({
  /** The last review: each publication counts, even without changes. */
  reviewedAt: moment,
  /** The second-level headings, with their ids in `description`. */
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Up to three posts on the same subjects. */
  related: z.array(
    BlogSummary.pick({ slug: true, title: true, excerpt: true, bannerImage: true, imageAlt: true }),
  ),
});

/** One spelling per number: other spellings would give the same page a second address. */
const asNumber = (value: string | number | undefined): number | undefined =>
  value === undefined ? undefined : /^[1-9]\d*$/.test(String(value)) ? Number(value) : Number.NaN;

const integerParam = (name: string, max: number, initial: number) => {
  const message = `${name} must be a whole number from 1 to ${max}`;
  return z.preprocess(
    asNumber,
    z.number({ error: message }).int(message).min(1, message).max(max, message).default(initial),
  );
};

/** A search text, without characters that none of our texts can have. */
const searchParam = (name: string, longest: number) =>
  z
    .string()
    .max(longest, `${name} must have at most ${longest} characters`)
    .transform((text) => text.replaceAll('\0', '').trim())
    .optional();

const longestTag = 60;
const longestSearch = 100;

/**
 * A page past the last one is empty. Tags match in any case. A search returns posts with all its words, best
 * match first.
 */
export const listBlogs = endpoint({
  method: 'GET',
  path: '/api/blogs',
  access: 'public',
  summary: 'Lists blog posts by page, newest first; filters by tag and search',
  query: z.strictObject({
    limit: integerParam('Limit', 100, 15),
    page: integerParam('Page', 100_000, 1),
    tag: searchParam('Tag', longestTag),
    search: searchParam('Search', longestSearch),
  }),
  response: z.object({
    data: z.array(BlogSummary),
    totalCount: z.int(),
    limit: z.int(),
    pagination: z.object({ page: z.int(), limit: z.int(), totalCount: z.int(), totalPages: z.int() }),
  }),
});

export const listBlogTags = endpoint({
  method: 'GET',
  path: '/api/blog-tags',
  access: 'public',
  summary: 'Lists tags by number of posts',
  response: z.array(z.object({ tag: z.string(), posts: z.int() })),
});

export const readBlog = endpoint({
  method: 'GET',
  path: '/api/blogs/{slug}',
  access: 'public',
  summary: 'Returns a blog post by its current or an earlier slug',
  params: z.strictObject({ slug: z.string().max(200, 'Oops! Post not found.') }),
  response: BlogPost,
});
