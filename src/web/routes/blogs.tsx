/**
 * `/blogs`: the paginated list of posts. A page beyond the last returns 404; an invalid page number redirects
 * to the first page.
 */
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { listBlogs, listBlogTags } from '#contract/blogs.ts';
import { formatDate } from '#kernel/dates.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { feedLink } from '#web/features/blog/feed-link.ts';
import { readPlace } from '#web/features/blog/list-address.ts';
import { PostFinder } from '#web/features/blog/post-finder.tsx';
import { PostList } from '#web/features/blog/post-list.tsx';
import { publicClient } from '#web/server-context.ts';

export const links = () => [feedLink];

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const handle: PageHandle<Loaded> = (loaded) => {
  const page = loaded?.place.page ?? 1;
  const ofPage = page === 1 ? '' : `, page ${page}`;
  const { tag = '', search = '' } = loaded?.place ?? {};
  const about = [tag, search === '' ? '' : `“${search}”`].filter(Boolean).join(', ');
  return {
    title: `Blogs${about === '' ? '' : `: ${about}`}${ofPage}`,
    description: `Guides for founders outside the US${ofPage}: company formation, EIN and ITIN, banking, taxes, business credit. With fees, dates and sources.`,
  };
};

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const place = readPlace(new URL(request.url).searchParams);
  if (place === null) throw redirect('/blogs', 308);
  const call = context.get(publicClient);
  const [{ data: posts, pagination, totalCount }, tags] = await Promise.all([
    call(listBlogs, { query: place }),
    call(listBlogTags),
  ]);
  const cards = posts.map(({ slug, title, excerpt, bannerImage, imageAlt, createdAt, readingMinutes }) => {
    return {
      slug,
      title,
      excerpt,
      bannerImage,
      imageAlt,
      published: { createdAt, day: formatDate(createdAt) },
      readingMinutes,
    };
  });
  const pageExists = place.page <= Math.max(1, pagination.totalPages);
  return data(
    { place, tags, posts: cards, totalCount, totalPages: pagination.totalPages },
    { status: pageExists ? 200 : 404 },
  );
};

export default function BlogsPage({
  loaderData: { place, tags, posts, totalCount, totalPages },
}: {
  loaderData: Loaded;
}) {
  return (
    <div className="page py-10 sm:py-14 lg:py-20">
      <h1 className="text-3xl">Blogs</h1>
      <p className="mt-5 mb-8 max-w-line text-lg">
        Guides for founders who start a US company from abroad. Fees, dates and forms, each with the year and
        the source.
      </p>
      <PostFinder place={place} tags={tags} totalCount={totalCount} />
      <PostList posts={posts} place={place} totalPages={totalPages} />
    </div>
  );
}
