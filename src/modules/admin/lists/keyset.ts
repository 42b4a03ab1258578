/**
 * Keyset pagination that stays fast at any length: a page is read from an index, starting where the previous
 * one ended, ids first. Cursors are signed and bound to a list, filter, and sort.
 *
 * A list is defined by branches: mutually exclusive conditions, each with an index on (condition, sort, id).
 * At most 51 rows per branch are read and merged into the first 51. Sort columns are never null.
 */
import { DomainError } from '#kernel/errors.ts';
import { countAtMost, rowsPerPage } from '#contract/admin/list.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type RawBuilder, sql } from 'kysely';

export type KeysetList = {
  /** The list's name, such as `orders`. */
  name: string;
  /** View and filters as JSON: a cursor of another filter is rejected. */
  filter: unknown;
  sort: {
    name: string;
    column: string;
    type: 'timestamptz' | 'integer' | 'bigint' | 'text' | 'date';
    descending: boolean;
  };
  /** Includes joins, if any. */
  from: RawBuilder<unknown>;
  id: string;
  /** The type of `id`, unless it is text. */
  idType?: 'bigint';
  branches: RawBuilder<boolean>[];
};

export type KeysetPage = {
  ids: string[];
  older: string | null;
  newer: string | null;
  count: number;
  countIsCapped: boolean;
};

type ListDeps = Pick<Deps, 'db' | 'keys'>;
type Found = { id: string; place: string };
type Place = { at: string; id: string; isBackward: boolean };

/** Throws `list_cursor_invalid` for a cursor of another list or with an invalid signature. */
export async function readPage(
  deps: ListDeps,
  list: KeysetList,
  cursor: string | undefined,
): Promise<KeysetPage> {
  const place = cursor === undefined ? null : openCursor(deps, list, cursor);
  const [page, counted] = await Promise.all([
    pageAt(deps, list, place),
    countUpTo(deps.db, list, countAtMost + 1),
  ]);
  return { ...page, count: Math.min(counted, countAtMost), countIsCapped: counted > countAtMost };
}

async function pageAt(
  deps: ListDeps,
  list: KeysetList,
  place: Place | null,
): Promise<Pick<KeysetPage, 'ids' | 'older' | 'newer'>> {
  const found = await readFrom(deps.db, list, place, rowsPerPage + 1);
  const hasMore = found.length > rowsPerPage;
  // When going back reaches the start, return the full first page instead of only its new rows.
  if (place?.isBackward && !hasMore) return pageAt(deps, list, null);
  const shown = found.slice(0, rowsPerPage);
  if (place?.isBackward) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const cursorAt = (row: Found | undefined, isBackward: boolean): string | null =>
    row === undefined ? null : sealCursor(deps, list, { at: row.place, id: row.id, isBackward });
  return {
    ids: shown.map(({ id }) => id),
    older: hasMore || place?.isBackward ? cursorAt(last, false) : null,
    newer: place === null ? null : cursorAt(first, true),
  };
}

/** Yields all ids of the list in batches, for exports. */
export async function* allIds(
  { db }: Pick<Deps, 'db'>,
  list: KeysetList,
  batchSize = 500,
): AsyncGenerator<string[]> {
  let place: Place | null = null;
  for (;;) {
    const found: Found[] = await readFrom(db, list, place, batchSize);
    if (found.length > 0) yield found.map(({ id }) => id);
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    place = { at: last.place, id: last.id, isBackward: false };
  }
}

async function readFrom(
  db: Database,
  list: KeysetList,
  place: Place | null,
  atMost: number,
): Promise<Found[]> {
  const { sort, from, branches } = list;
  const [column, id] = [sql.ref(sort.column), sql.ref(list.id)];
  const descends = sort.descending !== (place?.isBackward ?? false);
  const order = descends ? sql`desc` : sql`asc`;
  const beyond =
    place === null
      ? sql`true`
      : sql`(${column}, ${id}) ${descends ? sql`<` : sql`>`} (${place.at}::text::${sql.raw(sort.type)}, ${place.id}::text::${sql.raw(list.idType ?? 'text')})`;
  const each = branches.map(
    (branch) => sql`(
      select ${id} as id, ${column} as place from ${from} where ${branch} and ${beyond}
      order by ${column} ${order}, ${id} ${order} limit ${atMost})`,
  );
  const { rows } = await sql<Found>`
    select id, place::text as place from (${sql.join(each, sql` union all `)}) as found
    order by found.place ${order}, id ${order} limit ${atMost}`.execute(db);
  return rows;
}

async function countUpTo(
  db: Database,
  { from, branches }: Pick<KeysetList, 'from' | 'branches'>,
  atMost: number,
): Promise<number> {
  const each = branches.map((branch) => sql`(select 1 from ${from} where ${branch} limit ${atMost})`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${sql.join(each, sql` union all `)}) as found limit ${atMost}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Stops counting once the answer is known. */
export async function hasMoreThan(
  { db }: Pick<Deps, 'db'>,
  { from, branches }: KeysetList,
  rows: number,
): Promise<boolean> {
  return (await countUpTo(db, { from, branches }, rows + 1)) > rows;
}

const bindingOf = ({ name, filter, sort }: KeysetList): string => JSON.stringify([name, sort.name, filter]);

function sealCursor({ keys }: Pick<Deps, 'keys'>, list: KeysetList, { at, id, isBackward }: Place): string {
  const place = Buffer.from(JSON.stringify([at, id, isBackward])).toString('base64url');
  return `${place}.${keys.mac('list-cursor', place, bindingOf(list))}`;
}

function openCursor({ keys }: Pick<Deps, 'keys'>, list: KeysetList, cursor: string): Place {
  const [place = '', proof = ''] = cursor.split('.');
  if (!keys.isMacOf(proof, 'list-cursor', place, bindingOf(list)))
    throw new DomainError('list_cursor_invalid');
  const [at, id, isBackward] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as [
    string,
    string,
    boolean,
  ];
  return { at, id, isBackward };
}

/** Sorts rows into the order of their ids; rows deleted in the meantime are omitted. */
export function inOrderOf<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Condition on a timestamp column: between two days, both inclusive. */
export function betweenDays(
  column: string,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<boolean> {
  const since =
    from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${`${from}T00:00:00Z`}::timestamptz`;
  const until =
    to === undefined
      ? sql`true`
      : sql`${sql.ref(column)} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`;
  return sql<boolean>`${since} and ${until}`;
}
