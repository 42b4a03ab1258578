/**
 * Search posts by words and by topic. The search form works without scripts. Both are addresses of the same
 * list, so Back, bookmarks, and shared links lead to the same posts.
 */
import { Button } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { addressOfTag, type ListPlace, longestSearch } from './list-address.ts';

type PostFinderProps = { place: ListPlace; tags: { tag: string; posts: number }[]; totalCount: number };

export const PostFinder = ({ place, tags, totalCount }: PostFinderProps) => (
  <div className="mb-10 border-y border-line py-6 lg:mb-14">
    <search>
      <form action="/blogs" className="flex max-w-form flex-wrap gap-3">
        <label htmlFor="blog-search" className="sr-only">
          Search the blog
        </label>
        <TextInput
          key={place.search}
          id="blog-search"
          name="search"
          type="search"
          defaultValue={place.search}
          maxLength={longestSearch}
          placeholder="Search the blog"
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
    <nav aria-label="Topics" className="mt-5">
      <ul className="flex flex-wrap gap-2">
        <Topic to="/blogs" isCurrent={place.tag === '' && place.search === ''}>
          All posts
        </Topic>
        {tags.map(({ tag, posts }) => (
          <Topic key={tag} to={addressOfTag(tag)} isCurrent={isSame(tag, place.tag)}>
            {tag} <span className="text-sm font-normal tabular-nums opacity-80">{posts}</span>
          </Topic>
        ))}
      </ul>
    </nav>
    {totalCount > 0 && (place.tag !== '' || place.search !== '') && (
      <p className="mt-5 text-lg wrap-anywhere">{resultCount(place, totalCount)}</p>
    )}
  </div>
);

const isSame = (tag: string, other: string): boolean => tag.toLowerCase() === other.toLowerCase();

/** Describes the posts found: `3 posts about Taxes that mention “LLC”`. */
export function resultCount({ tag, search }: ListPlace, totalCount: number): string {
  const posts = totalCount === 1 ? '1 post' : `${totalCount === 0 ? 'No' : totalCount} posts`;
  const verb = totalCount === 1 ? 'mentions' : 'mention';
  const about = tag === '' ? '' : ` about ${tag}`;
  if (search === '') return `${posts}${about}`;
  return tag === '' ? `${posts} ${verb} “${search}”` : `${posts}${about} ${verb} “${search}”`;
}

type TopicProps = { to: string; isCurrent: boolean; children: React.ReactNode };

const Topic = ({ to, isCurrent, children }: TopicProps) => (
  <li>
    <SiteLink
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full border-2 border-line px-3.5 py-1 font-medium hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
    >
      {children}
    </SiteLink>
  </li>
);
