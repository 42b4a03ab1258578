/** The three newest posts. Renders nothing without posts. The route loads them. */
import type { listBlogs } from '#contract/blogs.ts';
import type { Answer } from '#contract/endpoint.ts';
import { useLanguage } from '#web/language.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

type Summary = Answer<typeof listBlogs>['data'][number];
export type LatestPost = Pick<Summary, 'slug' | 'title' | 'excerpt' | 'bannerImage' | 'imageAlt'>;

/** The number of cards in the block. */
export const latestPostCount = 3;

/** The page data contains only what a card shows. */
export const toLatestPost = ({ slug, title, excerpt, bannerImage, imageAlt }: Summary): LatestPost => ({
  slug,
  title,
  excerpt,
  bannerImage,
  imageAlt,
});

export function LatestPosts({ posts }: { posts: readonly LatestPost[] }) {
  const { say } = useLanguage();
  const english = useEnglishMark();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="latest-posts" className="page py-12 sm:py-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="latest-posts" className="text-2xl">
          {say('Latest from the blog')}
        </h2>
        <SiteLink
          to="/blogs"
          className="py-1.5 font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
        >
          {say('All posts')}
        </SiteLink>
      </div>
      <ul className="mt-6 grid grid-cols-1 gap-6 sm:mt-8 sm:grid-cols-2 sm:gap-8 lg:grid-cols-12 lg:gap-6">
        {posts.map((post, index) => (
          <li
            key={post.slug}
            {...english}
            className={index === 0 ? 'sm:col-span-2 lg:col-span-6' : 'lg:col-span-3'}
          >
            <Post {...post} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Post = ({ slug, title, excerpt, bannerImage, imageAlt }: LatestPost) => (
  <article className="flex items-start gap-x-4 sm:block">
    <img
      src={bannerImage}
      alt={imageAlt}
      width={1200}
      height={630}
      loading="lazy"
      decoding="async"
      className="dim-in-dark aspect-video w-28 shrink-0 rounded-md border border-line object-cover sm:w-full"
    />
    <h3 className="frame-focus line-clamp-4 text-lg sm:mt-4 sm:line-clamp-3 sm:text-xl">
      <SiteLink to={`/blogs/${slug}`} className="hover:text-accent hover:underline">
        {title}
      </SiteLink>
    </h3>
    <p className="mt-2 line-clamp-3 text-muted max-sm:hidden">{excerpt}</p>
  </article>
);
