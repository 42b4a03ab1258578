/** One page of posts and the pagination. While another page loads, one column shows it. */
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { addressOf, type ListPlace } from './list-address.ts';
import { Pagination } from './pagination.tsx';
import { resultCount } from './post-finder.tsx';
import { type CardPost, PostCard, PostCardPlace } from './post-card.tsx';
import { useFocusOnNewPage, useIsPaging } from './use-paging.ts';

type PostListProps = { posts: CardPost[]; place: ListPlace; totalPages: number };

export function PostList({ posts, place, totalPages }: PostListProps) {
  useFocusOnNewPage(addressOf(place));
  if (useIsPaging()) return <LoadingPosts />;
  if (posts.length === 0) return <NoPosts place={place} totalPages={totalPages} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3 lg:gap-8">
        {posts.map((post, index) => (
          <li key={post.slug}>
            <PostCard post={post} isSeenFirst={index === 0} />
          </li>
        ))}
      </ul>
      <Pagination place={place} totalPages={totalPages} />
    </>
  );
}

const LoadingPosts = () => (
  <>
    <p role="status" className="mb-6 text-lg">
      Loading...
    </p>
    <ul className="grid grid-cols-1 gap-5 sm:gap-6">
      {['first', 'second', 'third'].map((place) => (
        <li key={place}>
          <PostCardPlace />
        </li>
      ))}
    </ul>
  </>
);

function NoPosts({ place, totalPages }: Omit<PostListProps, 'posts'>) {
  if (totalPages > 0)
    return (
      <EmptyState
        title={`There is no page ${place.page}`}
        action={<ButtonLink to={addressOf({ ...place, page: totalPages })}>Go to the last page</ButtonLink>}
      >
        <p>
          {place.tag === '' && place.search === ''
            ? `The blog ends with page ${totalPages}.`
            : `This list ends with page ${totalPages}.`}
        </p>
      </EmptyState>
    );
  if (place.tag === '' && place.search === '')
    return (
      <EmptyState
        title="There are no posts yet"
        action={<ButtonLink to="/products">See our services</ButtonLink>}
      />
    );
  return (
    <EmptyState title={resultCount(place, 0)} action={<ButtonLink to="/blogs">See all posts</ButtonLink>}>
      <p>Try fewer or different words, or choose a topic above.</p>
    </EmptyState>
  );
}
