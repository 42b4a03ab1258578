/** When a post was published, and how long it takes to read. */
import { formatDate } from '#kernel/dates.ts';

/** The specification's fixed label, for a post whose length is not known. */
const usualMinutes = 9;

type PostFactsProps = { createdAt: string; readingMinutes?: number | undefined };

export const PostFacts = ({ createdAt, readingMinutes = usualMinutes }: PostFactsProps) => (
  <>
    <time dateTime={createdAt}>{formatDate(createdAt)}</time>
    <span aria-hidden="true" className="px-2">
      ·
    </span>
    <span>{readingMinutes} Min Read</span>
  </>
);
