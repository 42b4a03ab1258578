/** A post in a list: cover, title, and excerpt. The whole card is clickable through one link. */
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PostFacts } from './post-facts.tsx';

export type CardPost = {
  slug: string;
  title: string;
  excerpt: string;
  bannerImage: string;
  imageAlt: string;
  /** Omitted on compact cards. */
  published?: { createdAt: string; day: string };
  readingMinutes?: number;
};

type PostCardProps = { post: CardPost; level?: 'h2' | 'h3'; isSeenFirst?: boolean };

export const PostCard = ({ post, level: Heading = 'h2', isSeenFirst = false }: PostCardProps) => (
  <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface">
    <img
      src={post.bannerImage}
      alt={post.imageAlt}
      width={1200}
      height={630}
      loading={isSeenFirst ? 'eager' : 'lazy'}
      fetchPriority={isSeenFirst ? 'high' : undefined}
      decoding="async"
      className="dim-in-dark h-auto w-full border-b border-line"
    />
    <div className="flex grow flex-col p-5 sm:p-6">
      <Heading className="line-clamp-2 text-xl">
        <SiteLink
          to={`/blogs/${post.slug}`}
          className="decoration-accent decoration-2 underline-offset-4 group-hover:underline outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {post.title}
        </SiteLink>
      </Heading>
      <p className="mt-2.5 line-clamp-3">{post.excerpt}</p>
      {post.published !== undefined && (
        <p className="mt-auto pt-4 text-sm text-muted">
          <PostFacts {...post.published} readingMinutes={post.readingMinutes} />
        </p>
      )}
    </div>
  </article>
);

/** Placeholder of a loading card, in its final size. */
export const PostCardPlace = () => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <Skeleton className="aspect-video w-full" />
    <div className="p-5 sm:p-6">
      <Skeleton className="h-6 w-11/12" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-2/3" />
    </div>
  </div>
);
