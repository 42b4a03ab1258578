/** Lists that a shop has some dozens of: all on one page, in the shape of those that have more. */

export const wholeList = <T>(rows: T[]) => ({ rows, older: null, newer: null, count: rows.length, countIsCapped: false });

export const changedOf = ({ changedAt, changedBy }: { changedAt: Date | null; changedBy: string | null }) =>
  changedAt === null ? null : { at: changedAt.toISOString(), by: changedBy };
