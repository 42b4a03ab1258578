/**
 * The three newest posts. Without a post the block is not there at all; while they are on their way it keeps their place.
 * Posts come in as values: whoever renders the page fetches them.
 */
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export type LatestPost = { slug: string; title: string; description: string; bannerImage: string; imageAlt: string };

/** As many as the block has places for. */
export const latestPostCount = 3;

type LatestPostsProps = { posts: readonly LatestPost[] | 'loading' };

export function LatestPosts({ posts }: LatestPostsProps) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="latest-posts" className="page py-16 sm:py-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="latest-posts" className="text-2xl">
          From the blog
        </h2>
        <SiteLink
          to="/blogs"
          className="py-1.5 font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
        >
          All posts
        </SiteLink>
      </div>
      {posts === 'loading' && (
        <p role="status" className="sr-only">
          Loading...
        </p>
      )}
      <ul className="mt-8 grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {posts === 'loading'
          ? ['first', 'second', 'third'].map((place) => <PostPlace key={place} />)
          : posts.slice(0, latestPostCount).map((post) => <Post key={post.slug} {...post} />)}
      </ul>
    </section>
  );
}

const Post = ({ slug, title, description, bannerImage, imageAlt }: LatestPost) => (
  <li>
    <article>
      <img
        src={bannerImage}
        alt={imageAlt}
        width={1200}
        height={630}
        loading="lazy"
        decoding="async"
        className="aspect-video w-full rounded-md border border-line object-cover dark:brightness-90"
      />
      <h3 className="mt-4 line-clamp-2 text-xl">
        <SiteLink to={`/blogs/${slug}`} className="hover:text-accent hover:underline">
          {title}
        </SiteLink>
      </h3>
      <p className="mt-2 line-clamp-3 text-muted">{description}</p>
    </article>
  </li>
);

const PostPlace = () => (
  <li>
    <Skeleton className="aspect-video w-full" />
    <Skeleton className="mt-5 h-6 w-11/12" />
    <Skeleton className="mt-4 h-4 w-full" />
    <Skeleton className="mt-2 h-4 w-2/3" />
  </li>
);
