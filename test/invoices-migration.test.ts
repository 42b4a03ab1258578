/**
 * Migrates a database of the previous version to invoices. Every order gets an invoice, numbered by payment
 * order, and every invariant holds.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkInvariants } from '#modules/admin/invariants.ts';
import { migrate } from '#platform/migrate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from './builders/database.ts';
import { amount } from './amount.ts';

const orders = amount(150, 10_000);
const migrations = join(import.meta.dirname, '../db/migrations');
const before = mkdtempSync(join(tmpdir(), 'stateside-migrations-'));

let database: TestDatabase;
beforeAll(async () => {
  for (const name of readdirSync(migrations).filter((file) => file < '0030'))
    cpSync(join(migrations, name), join(before, name));
  database = await aDatabase({ content: 'none' });
  await migrate(database.url, { folder: pathToFileURL(`${before}/`) });
  await fill();
});
afterAll(async () => {
  await database.close();
  rmSync(before, { recursive: true });
});

/**
 * Of ten orders, five are paid by card (one partly refunded, one disputed), one is free, two are open, and
 * two are abandoned. A third have a coupon.
 */
async function fill(): Promise<void> {
  const { db } = database;
  const run = (statement: string) => sql.raw(statement).execute(db);
  // Tables of the old version. They lack columns that current seeds write.
  await run(`
    insert into product (id, name, kind, price_cents, subscription_price_cents, subscription_period, image, position)
    values ('ein-filing', 'EIN filing', 'simple', 14950, null, null, '/products/ein-filing.svg', 10),
      ('us-business-address', 'US business address', 'subscription', null, 2900, 'month', '/products/us-business-address.svg', 20)`);
  await run(`
    insert into coupon (code, kind, basis_points, usage_limit, expires_at)
    values ('WELCOME10', 'percentage', 1000, 1000, '2099-01-01'), ('FREEORDER', 'percentage', 10000, 1000, '2099-01-01')`);
  await run(`
    insert into shop_order (id, status, kind, subtotal_cents, discount_cents, total_cents, first_name, last_name, email, country, phone,
      address_line1, fingerprint, cancel_reason, created_at, paid_at, canceled_at)
    select 'ord_' || lpad(n::text, 22, '0'),
      case when n % 10 < 5 or n % 10 = 9 then 'paid' when n % 10 < 7 then 'awaiting_payment' else 'canceled' end,
      case when n % 10 = 9 then 'free' else 'card' end,
      14950, case when n % 10 = 9 then 14950 when n % 3 = 0 then 1495 else 0 end,
      case when n % 10 = 9 then 0 when n % 3 = 0 then 13455 else 14950 end,
      'Kofi', 'Mensah', 'buyer' || n || '@example.com', 'GH', '+233201234567', '12 Ring Road', 'f' || n,
      case when n % 10 in (7, 8) then 'expired' end,
      timestamptz '2025-11-01 00:00Z' + n * interval '1 hour' * (8760.0 / ${orders}),
      case when n % 10 < 5 or n % 10 = 9 then timestamptz '2025-11-01 00:05Z' + n * interval '1 hour' * (8760.0 / ${orders}) end,
      case when n % 10 in (7, 8) then timestamptz '2025-11-02 00:00Z' + n * interval '1 hour' * (8760.0 / ${orders}) end
    from generate_series(1, ${orders}) as n`);
  await run(`
    insert into order_item (order_id, position, product_id, name, kind, total_cents, subscription_price_cents, subscription_period)
    select shop_order.id, 0, product.id, product.name, product.kind, 14950, subscription_price_cents, subscription_period
    from shop_order join product on product.id = case when number % 4 = 0 then 'us-business-address' else 'ein-filing' end`);
  await run(`
    insert into payment (id, order_id, status, amount_cents, received_cents, intent_ref, request, succeeded_at)
    select 'pay_' || id, id, case status when 'paid' then 'succeeded' when 'canceled' then 'canceled' else 'open' end, total_cents,
      case when status = 'paid' then total_cents end, 'pi_' || id, '{}', paid_at
    from shop_order where kind = 'card'`);
  await run(`
    insert into coupon_redemption (order_id, coupon_id, state, created_at, updated_at)
    select shop_order.id, coupon.id, case status when 'paid' then 'consumed' when 'canceled' then 'released' else 'reserved' end, now(), now()
    from shop_order join coupon on code = case shop_order.kind when 'free' then 'FREEORDER' else 'WELCOME10' end where discount_cents > 0`);
  await run(`update coupon set usage_limit = usage_limit + ${orders}`);
  await run(`
    update coupon set used_count = (select count(*) from coupon_redemption where coupon_id = coupon.id and state <> 'released')`);
  await run(
    `insert into effect (order_id, kind, done_at) select id, 'receipt', now() from shop_order where status = 'paid'`,
  );
  await run(`
    insert into mail (id, kind, order_id, to_address, subject, text, html, sent_at)
    select 'mail_' || id, 'receipt', id, email, 'Your receipt', '', '', now() from shop_order where status = 'paid'`);
  await run(`
    insert into refund (id, payment_id, amount_cents, reason, state, refund_ref)
    select 'ref_' || id, id, 1000, 'requested', 'succeeded', 're_' || id from payment where status = 'succeeded' and order_id like '%1'`);
  await run(`
    insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed)
    select 'dp_' || id, id, amount_cents, 'needs_response', 'fraudulent', true, false from payment where status = 'succeeded' and order_id like '%2'`);
  await run(`
    insert into audit_log (at, ip, route, action, object, detail, previous_hash, hash)
    select now(), '', '', action, object, '{}', '', action || object
    from (select 'order_paid' as action, id as object from shop_order where status = 'paid' and total_cents > 0
      union all select 'refund_requested', id from refund union all select 'dispute_opened', dispute_ref from dispute) as done`);
}

