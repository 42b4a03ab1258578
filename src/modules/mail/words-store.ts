/** SQL for the operator's email texts. Each change creates a version; the highest is current. */
import { historyIn } from '#modules/versions/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export const wordsHistory = historyIn<{ texts: Readonly<Record<string, string>> }>('email_words', {
  object: 'kind',
  verb: 'made',
  content: ['texts'],
  hasFullNames: true,
});

/** By kind; kinds without custom text are omitted. */
export async function current(
  db: Database | Tx,
  kinds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  // Use one row per kind, not an array. PostgreSQL then knows the row count and can reuse the plan.
  const values = [...new Set(kinds)].map((kind) => sql`(${kind}::text)`);
  const { rows } = await sql<{ kind: string; texts: Record<string, string> }>`
    select wanted.kind, newest.texts from (values ${sql.join(values)}) as wanted (kind),
      lateral (select texts from email_words where email_words.kind = wanted.kind order by version desc limit 1) as newest`.execute(
    db,
  );
  return new Map(rows.map(({ kind, texts }) => [kind, texts]));
}

/** The recipient of an email: the buyer of an order, the user of its link, or the owner of the address. */
export type Addressed = { orderId: string | null; tokenId?: string | null | undefined; to: string };

/** In the order of the emails. English for an unknown recipient. */
export async function languagesOf(tx: Tx, emails: readonly Addressed[]): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select coalesce(
      (select language from shop_order where shop_order.id = wanted.order_id),
      (select language from one_time_token join app_user on app_user.id = user_id where one_time_token.id = wanted.token_id),
      (select language from app_user where app_user.email = lower(wanted.receiver) and deleted_at is null), 'en') as language
    from unnest(${emails.map(({ orderId }) => orderId)}::text[], ${emails.map(({ tokenId }) => tokenId ?? null)}::text[],
      ${emails.map(({ to }) => to)}::text[]) with ordinality as wanted (order_id, token_id, receiver, place) order by wanted.place`.execute(
    tx,
  );
  return rows.map(({ language }) => language);
}
