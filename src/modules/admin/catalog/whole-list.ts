/** Returns short lists (a few dozen rows) on one page, in the shape of a paged list. */

export const singlePage = <T>(rows: T[]) => ({
  rows,
  older: null,
  newer: null,
  count: rows.length,
  countIsCapped: false,
});

/** Filters a list of drafts and published items by view. */
export const isInView =
  (view: 'all' | 'published' | 'drafts') =>
  ({ isPublished }: { isPublished: boolean }): boolean =>
    view === 'all' || isPublished === (view === 'published');

export const changedOf = ({ changedAt, changedBy }: { changedAt: Date | null; changedBy: string | null }) =>
  changedAt === null ? null : { at: changedAt.toISOString(), by: changedBy };
