/**
 * `/blogs/{slug}`: one post. An unknown slug returns 404 with a link to the list. A former slug redirects to
 * the current one.
 */
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { readBlog } from '#contract/blogs.ts';
import { listProductsOfPost } from '#contract/catalog.ts';
import { CallError } from '#contract/client.ts';
import { formatDate } from '#kernel/dates.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { feedLink } from '#web/features/blog/feed-link.ts';
import { PostNotFound } from '#web/features/blog/post-not-found.tsx';
import { PostPage } from '#web/features/blog/post-page.tsx';
import { PostOffer } from '#web/features/catalog/post-offer.tsx';
import { publicClient, publicOrigin } from '#web/server-context.ts';

export const links = () => [feedLink];

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const handle: PageHandle<Loaded> = (loaded) =>
  loaded?.post
    ? { title: loaded.post.metaTitle, description: loaded.post.metaDescription }
    : { title: 'Post not found' };

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const slug = params.slug ?? '';
  try {
    const call = context.get(publicClient);
    const [post, [offer = null]] = await Promise.all([
      call(readBlog, { params: { slug } }),
      call(listProductsOfPost, { params: { slug } }),
    ]);
    if (post.slug !== slug) throw redirect(`/blogs/${post.slug}`, 301);
    const address = `${context.get(publicOrigin)}/blogs/${post.slug}`;
    return data({
      post,
      offer,
      day: formatDate(post.createdAt),
      reviewed: formatDate(post.reviewedAt),
      address,
    });
  } catch (error) {
    if (error instanceof CallError && error.code === 'post_not_found')
      return data({ post: null, offer: null, day: '', reviewed: '', address: '' }, { status: 404 });
    throw error;
  }
};

export default function BlogPostPage({ loaderData: { post, offer, ...beside } }: { loaderData: Loaded }) {
  return post === null ? (
    <PostNotFound />
  ) : (
    <PostPage key={post.slug} post={post} {...beside} offer={offer && <PostOffer {...offer} />} />
  );
}
