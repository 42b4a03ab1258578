/** `/blogs/{slug}`: one post. An unknown one is an answer, not a failure: status 404 and a way back to the list. */
import { data, type LoaderFunctionArgs } from 'react-router';
import { readBlog } from '#contract/blogs.ts';
import { CallError } from '#contract/client.ts';
import { formatDate } from '#kernel/dates.ts';
import { site } from '#kernel/site.ts';
import { unbroken } from '#kernel/unbroken.ts';
import { feedLink } from '#web/features/blog/feed-link.ts';
import { PostNotFound } from '#web/features/blog/post-not-found.tsx';
import { PostPage } from '#web/features/blog/post-page.tsx';
import { publicClient, publicOrigin } from '#web/server-context.ts';

export const links = () => [feedLink];

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

const longestTitle = 60;

export const meta = ({ loaderData }: { loaderData?: Loaded }) => {
  const post = loaderData?.post;
  if (!post) return [{ title: `Post not found | ${site.name}` }];
  const signed = `${post.metaTitle} | ${site.name}`;
  return [{ title: signed.length <= longestTitle ? signed : post.metaTitle }, { name: 'description', content: post.metaDescription }];
};

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const slug = params.slug ?? '';
  try {
    const post = await context.get(publicClient)(readBlog, { params: { slug } });
    const address = `${context.get(publicOrigin)}/blogs/${post.slug}`;
    return data({ post, day: formatDate(post.createdAt), address, titleParts: unbroken(post.title) });
  } catch (error) {
    if (error instanceof CallError && error.code === 'post_not_found')
      return data({ post: null, day: '', address: '', titleParts: [] }, { status: 404 });
    throw error;
  }
};

export default function BlogPostPage({ loaderData: { post, ...beside } }: { loaderData: Loaded }) {
  return post === null ? <PostNotFound /> : <PostPage key={post.slug} post={post} {...beside} />;
}
