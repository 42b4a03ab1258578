/** Posts as staff write them: drafts, scheduled posts, published posts, and earlier versions. */
import { idPattern } from '#kernel/ids.ts';
import { lengthsAtMost, tagsAtMost } from '#content/post-lengths.ts';
import { BlogPost } from '#contract/blogs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { draftText, required } from '#contract/values.ts';
import { z } from 'zod';
import { exportQuery, listQuery, pageOf, Version, Zip } from './list.ts';

export const postViews = ['all', 'drafts', 'scheduled', 'published'] as const;
export const postStates = ['draft', 'scheduled', 'published'] as const;

export const PostId = z.string().regex(idPattern('post'), 'Post not found');

export const PostSlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and single hyphens')
  .max(lengthsAtMost.slug, `At most ${lengthsAtMost.slug} characters`);

/** A drawing that came with the shop, or an upload. */
const CoverAddress = z
  .string()
  .regex(
    /^(\/(blog|products)\/[a-z0-9-]{1,80}\.svg|\/media\/[A-Za-z0-9_-]{22}(\.svg)?)?$/,
    'Choose a picture',
  );

/** The fields of a draft, which may be incomplete or empty. */
const texts = {
  slug: PostSlug,
  title: draftText(lengthsAtMost.title),
  metaTitle: draftText(lengthsAtMost.metaTitle),
  metaDescription: draftText(lengthsAtMost.metaDescription),
  imageAlt: draftText(lengthsAtMost.imageAlt),
  bannerImage: CoverAddress,
  excerpt: draftText(lengthsAtMost.excerpt),
  tags: z
    .array(required('Enter the tag, or remove it', lengthsAtMost.tag))
    .max(tagsAtMost, `At most ${tagsAtMost} tags`)
    .refine((all) => new Set(all).size === all.length, 'A tag is listed twice'),
  body: z
    .string()
    .max(
      lengthsAtMost.body,
      `The text is too long: at most ${lengthsAtMost.body.toLocaleString('en-US')} characters with markup`,
    ),
};

export const PostEdit = z.strictObject({ version: Version, ...texts });

/** Requirements for publication. */
export const CompletePost = z.object({
  title: required('Enter a title for the post', lengthsAtMost.title),
  body: z.string().regex(/[^<>\s](?![^<]*>)/, 'Enter the text of the post'),
  metaDescription: required('Enter a description for search engines', lengthsAtMost.metaDescription),
  bannerImage: CoverAddress.min(1, 'Choose a cover picture'),
  imageAlt: required('Enter the alt text of the cover', lengthsAtMost.imageAlt),
  tags: texts.tags.min(1, 'Add at least one tag'),
});

export const PostRow = z.object({
  id: PostId,
  version: Version,
  slug: z.string(),
  title: z.string(),
  state: z.enum(postStates),
  /** Published, in this or an older version. */
  isPublic: z.boolean(),
  /** The published version is older than this one. */
  hasChanges: z.boolean(),
  publishAt: z.iso.datetime().nullable(),
  firstPublishedAt: z.iso.datetime().nullable(),
  changed: z.object({ at: z.iso.datetime(), by: z.string().nullable() }),
  /** Why the scheduled publication failed; empty otherwise. */
  problem: z.string(),
});

export const StaffPost = PostRow.extend({
  metaTitle: z.string(),
  metaDescription: z.string(),
  imageAlt: z.string(),
  bannerImage: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  body: z.string(),
  createdAt: z.iso.datetime(),
  /** Its published address; null while it is not published. */
  publicSlug: z.string().nullable(),
  /** Addresses that redirect to it, newest first. */
  oldSlugs: z.array(z.string()),
});

export const postList = {
  views: postViews,
  sorts: ['changed'],
  filters: { title: z.string().trim().max(100).optional() },
} as const;

const staff = { access: 'staff' } as const;
const reads = { ...staff, method: 'GET', permission: 'content.read' } as const;
const writes = { ...staff, permission: 'content.write', response: StaffPost } as const;
const byId = z.strictObject({ id: PostId });

export const staffListPosts = endpoint({
  ...reads,
  path: '/api/admin/posts',
  summary: 'Lists posts, last changed first; scheduled posts by publication time',
  query: listQuery(postList),
  response: pageOf(PostRow),
});

export const staffExportPosts = endpoint({
  ...staff,
  method: 'GET',
  permission: 'content.export',
  answers: 'zip',
  path: '/api/admin/posts/export',
  summary: 'Exports the matching posts as a ZIP file for import',
  query: exportQuery(postList),
  response: Zip,
});

export const staffReadPost = endpoint({
  ...reads,
  path: '/api/admin/posts/{id}',
  summary: "Returns a post's draft",
  params: byId,
  response: StaffPost,
});

export const staffCreatePost = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/admin/posts',
  summary: 'Creates a draft with a slug from its title',
  body: z.strictObject({ title: required('Enter a title for the post', lengthsAtMost.title) }),
});

export const staffEditPost = endpoint({
  ...writes,
  method: 'PUT',
  path: '/api/admin/posts/{id}',
  summary: "Saves a post's draft; the published version stays unchanged",
  params: byId,
  body: PostEdit,
});

export const staffPublishPost = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/admin/posts/{id}/publication',
  summary: 'Publishes the current draft; old addresses redirect to the new one',
  params: byId,
  body: z.strictObject({ version: Version }),
});

export const staffSchedulePost = endpoint({
  ...writes,
  method: 'PUT',
  path: '/api/admin/posts/{id}/schedule',
  summary: "Schedules the post's publication or cancels the schedule",
  params: byId,
  body: z.strictObject({ version: Version, at: z.iso.datetime('Choose a date and a time').nullable() }),
});

export const staffDeletePost = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/posts/{id}/deletion',
  permission: 'content.write',
  summary: 'Deletes a never-published draft and its versions',
  params: byId,
  body: z.strictObject({ version: Version }),
  response: z.object({ id: PostId }),
});

export const staffPreviewPost = endpoint({
  ...reads,
  path: '/api/admin/posts/{id}/preview',
  summary: 'Previews the draft as a page',
  params: byId,
  response: BlogPost,
});

export const PostVersion = z.object({
  version: Version,
  title: z.string(),
  savedAt: z.iso.datetime(),
  by: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
});

export const staffListPostVersions = endpoint({
  ...reads,
  path: '/api/admin/posts/{id}/versions',
  summary: "Lists a post's versions, newest first, up to 100",
  params: byId,
  response: z.object({ versions: z.array(PostVersion) }),
});

export const staffReadPostVersion = endpoint({
  ...reads,
  path: '/api/admin/posts/{id}/versions/{version}',
  summary: 'Returns one version of a post as a page',
  params: z.strictObject({ id: PostId, version: z.string().regex(/^\d{1,9}$/, 'Not found') }),
  response: PostVersion.extend({ page: BlogPost }),
});

export const staffRestorePost = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/admin/posts/{id}/restoration',
  summary: 'Restores an earlier version as the draft',
  params: byId,
  body: z.strictObject({ version: Version, becomes: Version }),
});
