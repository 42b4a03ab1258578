/**
 * Compares our ledger with Factiiv: each purchase is there once with its amount, and each credit line with
 * its current numbers.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import { bookOf, type BookTrade } from '#test/builders/connection.ts';
import { activityDifferences } from '#test/activities-beside-ours.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import type { World } from './world.ts';

/**
 * Connections with pending work. `now` includes only what can be sent or looked up now, because an activity
 * may have to wait until its line is accepted.
 */
export async function waitingConnections(db: Database, { now }: { now: boolean }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select connection.id from bureau_connection connection where state = 'connected' and (
      exists (select from bureau_report report where report.connection_id = connection.id and report.sent_at is null and report.refused_at is null)
      or exists (select from reporting_item item where item.user_id = connection.user_id and item.state = 'queued'
        and (not ${now} or item.trade not like 'line:%' or item.kind in ('line', 'correction'))))
    order by connection.connected_at`.execute(db);
  return rows.map(({ id }) => id);
}

type Expected = { businessId: string; name: string; typeDesc: string; amount: number; balance: number };

const book = 'the book of Factiiv says what ours does';
const once = 'what is reported is in the book of Factiiv once';

export async function checkReports({
  db,
  processor,
}: World): Promise<{ violations: Violation[]; reports: number }> {
  const [expected, found]: [Expected[], Violation[]] = [await readExpected(db), []];
  let reports = 0;
  const { rows } = await sql<{
    business: string;
  }>`select profile_id as business from bureau_connection`.execute(db);
  for (const { business } of rows) {
    const trades = await bookOf({ control: processor.control }, business);
    reports += trades.length + trades.flatMap(({ activities }) => activities).length;
    for (const name of doubled(trades))
      found.push({ invariant: once, subject: name, detail: `there is more than one of it at ${business}` });
    const expectedTrades = expected.filter(({ businessId }) => businessId === business);
    const report = (subject: string, detail: string): void =>
      void found.push({ invariant: book, subject, detail });
    for (const { name, typeDesc, amount, balance } of expectedTrades) {
      const [trade] = trades.filter(
        ({ relationDescription, withdrawnAt }) => relationDescription === name && withdrawnAt === null,
      );
      const actual = trade === undefined ? 'nothing' : `${trade.typeDesc} ${trade.amount}, ${trade.balance}`;
      const here = amount === 0 && typeDesc === 'buysell' ? 'nothing' : `${typeDesc} ${amount}, ${balance}`;
      if (actual !== here) report(`${name} of ${business}`, `${actual} over there, ${here} here`);
    }
    for (const difference of await activityDifferences(db, business, trades)) report(business, difference);
    for (const { relationDescription } of trades)
      if (!expectedTrades.some(({ name }) => name === relationDescription))
        report(relationDescription, 'over there, and nothing of it here');
  }
  return { violations: found, reports };
}

/** Duplicates by name and by our reference of each call. */
function doubled(trades: BookTrade[]): string[] {
  const live = trades
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ relationDescription }) => relationDescription);
  const references = trades.flatMap(({ reference, activities }) => [
    reference,
    ...activities.map((activity) => activity.reference),
  ]);
  const names = [...live, ...references.filter((reference) => reference !== null)];
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** In whole dollars, computed from the money rows. */
async function readExpected(db: Database): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select connection.profile_id as "businessId", 'Purchase S-' || shop_order.number as name, 'buysell' as "typeDesc",
      round((invoice.amount_cents - coalesce((select sum(refund.amount_cents) from payment join refund on refund.payment_id = payment.id
        where payment.invoice_id = invoice.id and refund.state = 'succeeded' and refund.reason <> 'duplicate'), 0)) / 100.0)::integer as amount, 0 as balance
    from bureau_connection connection join shop_order on shop_order.user_id = connection.user_id join invoice on invoice.order_id = shop_order.id
    where shop_order.kind = 'card' and invoice.kind = 'order' and invoice.status = 'paid'
    union all
    select connection.profile_id, 'Net 30 account', 'borrow', round(-account.limit_cents / 100.0)::integer, round(account.owed_cents / 100.0)::integer
    from bureau_connection connection join credit_account account on account.user_id = connection.user_id`.execute(
    db,
  );
  return rows;
}
