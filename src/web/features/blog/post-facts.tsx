/** When a post was published, and how long it takes to read. */

/** The specification's fixed label, for a post whose length is not known. */
const usualMinutes = 9;

/** `day` is the date in words. It comes with the post, because a phone needs a tenth of a second until it can put its first date into words. */
type PostFactsProps = { createdAt: string; day: string; readingMinutes?: number | undefined };

export const PostFacts = ({ createdAt, day, readingMinutes = usualMinutes }: PostFactsProps) => (
  <>
    <time dateTime={createdAt}>{day}</time>
    <span aria-hidden="true" className="px-2">
      ·
    </span>
    <span>{readingMinutes} Min Read</span>
  </>
);
