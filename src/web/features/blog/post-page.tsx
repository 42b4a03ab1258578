/** One post: facts, text, table of contents, and related links. */
import { site } from '#content/site.ts';
import type { ReactNode } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { returnToTop } from '#web/ui/jump-smoothly.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Contents } from './contents.tsx';
import { addressOfTag } from './list-address.ts';
import { PostBody } from './post-body.tsx';
import type { CardPost } from './post-card.tsx';
import { PostFacts } from './post-facts.tsx';
import { RelatedPosts } from './related-posts.tsx';
import { Share } from './share.tsx';

export type ShownPost = {
  slug: string;
  title: string;
  description: string;
  bannerImage: string;
  imageAlt: string;
  createdAt: string;
  reviewedAt: string;
  tags: string[];
  readingMinutes: number;
  headings: { id: string; text: string }[];
  related: CardPost[];
};

/** Data sent with the post: its formatted dates and its address. */
export type Beside = { day: string; reviewed: string; address: string };

/** `offer`: shown beside the post on a wide screen, and at its end on all screens. */
type PostPageProps = Beside & { post: ShownPost; offer?: ReactNode };

export const PostPage = ({ post, day, reviewed, address, offer }: PostPageProps) => (
  <>
    <article>
      <PostHead post={post} day={day} reviewed={reviewed} />
      <div className="page grid grid-cols-1 gap-x-12 gap-y-10 py-10 sm:py-14 lg:grid-cols-12">
        <div className="lg:col-span-5 lg:col-start-8 lg:row-start-1">
          <div className="lg:sticky lg:top-24">
            <Contents headings={post.headings} />
            {offer && <div className="mt-8 hidden lg:block">{offer}</div>}
          </div>
        </div>
        <div className="min-w-0 lg:col-span-7 lg:row-start-1">
          <PostBody html={post.description} />
          <p className="reading-note">This post is general information, as of the date above.</p>
          {offer && <div className="reading-end mt-8">{offer}</div>}
          <footer className="reading-end mt-10 flex flex-wrap items-end justify-between gap-6 border-t border-line pt-6">
            <Share address={address} title={post.title} />
            {/* biome-ignore lint/a11y/useValidAnchor: without JavaScript it works as a link. */}
            <a
              href="#top"
              onClick={returnToTop}
              data-print="no"
              className="py-2 font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
            >
              Return to top
            </a>
          </footer>
        </div>
      </div>
    </article>
    <RelatedPosts id="related" title="Read next" posts={post.related} more={<AllPosts />} />
  </>
);

const PostHead = ({ post, day, reviewed }: Omit<Beside, 'address'> & { post: ShownPost }) => (
  <header className="bg-sunk">
    <div className="page grid grid-cols-1 items-center gap-x-12 gap-y-8 py-8 sm:py-12 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <Breadcrumb title={post.title} list={{ title: 'Blogs', to: '/blogs' }} />
        <h1 className="mt-4 text-2xl sm:text-3xl">{post.title}</h1>
        <p className="mt-5 text-muted">
          <PostFacts createdAt={post.createdAt} day={day} readingMinutes={post.readingMinutes} />
        </p>
        <p className="mt-1 text-muted">
          By the {site.name} team · Last reviewed <time dateTime={post.reviewedAt}>{reviewed}</time>
        </p>
        <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-2">
          {post.tags.map((tag) => (
            <li key={tag}>
              <SiteLink
                to={addressOfTag(tag)}
                className="block rounded-full underline-offset-4 hover:underline"
              >
                <Badge tone="credit">{tag}</Badge>
              </SiteLink>
            </li>
          ))}
        </ul>
      </div>
      <img
        src={post.bannerImage}
        alt={post.imageAlt}
        width={1200}
        height={630}
        fetchPriority="high"
        className="dim-in-dark h-auto w-full rounded-lg border border-line lg:col-span-5"
      />
    </div>
  </header>
);

const AllPosts = () => (
  <SiteLink
    to="/blogs"
    className="py-1.5 font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
  >
    All posts
  </SiteLink>
);
