/**
 * SQL that collects facts to report. Ledger movements are queued by a trigger (migration 0048). Everything
 * else is found here: when the fact is recorded, on connecting, at each sync, and once a day. A fact is one
 * item permanently, so finding it again changes nothing. A refunded amount may return (a lost dispute won on
 * appeal) and go back again; each turn is a separate fact.
 */
import type { Database, Tx } from '#platform/database.ts';
import { freshId } from '#kernel/ids.ts';
import { sql } from 'kysely';
import type { ItemKind, TradeFacts } from './rules.ts';

type Found = {
  fact: string;
  kind: ItemKind;
  trade: string;
  order_id: string | null;
  invoice_id: string | null;
  amount_cents: number;
  days_late: number;
  happened_at: Date;
};

/**
 * Collects the facts of one order or of a customer. Does nothing without a connection and consent. Returns
 * the number of new items.
 */
export async function collect(
  tx: Tx,
  { userId, orderId = null, now }: { userId: string; orderId?: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<Found>`
    with reporter as (
      select connection.user_id, connection.profile_id, connection.connected_at from bureau_connection connection
      join reporting_consent consent on consent.user_id = connection.user_id and consent.withdrawn_at is null
      where connection.user_id = ${userId} and connection.state <> 'ended'
    ), sale as (
      select invoice.id as invoice_id, invoice.order_id, invoice.amount_cents, invoice.paid_at,
        case invoice.kind when 'renewal' then 'renewal:' || invoice.id else 'order:' || invoice.order_id end as trade
      from reporter join shop_order on shop_order.user_id = reporter.user_id join invoice on invoice.order_id = shop_order.id
      where invoice.status = 'paid' and invoice.amount_cents > 0 and (${orderId}::text is null or shop_order.id = ${orderId})
        and ((invoice.kind = 'order' and shop_order.kind = 'card') or invoice.kind = 'renewal')
    ), fact as (
      select trade as fact, 'purchase' as kind, trade, order_id, invoice_id, amount_cents, 0 as days_late, paid_at as happened_at from sale
      union all
      select returned.ref || case reported.times when 0 then '' else ':' || (reported.times + 1) end, 'correction', sale.trade, sale.order_id, sale.invoice_id,
        returned.amount_cents, 0, returned.at
      from sale join payment on payment.invoice_id = sale.invoice_id cross join lateral (
        select 'refund:' || refund.id, refund.amount_cents, refund.updated_at, refund.state = 'succeeded' from refund
        where refund.payment_id = payment.id and refund.reason <> 'duplicate'
        union all
        select 'dispute:' || dispute.dispute_ref, dispute.amount_cents, dispute.updated_at, dispute.status = 'lost' from dispute
        where dispute.payment_id = payment.id and dispute.closed
      ) returned (ref, amount_cents, at, counts) cross join lateral (
        select count(*) as times from reporting_item item where item.order_id = sale.order_id
          and split_part(item.fact, ':', 1) || ':' || split_part(item.fact, ':', 2) = returned.ref
      ) reported
      where returned.counts = (reported.times % 2 = 0)
      union all
      select 'line:' || account.id || ':' || reporter.profile_id, 'line', 'line:' || account.id, null, null, -account.limit_cents, 0, reporter.connected_at
      from reporter join credit_account account on account.user_id = reporter.user_id
      where ${orderId}::text is null and (account.status = 'open' or account.owed_cents > 0)
      union all
      select 'collections:' || invoice.id, 'collections', 'line:' || account.id, invoice.order_id, invoice.id, invoice.amount_cents - invoice.paid_cents, 91, ${now}
      from reporter join credit_account account on account.user_id = reporter.user_id
      join shop_order on shop_order.user_id = reporter.user_id join invoice on invoice.order_id = shop_order.id
      where ${orderId}::text is null and invoice.kind = 'net30' and invoice.status = 'open' and invoice.due_on <= (${now}::timestamptz at time zone 'UTC')::date - 91
    )
    select * from fact where not exists (select from reporting_item item where item.fact = fact.fact)`.execute(
    tx,
  );
  if (rows.length === 0) return 0;
  const inserted = await tx
    .insertInto('reporting_item')
    .values(
      rows.map((row) => ({ ...row, id: freshId('rep'), user_id: userId, created_at: now, changed_at: now })),
    )
    .onConflict((conflict) => conflict.column('fact').doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0);
}

/** The given trades whose purchase was never sent, because there was nothing to report at the time. */
export async function unreportedTrades(tx: Tx, trades: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('reporting_item')
    .select('trade')
    .where('fact', 'in', trades.length === 0 ? [''] : [...trades])
    .where('kind', '=', 'purchase')
    .where('state', '=', 'not_reported')
    .where('report_id', 'is', null)
    .execute();
  return new Set(rows.map(({ trade }) => trade));
}

/** The current facts of these trades; unknown trades are omitted. */
export async function currentFacts(
  db: Database | Tx,
  trades: readonly string[],
): Promise<Map<string, TradeFacts>> {
  const named = (prefix: string): string[] =>
    trades.flatMap((trade) => (trade.startsWith(prefix) ? [trade.slice(prefix.length)] : []));
  const purchases = await sql<{
    trade: string;
    description: string;
    day: string;
    total_cents: number;
    returned_cents: number;
  }>`
    with wanted as (
      select id from invoice where kind = 'order' and order_id = any (${named('order:')})
      union all select id from invoice where kind = 'renewal' and id = any (${named('renewal:')})
    ), sale as (
      select invoice.id, invoice.kind, invoice.amount_cents, invoice.paid_at, shop_order.number,
        case invoice.kind when 'renewal' then 'renewal:' || invoice.id else 'order:' || invoice.order_id end as trade
      from wanted join invoice on invoice.id = wanted.id join shop_order on shop_order.id = invoice.order_id where invoice.status = 'paid'
    )
    select sale.trade, case sale.kind when 'renewal' then 'Renewal of S-' else 'Purchase S-' end || sale.number as description,
      to_char(sale.paid_at at time zone 'UTC', 'YYYY-MM-DD') as day, sale.amount_cents as total_cents,
      least(sale.amount_cents,
        coalesce((select sum(refund.amount_cents) from payment join refund on refund.payment_id = payment.id
          where payment.invoice_id = sale.id and refund.state = 'succeeded' and refund.reason <> 'duplicate'), 0)
        + coalesce((select sum(dispute.amount_cents) from payment join dispute on dispute.payment_id = payment.id
          where payment.invoice_id = sale.id and dispute.closed and dispute.status = 'lost'), 0))::integer as returned_cents
    from sale`.execute(db);
  const lines = await sql<{ trade: string; opened_on: string; limit_cents: number; owed_cents: number }>`
    select 'line:' || id as trade, to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD') as opened_on, -limit_cents as limit_cents, owed_cents
    from credit_account where id = any (${named('line:')})`.execute(db);
  return new Map<string, TradeFacts>([
    ...purchases.rows.map(
      (row) =>
        [
          row.trade,
          {
            kind: 'purchase',
            description: row.description,
            day: row.day,
            totalCents: row.total_cents,
            returnedCents: row.returned_cents,
          },
        ] as const,
    ),
    ...lines.rows.map(
      (row) =>
        [
          row.trade,
          {
            kind: 'line',
            openedOn: row.opened_on,
            limitCents: Number(row.limit_cents),
            owedCents: Number(row.owed_cents),
          },
        ] as const,
    ),
  ]);
}
