/**
 * Stores the last result of runs started manually or outside the shop: the checks of `verify`, a `chaos` run,
 * a backup.
 */
import type { Database } from '#platform/database.ts';

export const resultKinds = ['verify', 'chaos', 'backup'] as const;
export type ResultKind = (typeof resultKinds)[number];
export type Result = { at: Date; isGood: boolean; summary: string };

export const isResultKind = (word: string | undefined): word is ResultKind =>
  resultKinds.some((kind) => kind === word);

const longestSummary = 2_000;

/** Replaces the previous result. */
export async function note(db: Database, kind: ResultKind, { at, isGood, summary }: Result): Promise<void> {
  const result = { at, is_good: isGood, summary: summary.slice(0, longestSummary) };
  await db
    .insertInto('operation_result')
    .values({ kind, ...result })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(result))
    .execute();
}

export async function read(db: Database): Promise<Record<ResultKind, Result | null>> {
  const rows = await db
    .selectFrom('operation_result')
    .select(['kind', 'at', 'is_good as isGood', 'summary'])
    .execute();
  const of = (kind: ResultKind): Result | null => {
    const row = rows.find((found) => found.kind === kind);
    return row === undefined ? null : { at: row.at, isGood: row.isGood, summary: row.summary };
  };
  return { verify: of('verify'), chaos: of('chaos'), backup: of('backup') };
}
