/** The list of messages: each view is a condition with an index, and the rows of a page are read by id. */
import type * as contract from '#contract/admin/messages.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sql } from 'kysely';
import { isOnItsWay } from './answer-store.ts';

export type MessageQuery = Omit<Received<typeof contract.staffListMessages>['query'], 'cursor'>;
type Page = Handled<typeof contract.staffListMessages>;
export type Row = Page['rows'][number];

/** `mine` selects messages assigned to the caller. */
export async function listMessages(
  deps: Pick<Deps, 'db' | 'keys'>,
  callerId: string,
  { cursor, ...query }: Received<typeof contract.staffListMessages>['query'],
): Promise<Page> {
  const { ids, ...page } = await readPage(deps, messageListOf(query, callerId), cursor);
  return { rows: await rowsOf(deps.db, ids), ...page };
}

export function messageListOf(query: MessageQuery, callerId: string): KeysetList {
  const { view, sort, email, customer, from, to } = query;
  const inView =
    view === 'all'
      ? sql`true`
      : view === 'mine'
        ? sql`state = 'open' and assigned_to = ${callerId}`
        : sql`state = ${view}`;
  const ofCustomer =
    customer === undefined
      ? sql`true`
      : sql`lower(email) = (select email from app_user where id = ${customer} and deleted_at is null)`;
  const filters = sql`${email === undefined ? sql`true` : sql`lower(email) = ${email.toLowerCase()}`} and ${ofCustomer}
    and ${betweenDays('received_at', from, to)}`;
  return {
    name: 'messages',
    filter: { view, callerId: view === 'mine' ? callerId : null, email, customer, from, to },
    sort: { name: sort, column: 'received_at', type: 'timestamptz', descending: sort === 'newest' },
    from: sql`contact_message`,
    id: 'contact_message.id',
    branches: [sql<boolean>`${inView} and ${filters}`],
  };
}

/** The length of a message preview. */
const beginningCharacters = 160;

/** In the order of the ids. */
export async function rowsOf(db: Database, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('contact_message')
    .leftJoin('app_user', 'app_user.id', 'assigned_to')
    .select([
      'contact_message.id',
      'contact_message.first_name',
      'contact_message.last_name',
      'contact_message.email',
    ])
    .select(['contact_message.country', 'state', 'received_at', 'assigned_to'])
    .select(
      sql<string>`left(regexp_replace(message, '\\s+', ' ', 'g'), ${beginningCharacters})`.as('beginning'),
    )
    .select(sql<string>`trim(concat_ws(' ', app_user.first_name, app_user.last_name))`.as('assigned_name'))
    .select(
      sql<number>`(select count(*)::int from contact_answer where message_id = contact_message.id and (sent_at is not null or ${isOnItsWay}))`.as(
        'answers',
      ),
    )
    .where('contact_message.id', 'in', ids)
    .execute();
  return inOrderOf(ids, found).map((row) => ({
    ...{
      id: row.id,
      email: row.email,
      country: row.country,
      beginning: row.beginning,
      state: row.state,
      answers: row.answers,
    },
    name: `${row.first_name} ${row.last_name}`.trim(),
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name },
    receivedAt: row.received_at.toISOString(),
  }));
}
