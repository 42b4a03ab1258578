/** Lists that a shop has some dozens of: all on one page, in the shape of those that have more. */

export const wholeList = <T>(rows: T[]) => ({ rows, older: null, newer: null, count: rows.length, countIsCapped: false });

/** What each view of a list of drafts and published ones lets through. */
export const isInView =
  (view: 'all' | 'published' | 'drafts') =>
  ({ isPublished }: { isPublished: boolean }): boolean =>
    view === 'all' || isPublished === (view === 'published');

export const changedOf = ({ changedAt, changedBy }: { changedAt: Date | null; changedBy: string | null }) =>
  changedAt === null ? null : { at: changedAt.toISOString(), by: changedBy };
