/** Imports posts from Markdown files or from an export. */
import { staffCheckPosts, staffImportPosts } from '#contract/admin/imports.ts';
import type { ImportDefinition } from '#web/features/admin/import/definition.ts';
import { ImportPage } from '#web/features/admin/import/import-page.tsx';

const posts: ImportDefinition = {
  area: { path: 'content/posts', title: 'Posts' },
  one: 'post',
  many: 'posts',
  permission: 'content.write',
  rows: { check: staffCheckPosts, apply: staffImportPosts },
  tag: 'StaffPosts',
  accept: '.md,.markdown,.html,.htm,.zip',
  takesSeveral: true,
  about: [
    'Choose Markdown files (.md), the .html files of an export, or a ZIP file of either. You see what each would do before anything is changed.',
    'The name of a file is the address of its post: an address that is new makes a draft. Visitors see a change when the post is published.',
    <>
      A Markdown file begins with a line of <code>---</code>, then lines such as <code>title: My post</code> and{' '}
      <code>tags: EIN, Taxes</code>, then <code>---</code> and the text. What it leaves out stays as it is.
    </>,
    'Up to 500 files and 2 MB.',
  ],
  effect: 'Visitors see it when the posts are published.',
};

export const ImportPosts = () => <ImportPage definition={posts} />;
