/** Previews a post or an earlier version in the shop's frame and styles, for staff only. */
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate } from '#kernel/dates.ts';
import { PostPage } from '#web/features/blog/post-page.tsx';
import { NotPermitted } from '#web/features/admin/shell/no-screen.tsx';
import { Loaded, type Query } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useStaffPostPreviewQuery, useStaffPostVersionQuery } from './calls.ts';

type PreviewProps = { id: string; Site: ComponentType<{ children: ReactNode }> };
type Previewed = NonNullable<ReturnType<typeof useStaffPostPreviewQuery>['data']>;

export default function PostPreview({ id, Site }: PreviewProps) {
  const [search] = useSearchParams();
  const version = search.get('version');
  useShopStyles();
  if (!useMay('content.read')) return <NotPermitted title="Preview" />;
  return (
    <Site>
      {version === null ? <CurrentPreview id={id} /> : <VersionPreview id={id} version={Number(version)} />}
    </Site>
  );
}

const CurrentPreview = ({ id }: { id: string }) => (
  <Page query={useStaffPostPreviewQuery(id)} says="This is a preview. Visitors cannot see it." />
);

function VersionPreview({ id, version }: { id: string; version: number }) {
  const { data, currentData, ...query } = useStaffPostVersionQuery({ id, version: String(version) });
  const pages = { ...(data && { data: data.page }), ...(currentData && { currentData: currentData.page }) };
  return <Page query={{ ...query, ...pages }} says="This is an earlier version of the post." />;
}

const Page = ({ query, says }: { query: Query<Previewed>; says: string }) => (
  <>
    <p role="status" className="page bg-warn-soft py-3 font-semibold text-warn">
      {says}
    </p>
    {/* Only classes that the shop's own styles contain. */}
    <div className={query.data === undefined ? 'page py-10' : undefined}>
      <Loaded what="The page" query={query} skeleton={<Skeleton className="h-80" />} isPage>
        {(post) => <Shown post={post} />}
      </Loaded>
    </div>
  </>
);

function Shown({ post }: { post: Previewed }) {
  useEffect(() => {
    document.title = `Preview: ${post.title}`;
  }, [post.title]);
  return (
    <PostPage
      post={{ ...post, title: post.title || 'Untitled' }}
      day={formatDate(post.createdAt)}
      reviewed={formatDate(post.reviewedAt)}
      address={`${window.location.origin}/blogs/${post.slug}`}
    />
  );
}

/** The console's smaller base font size does not apply while the preview is shown. */
function useShopStyles(): void {
  useLayoutEffect(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
      ({ href }) => /\/admin-[^/]*\.css$/.test(href),
    );
    for (const sheet of sheets) sheet.disabled = true;
    return () => {
      for (const sheet of sheets) sheet.disabled = false;
    };
  }, []);
}
