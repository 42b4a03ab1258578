/** `/blogs`: the list of posts, page by page. A page that the blog does not have answers 404; an address that names none leads to the first. */
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { listBlogs } from '#contract/blogs.ts';
import { formatDate } from '#kernel/dates.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { feedLink } from '#web/features/blog/feed-link.ts';
import { readPlace } from '#web/features/blog/list-address.ts';
import { PostList } from '#web/features/blog/post-list.tsx';
import { publicClient } from '#web/server-context.ts';

export const links = () => [feedLink];

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const handle: PageHandle<Loaded> = (loaded) => {
  const page = loaded?.place.page ?? 1;
  const ofPage = page === 1 ? '' : `, page ${page}`;
  return {
    title: `Blogs${ofPage}`,
    description: `Guides for founders outside the US${ofPage}: company formation, EIN and ITIN, banking, taxes, business credit. With fees, dates and sources.`,
  };
};

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const place = readPlace(new URL(request.url).searchParams);
  if (place === null) throw redirect('/blogs', 308);
  const { data: posts, pagination } = await context.get(publicClient)(listBlogs, { query: place });
  const cards = posts.map(({ slug, title, excerpt, bannerImage, imageAlt, createdAt, readingMinutes }) => {
    return { slug, title, excerpt, bannerImage, imageAlt, published: { createdAt, day: formatDate(createdAt) }, readingMinutes };
  });
  const isThere = place.page <= Math.max(1, pagination.totalPages);
  return data({ place, posts: cards, totalPages: pagination.totalPages }, { status: isThere ? 200 : 404 });
};

export default function BlogsPage({ loaderData: { place, posts, totalPages } }: { loaderData: Loaded }) {
  return (
    <div className="page py-10 sm:py-14 lg:py-20">
      <h1 className="text-3xl">Blogs</h1>
      <p className="mt-5 mb-10 max-w-line text-lg lg:mb-14">
        Guides for founders who start a US company from abroad. Fees, dates and forms, each with the year and the source.
      </p>
      <PostList posts={posts} place={place} totalPages={totalPages} />
    </div>
  );
}
