/** Converts a post between form fields and request body. */
import type { Sent } from '#contract/endpoint.ts';
import type { staffEditPost } from '#contract/admin/posts.ts';
import type { Post } from './calls.ts';

export type PostFields = {
  title: string;
  slug: string;
  body: string;
  bannerImage: string;
  imageAlt: string;
  /** Comma-separated. */
  tags: string;
  excerpt: string;
  metaTitle: string;
  metaDescription: string;
};

export const labels: Record<keyof PostFields, string> = {
  title: 'Title',
  slug: 'Address',
  body: 'Text',
  bannerImage: 'Cover',
  imageAlt: 'Cover alt text',
  tags: 'Tags',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description for search engines',
};

export const fieldsOf = (post: Post): PostFields => ({
  title: post.title,
  slug: post.slug,
  body: post.body,
  bannerImage: post.bannerImage,
  imageAlt: post.imageAlt,
  tags: post.tags.join(', '),
  excerpt: post.excerpt,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
});

export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export const toBody = (
  { tags, ...fields }: PostFields,
  version: number,
): Sent<typeof staffEditPost>['body'] => ({
  ...fields,
  tags: tagsIn(tags),
  version,
});

/** Address of the preview of a post, or of an earlier version. */
export const previewOf = (id: string, version?: number): string =>
  `/admin/content/posts/${id}/preview${version === undefined ? '' : `?version=${version}`}`;

/** The plain text of a body, for comparing versions. */
export const wordsOf = (body: string): string =>
  body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
