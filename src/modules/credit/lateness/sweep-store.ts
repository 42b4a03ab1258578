/** SQL that finds invoices and accounts affected by time. `after`: the last id of the previous page. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

type Page = { today: string; after: string; limit: number };

/**
 * Accounts with an open invoice past its due day and no freeze for it. An invoice that could not be read, and
 * so may have been paid, counts only if unread since `unreadSince`.
 */
export const pastDue = async (
  db: Database,
  { today, after, limit, unreadSince }: Page & { unreadSince: Date },
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select distinct credit_account.id from invoice
      join shop_order on shop_order.id = invoice.order_id join credit_account on credit_account.user_id = shop_order.user_id
      where invoice.kind = 'net30' and invoice.status = 'open' and due_on < ${today} and credit_account.id > ${after}
        and (unread_since is null or unread_since < ${unreadSince})
        and not exists (select from credit_freeze where account_id = credit_account.id and credit_freeze.kind = 'past_due' and ended_at is null)
      order by credit_account.id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id);

/** Accounts frozen by an invoice that is no longer open, such as a voided or written-off one. */
export const wronglyFrozen = async (db: Database, { today, after, limit }: Page): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select account_id as id from credit_freeze join credit_account on credit_account.id = account_id
      where credit_freeze.kind = 'past_due' and ended_at is null and account_id > ${after} and not exists (
        select from invoice join shop_order on shop_order.id = invoice.order_id
        where shop_order.user_id = credit_account.user_id and invoice.kind = 'net30' and invoice.status = 'open' and due_on < ${today})
      order by account_id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id);

/**
 * Invoices whose reminder of today, or of the last missed day, was not sent. `days`: those of reminders, from
 * the due day.
 */
export async function toRemind(
  db: Database,
  { today, after, limit, days }: Page & { days: number[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
      select invoice.id from invoice
      cross join lateral (select max(day) as day from unnest(${days}::integer[]) as day where day <= ${today}::date - due_on) as stage
      where invoice.kind = 'net30' and invoice.status = 'open' and due_on <= ${today}::date - ${Math.min(...days)}::integer and invoice.id > ${after}
        and not exists (select from credit_notice where key = 'reminder:' || invoice.id || ':' || stage.day
          || case when reopened = 0 then '' else ':' || reopened end)
      order by invoice.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export const accountBehind = async (tx: Tx, invoiceId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('credit_movement')
      .select('account_id')
      .where('invoice_id', '=', invoiceId)
      .limit(1)
      .executeTakeFirst()
  )?.account_id ?? null;
