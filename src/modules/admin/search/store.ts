/** SQL for the search. Every query reads at most a few hundred index entries. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { type SearchTerms, containing } from './rules.ts';

export type Entry = {
  kind: 'customer' | 'order' | 'cart' | 'invoice' | 'product' | 'message' | 'post';
  id: string;
  opens: string;
  title: string;
  detail: string;
  at: Date;
};

/** Per kind: a customer with a thousand orders must not crowd out the other kinds. */
const exactOfKind = 8;
const candidatesAtMost = 200;

export async function foldText(db: Database, text: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select search_fold(${text}) as folded`.execute(db);
  return rows[0]?.folded ?? '';
}

const columns = sql`kind, id, opens, title, detail, at`;

/** The newest orders of a card that paid for hundreds. */
const ofOneCard = 200;

/** Orders by their references, written exactly: payment ids, and ids at the processor. */
const ordersByRef = (ref: string) => sql`
  select order_id from payment where id = ${ref} or intent_ref = ${ref}
  union all select order_id from payment join payment_attempt on payment_id = payment.id where attempt_ref = ${ref}
  union all select order_id from payment join refund on payment_id = payment.id where refund.id = ${ref} or refund_ref = ${ref}
  union all select order_id from payment join dispute on payment_id = payment.id where dispute_ref = ${ref}
  union all select order_id from subscription where id = ${ref} or subscription_ref = ${ref}`;

const ordersByCard = (lastFour: string) => sql`
  (select order_id from payment where card_last4 = ${lastFour} order by created_at desc limit ${ofOneCard})
  union all (select order_id from subscription where card_last4 = ${lastFour} limit ${ofOneCard})`;

/** The newest of each kind. `text` is the unfolded input, because ids of the processor are case-sensitive. */
export async function findExact(
  db: Database,
  kinds: readonly Entry['kind'][],
  { whole, isLastFour }: SearchTerms,
  text: string,
): Promise<Entry[]> {
  const orders = isLastFour ? ordersByCard(text) : ordersByRef(text);
  const { rows } = await sql<Entry>`
    with found as (
      select ${columns} from search_entry where exact && ${whole} and kind = any(${kinds})
      union select ${columns} from search_entry where kind = 'order' and 'order' = any(${kinds}) and id in (${orders})),
    placed as (select ${columns}, row_number() over (partition by kind order by at desc, id) as place from found)
    select ${columns} from placed where place <= ${exactOfKind} order by array_position(${kinds}, kind), at desc, id`.execute(
    db,
  );
  return rows;
}

/**
 * The customers of these orders, so that a card's last four digits find the customer as well as the order.
 */
export async function customersOf(db: Database, orderIds: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from search_entry where kind = 'customer'
      and id in (select user_id from shop_order where id = any(${orderIds}) and user_id is not null) order by at desc, id`.execute(
    db,
  );
  return rows;
}

/** Best first. Empty when the input is too short. */
export async function findParts(
  db: Database,
  kinds: readonly Entry['kind'][],
  { parts, words }: SearchTerms,
  atMost: number,
): Promise<Entry[]> {
  if (parts.length + words.length === 0) return [];
  const conditions = [
    ...parts.map((part) => sql<boolean>`words like ${containing(part)}`),
    ...(words.length === 0 ? [] : [sql<boolean>`exact @> ${words}`]),
  ];
  const { rows } = await sql<Entry>`
    select ${columns} from (
      select * from search_entry where ${sql.join(conditions, sql` and `)} and kind = any(${kinds}) limit ${candidatesAtMost}) as found
    order by word_similarity(${parts.join(' ')}, words) desc, array_position(${kinds}, kind), at desc, id limit ${atMost}`.execute(
    db,
  );
  return rows;
}

/** One wrong letter in the middle of a nine-letter word leaves slightly more than half of its trigrams. */
const alikeFrom = '0.45';

/** Finds similar texts after no other hit, such as for a typo. */
export async function findAlike(
  tx: Tx,
  kinds: readonly Entry['kind'][],
  text: string,
  atMost: number,
): Promise<Entry[]> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${alikeFrom}, true)`.execute(tx);
  const { rows } = await sql<Entry>`
    select ${columns} from (select * from search_entry where ${text} <% words and kind = any(${kinds}) limit ${candidatesAtMost}) as found
    order by word_similarity(${text}, words) desc, array_position(${kinds}, kind), at desc, id limit ${atMost}`.execute(
    tx,
  );
  return rows;
}