test('every order has its invoice in the matching state, and nothing else is broken', async () => {
  const { db } = database;
  await migrate(database.url);
  expect(await checkInvariants(db)).toEqual([]);
  const { rows } = await sql<{ status: string; invoice: string; count: number }>`
    select shop_order.status, invoice.status as invoice, count(*)::int as count from shop_order join invoice on order_id = shop_order.id
    group by 1, 2 order by 1, 2`.execute(db);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(orders);
  expect(rows.map(({ status, invoice }) => `${status}: ${invoice}`)).toEqual([
    'awaiting_payment: draft',
    'canceled: void',
    'completed: paid',
    'in_progress: paid',
  ]);
});

test('numbers follow the time of payment, restart each year, and have no gap', async () => {
  const { rows } = await sql<{ number: string }>`
    select invoice.number from invoice join shop_order on shop_order.id = order_id where issued_at is not null
    order by accepted_at, shop_order.number`.execute(database.db);
  const years = Map.groupBy(rows, ({ number }) => number.slice(4, 8));
  expect([...years.keys()]).toEqual(['2025', '2026']);
  for (const [year, numbers] of years)
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, index) => `INV-${year}-${String(index + 1).padStart(5, '0')}`),
    );
});

test('an earlier refund gets its credit note and its history entry, without an email', async () => {
  const { rows } = await sql<{
    number: string;
    invoice: string;
    text: string;
    mailId: string | null;
    events: string;
  }>`
    select credit_note.number, invoice.number as invoice, credit_note.lines -> 0 ->> 'text' as text, max(mail_id) as "mailId",
      string_agg(order_event.kind, ' ' order by order_event.kind) as events
    from credit_note join invoice on invoice.id = invoice_id join order_event on subject = refund_id
    group by credit_note.id, invoice.number order by credit_note.number`.execute(database.db);
  expect(rows.length).toBeGreaterThan(orders / 20);
  for (const [index, { number, invoice, text, mailId, events }] of rows.entries()) {
    expect(number).toBe(`CN-${new Date().getUTCFullYear()}-${String(index + 1).padStart(5, '0')}`);
    expect([text, mailId, events]).toEqual([
      `Refund of invoice ${invoice}, in part`,
      null,
      'refund_started refunded',
    ]);
  }
});

test('an issued invoice or credit note is never edited or deleted', async () => {
  const edits = [
    sql`update invoice set amount_cents = 1 where number is not null`,
    sql`delete from invoice where number is not null`,
    sql`update credit_note set amount_cents = 1`,
    sql`delete from credit_note`,
  ];
  for (const edit of edits)
    await expect(edit.execute(database.db)).rejects.toThrow(/was issued|never deleted/);
});
