/** The list of posts: all, drafts, scheduled, and published. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { ImportLink } from '#web/features/admin/import/import-link.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { PostMark } from './post-mark.tsx';
import {
  type PostRow,
  useStaffPostCreationMutation,
  useStaffPostsQuery,
  useStaffPostQuery,
} from './calls.ts';

const nameOf = ({ title }: Pick<PostRow, 'title'>): string => title || 'Untitled';

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

const NewPostDialog = remountOnOpen(function NewPostDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean;
  onClose: () => void;
}) {
  const [title, setTitle] = useState('');
  const act = useAct();
  const [create] = useStaffPostCreationMutation();
  const navigate = useNavigate();
  const make = async () => {
    const outcome = await act.run(title, () => create({ body: { title } }));
    if (outcome?.kind === 'done') void navigate(`/admin/content/posts/${outcome.data.id}`);
  };
  return (
    <ActDialog
      title="New post"
      action="Create draft"
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void make()}
    >
      <Typed
        label="Title"
        hint="You can change it later."
        error={undefined}
        value={title}
        onChange={setTitle}
      />
    </ActDialog>
  );
});

const empty: Record<string, { title: string; body: string }> = {
  drafts: {
    title: 'No drafts',
    body: 'New posts are drafts. Visitors cannot see them until you publish them.',
  },
  scheduled: { title: 'No scheduled posts', body: 'Scheduled posts appear here until they are published.' },
  published: { title: 'No published posts', body: 'Published posts appear here.' },
};

const definition: ListDefinition<PostRow> = {
  area: 'content/posts',
  title: 'Posts',
  one: 'post',
  many: 'posts',
  views: [
    { id: 'all', title: 'All' },
    { id: 'drafts', title: 'Drafts' },
    { id: 'scheduled', title: 'Scheduled' },
    { id: 'published', title: 'Published' },
  ],
  filters: [{ name: 'title', label: 'Title', kind: 'text', hint: 'Part of the title' }],
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
  card: (row) => ({
    end: <Moment at={row.publishAt ?? row.changed.at} full={row.publishAt !== null} />,
    second: <PostMark post={row} />,
  }),
  useRows: useStaffPostsQuery,
  usePrefetchRow: useStaffPostQuery.usePrefetch,
  empty: (view) => empty[view] ?? { title: 'No posts yet', body: 'Drafts and published posts appear here.' },
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
      hindrance: ({ isPublic }) => (isPublic ? null : 'they are not published'),
      ask: (count, isOne) => ({
        title: `Unpublish ${count} ${isOne ? 'post' : 'posts'}?`,
        action: `Unpublish ${count} ${isOne ? 'post' : 'posts'}`,
        body: 'They are removed from the site, the feed, and search engines, and become drafts. You have 8 seconds to undo this.',
      }),
    },
  ],
};

export const PostList = () => <ListPage definition={definition} />;
