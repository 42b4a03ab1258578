/**
 * Exports posts as files and imports files as drafts. The format matches the posts shipped with the shop, so
 * posts round-trip exactly. Imports also accept Markdown.
 */
import { writePostFile } from '#content/post-file.ts';
import type { ImportKind } from '#modules/admin/imports/kind.ts';
import type { CleanBody } from '#modules/content/clean-markup.ts';
import * as acts from '#modules/content/staff.ts';
import * as store from '#modules/content/staff-store.ts';
import { DomainError } from '#kernel/errors.ts';
import { type PostDraftFile as Draft, postLines, readingPosts, publicationDate } from './read-posts.ts';
import type { TextFile } from './zip-of-texts.ts';

export function postAsFile(post: store.EditedPost): TextFile {
  const day = post.firstPublishedAt?.toISOString().slice(0, 10);
  const head = Object.fromEntries(postLines.map((name) => [name, post[name]]));
  const text = writePostFile(
    { ...head, ...(day === undefined ? {} : { [publicationDate]: day }) },
    post.tags,
    post.body,
  );
  return { name: `${post.slug}.html`, text };
}

const sameLines = (body: string): string => body.replaceAll('\r\n', '\n');

export const postImport: ImportKind<Draft> = {
  name: 'posts',
  fields: [
    ...postLines.map((name) => ({ name, cell: (post: Draft) => post[name] ?? '' })),
    { name: 'tags', cell: ({ tags = [] }) => tags.join(', ') },
    { name: 'body', cell: ({ body }) => sameLines(body) },
  ],
  read: ({ parsing }, bytes, fileName) => parsing.run(readingPosts, { bytes, fileName }),
  find: async (db, slugs) =>
    new Map(
      (await store.findBySlugs(db, slugs)).map((post) => [
        post.slug,
        { ...post, draft: store.contentOf(post) },
      ]),
    ),
  completed: (draft, stored) => ({ ...acts.emptyPost, ...stored, ...draft }),
  save: async (tx, deps, caller, draft, stored) => {
    // A draft's body was sanitized by `readPosts`; it never comes from the database.
    const post = { ...acts.emptyPost, ...draft, body: draft.body as CleanBody };
    if (stored !== null) return acts.editPostIn(tx, deps, caller, stored, post);
    if (post.title === '') throw new DomainError('post_incomplete', 'Enter a title for the post');
    await acts.createPostIn(tx, deps, caller, post);
  },
  fieldOf: { post_incomplete: 'title', post_exists: 'slug' },
};
