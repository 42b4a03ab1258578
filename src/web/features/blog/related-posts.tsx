/** Related posts in a full-width band. Renders nothing without posts. */
import type { ReactNode } from 'react';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { type CardPost, PostCard } from './post-card.tsx';

/** `more`: a link to all posts, if the page has no other. */
type RelatedPostsProps = { id: string; title: string; posts: CardPost[]; more?: ReactNode };

export function RelatedPosts({ id, title, posts, more }: RelatedPostsProps) {
  const english = useEnglishMark();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={id} data-print="no" className="border-t border-line bg-sunk">
      <div className="page py-12 sm:py-16">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          {more}
        </div>
        <ul className="mt-8 grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3 lg:gap-8">
          {posts.map((post) => (
            <li key={post.slug} {...english}>
              <PostCard post={post} level="h3" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
