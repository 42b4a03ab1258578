/** Imports posts from Markdown files or from an export. */
import { staffCheckPosts, staffImportPosts } from '#contract/admin/imports.ts';
import type { ImportDefinition } from '#web/features/admin/import/definition.ts';
import { ImportPage } from '#web/features/admin/import/import-page.tsx';

const posts: ImportDefinition = {
  area: { path: 'content/posts', title: 'Posts' },
  one: 'post',
  many: 'posts',
  permission: 'content.write',
  endpoints: { check: staffCheckPosts, apply: staffImportPosts },
  tag: 'StaffPosts',
  accept: '.md,.markdown,.html,.htm,.zip',
  takesSeveral: true,
  about: [
    'Choose Markdown files (.md), exported .html files, or a ZIP file of either. You can review every file before anything changes.',
    'The file name is the address of the post. A new address creates a draft. Visitors see changes when the post is published.',
    <>
      A Markdown file starts with a line of <code>---</code>, then lines such as <code>title: My post</code>{' '}
      and <code>tags: EIN, Taxes</code>, then <code>---</code> and the text. Fields you leave out stay
      unchanged.
    </>,
    'Up to 500 files and 2 MB.',
  ],
  effect: 'Visitors see the changes when the posts are published.',
};

export const ImportPosts = () => <ImportPage definition={posts} />;
