/**
 * Lists that stay quick however long they are: a page is read from an index at the place where the one before ended, ids first. A cursor is
 * signed and says which list, filter and sort it is of, so that it opens nothing else.
 *
 * A list is told as branches: conditions that exclude one another, each with an index on (condition, sort, id). Of each at most 51 rows are
 * read, and then the best 51 of all. Sort columns are never null.
 */
import { DomainError } from '#kernel/errors.ts';
import { countAtMost, rowsPerPage } from '#contract/admin/list.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

export type KeysetList = {
  /** Which list it is, such as `orders`. */
  name: string;
  /** View and filters, whatever JSON says of them: a cursor of another filter is refused. */
  filter: unknown;
  sort: { name: string; column: string; type: 'timestamptz' | 'integer' | 'bigint' | 'text' | 'date'; descending: boolean };
  /** With its joins, if it needs any. */
  from: RawBuilder<unknown>;
  id: string;
  /** Of `id`, where it is no text. */
  idType?: 'bigint';
  branches: RawBuilder<boolean>[];
};

export type KeysetPage = { ids: string[]; older: string | null; newer: string | null; count: number; countIsCapped: boolean };

type ListDeps = Pick<Deps, 'db' | 'keys'>;
type Found = { id: string; place: string };
type Place = { at: string; id: string; isBackward: boolean };

/** Throws `list_cursor_invalid` for a cursor of another list, and one that we did not make. */
export async function readPage(deps: ListDeps, list: KeysetList, cursor: string | undefined): Promise<KeysetPage> {
  const place = cursor === undefined ? null : openCursor(deps, list, cursor);
  const [page, counted] = await Promise.all([pageAt(deps, list, place), countUpTo(deps.db, list, countAtMost + 1)]);
  return { ...page, count: Math.min(counted, countAtMost), countIsCapped: counted > countAtMost };
}

async function pageAt(deps: ListDeps, list: KeysetList, place: Place | null): Promise<Pick<KeysetPage, 'ids' | 'older' | 'newer'>> {
  const found = await readFrom(deps.db, list, place, rowsPerPage + 1);
  const hasMore = found.length > rowsPerPage;
  // The way back ends at the beginning: the first page is shown whole, not just what is new on it.
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

/** All ids of the list, so many at a time: what an export reads. */
export async function* allIds({ db }: Pick<Deps, 'db'>, list: KeysetList, atOnce = 500): AsyncGenerator<string[]> {
  let place: Place | null = null;
  for (;;) {
    const found: Found[] = await readFrom(db, list, place, atOnce);
    if (found.length > 0) yield found.map(({ id }) => id);
    const last = found.at(-1);
    if (last === undefined || found.length < atOnce) return;
    place = { at: last.place, id: last.id, isBackward: false };
  }
}

async function readFrom(db: Database, list: KeysetList, place: Place | null, atMost: number): Promise<Found[]> {
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

async function countUpTo(db: Database, { from, branches }: Pick<KeysetList, 'from' | 'branches'>, atMost: number): Promise<number> {
  const each = branches.map((branch) => sql`(select 1 from ${from} where ${branch} limit ${atMost})`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${sql.join(each, sql` union all `)}) as found limit ${atMost}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts no further than it has to. */
export async function hasMoreThan({ db }: Pick<Deps, 'db'>, { from, branches }: KeysetList, rows: number): Promise<boolean> {
  return (await countUpTo(db, { from, branches }, rows + 1)) > rows;
}

const bindingOf = ({ name, filter, sort }: KeysetList): string => JSON.stringify([name, sort.name, filter]);

function sealCursor({ keys }: Pick<Deps, 'keys'>, list: KeysetList, { at, id, isBackward }: Place): string {
  const place = Buffer.from(JSON.stringify([at, id, isBackward])).toString('base64url');
  return `${place}.${keys.mac('list-cursor', place, bindingOf(list))}`;
}

function openCursor({ keys }: Pick<Deps, 'keys'>, list: KeysetList, cursor: string): Place {
  const [place = '', proof = ''] = cursor.split('.');
  if (!keys.isMacOf(proof, 'list-cursor', place, bindingOf(list))) throw new DomainError('list_cursor_invalid');
  const [at, id, isBackward] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as [string, string, boolean];
  return { at, id, isBackward };
}

/** Rows that were read by their ids, in the order of the ids; what is gone meanwhile is left out. */
export function inOrderOf<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The days from and to, both included, of a column of moments. */
export function betweenDays(column: string, from: string | undefined, to: string | undefined): RawBuilder<boolean> {
  const since = from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${`${from}T00:00:00Z`}::timestamptz`;
  const until = to === undefined ? sql`true` : sql`${sql.ref(column)} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`;
  return sql<boolean>`${since} and ${until}`;
}
