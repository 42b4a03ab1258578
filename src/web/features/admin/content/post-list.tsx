/** The list of posts: all, drafts, scheduled, and published. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { perOpening } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Typed } from '#web/features/admin/catalogue/editor-frame.tsx';
import { ImportLink } from '#web/features/admin/import/import-link.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { ContentScreens } from './content-screens.tsx';
import { PostMark } from './post-mark.tsx';
import { type PostRow, usePostsPrefetch, useStaffPostCreationMutation, useStaffPostsQuery } from './posts-api.ts';

const nameOf = ({ title }: Pick<PostRow, 'title'>): string => title || 'Without a title';

const Changed = ({ changed: { at, by } }: PostRow) => (
  <span className="text-muted">
    <Moment at={at} />
    {by && ` by ${by}`}
  </span>
);

/** A new post needs only a title. */
function NewPost() {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('content.write')) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        New post
      </Button>
      <NewPostDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const NewPostDialog = perOpening(function NewPostDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const act = useAct();
  const [create] = useStaffPostCreationMutation();
  const navigate = useNavigate();
  const make = async () => {
    const outcome = await act.run(title, () => create(title));
    if (outcome?.kind === 'done') void navigate(`/admin/content/posts/${outcome.data.id}`);
  };
  return (
    <ActDialog title="New post" action="Begin to write" isOpen={isOpen} onClose={onClose} act={act} onConfirm={() => void make()}>
      <Typed label="Title" hint="It can be changed as long as you like." error={undefined} value={title} onChange={setTitle} />
    </ActDialog>
  );
});

const empty: Record<string, { title: string; body: string }> = {
  drafts: { title: 'No drafts', body: 'A new post is a draft until you publish it: nobody else sees it.' },
  scheduled: { title: 'Nothing waits for its time', body: 'A post with a day and a time publishes itself, and stands here until then.' },
  published: { title: 'Nothing is published', body: 'Posts that visitors read stand here.' },
};

const definition: ListDefinition<PostRow> = {
  area: 'content/posts',
  title: 'Posts',
  screens: <ContentScreens now="Posts" />,
  one: 'post',
  many: 'posts',
  views: [
    { id: 'all', title: 'All' },
    { id: 'drafts', title: 'Drafts' },
    { id: 'scheduled', title: 'Scheduled' },
    { id: 'published', title: 'Published' },
  ],
  filters: [{ name: 'title', label: 'Title', kind: 'text', hint: 'A part of the title' }],
  columns: [
    { id: 'title', title: 'Post', cell: nameOf },
    { id: 'state', title: 'State', cell: (row) => <PostMark post={row} /> },
    {
      id: 'published',
      title: 'Published',
      from: 'md',
      cell: ({ publishAt, firstPublishedAt }) => {
        const at = publishAt ?? firstPublishedAt;
        return at && <Moment at={at} full={publishAt !== null} />;
      },
    },
    { id: 'changed', title: 'Changed', align: 'end', from: 'lg', cell: (row) => <Changed {...row} /> },
  ],
  idOf: ({ id }) => id,
  nameOf,
  card: (row) => ({ end: <Moment at={row.publishAt ?? row.changed.at} full={row.publishAt !== null} />, second: <PostMark post={row} /> }),
  useRows: (query) => useStaffPostsQuery(query),
  usePrefetchPage: () => usePostsPrefetch('staffPosts'),
  usePrefetchRow: () => usePostsPrefetch('staffPost'),
  empty: (view) => empty[view] ?? { title: 'No posts yet', body: 'What you write for founders stands here, from the first word on.' },
  exportPath: '/api/admin/posts/export',
  exportAs: 'ZIP',
  exportPermission: 'content.export',
  actions: (
    <>
      <ImportLink to="/admin/content/import" permission="content.write" />
      <NewPost />
    </>
  ),
  bulk: [
    {
      kind: 'unpublish_posts',
      label: 'Unpublish',
      permission: 'content.write',
      hindrance: ({ isPublic }) => (isPublic ? null : 'visitors do not see them'),
      ask: (count, isOne) => ({
        title: `Unpublish ${count} ${isOne ? 'post' : 'posts'}?`,
        action: `Unpublish ${count} ${isOne ? 'post' : 'posts'}`,
        body: 'Visitors, the feed and search engines do not find them any more. They stay here as drafts. For eight seconds you can take it back.',
      }),
    },
  ],
};

export const PostList = () => <ListPage definition={definition} />;
