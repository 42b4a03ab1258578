/** Publication date and reading time of a post. */

/** The specification's fixed label for a post of unknown length. */
const defaultMinutes = 9;

/**
 * `day` is the formatted date. The server sends it, because the first date formatting takes a phone about 100
 * ms.
 */
type PostFactsProps = { createdAt: string; day: string; readingMinutes?: number | undefined };

export const PostFacts = ({ createdAt, day, readingMinutes = defaultMinutes }: PostFactsProps) => (
  <>
    <time dateTime={createdAt}>{day}</time>
    <span aria-hidden="true" className="px-2">
      ·
    </span>
    <span>{readingMinutes} Min Read</span>
  </>
);
