/**
 * `npm run lab -- bench:invariants`: time of all invariants, and of those for recent changes, at two sizes of
 * the shop. Also counts the rows that the latter read without an index. Both sizes have the same 200 new
 * orders. In-process, on the embedded PostgreSQL, with valid rows.
 */
import { parseArgs } from 'node:util';
import { checkChanges, checkInvariants, type Violation } from '#modules/operations/invariants/invariants.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { sql } from 'kysely';
import { describeMachine, median, print, sayTable, verdict, integerText } from './figures.ts';

const { values } = parseArgs({
  options: { small: { type: 'string', default: '30000' }, large: { type: 'string', default: '300000' } },
});
const sizes = [Number(values.small), Number(values.large)] as const;
const newOrders = 200;
const minutes = 10;
const rounds = 5;
/** Allows for the noise of a busy machine. With ten times the rows, real growth would be larger. */
const aimGrowth = 2;

type Measured = { orders: number; fullMs: number; changesMs: number; rowsInTurn: number; largest: string };
const measured = [await measure(sizes[0]), await measure(sizes[1])] as const;
print(`\nInvariants, ${newOrders} orders of the last ${minutes} minutes. ${describeMachine()}\n`);
sayTable(
  ['orders', 'all ms', 'what has changed ms, median', 'rows read in turn by the latter', 'most of one table'],
  measured.map(({ orders, fullMs, changesMs, rowsInTurn, largest }) => [
    ...[integerText(orders), integerText(fullMs), integerText(changesMs), integerText(rowsInTurn)],
    largest,
  ]),
);
const growth = measured[1].changesMs / measured[0].changesMs;
print(
  `\nWhat has changed takes ${growth.toFixed(1)} times as long in the larger shop, aim under ${aimGrowth}: ${verdict(growth < aimGrowth)}`,
);

async function measure(orders: number): Promise<Measured> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const db = createDatabase(postgres.url, { max: 1, statementTimeoutMs: 600_000 });
  try {
    await migrate(postgres.url);
    await fill(db, orders);
    const since = new Date(Date.now() - minutes * 60_000);
    const fullMs = await timed(() => checkInvariants(db));
    await checkChanges(db, since);
    const before = await readInTurn(db);
    const changesMs: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      changesMs.push(await timed(() => checkChanges(db, since)));
    const after = await readInTurn(db);
    const read = [...after].map(([table, rows]) => ({
      table,
      rows: (rows - (before.get(table) ?? 0)) / rounds,
    }));
    const [most] = read.toSorted((one, other) => other.rows - one.rows);
    return {
      ...{ orders, fullMs, changesMs: median(changesMs) },
      rowsInTurn: read.reduce((sum, { rows }) => sum + rows, 0),
      largest: most === undefined ? '' : `${most.table} ${integerText(most.rows)}`,
    };
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

async function timed(check: () => Promise<Violation[]>): Promise<number> {
  const startedAt = performance.now();
  const found = await check();
  if (found.length > 0) throw new Error(`the rows are not sound: ${JSON.stringify(found.slice(0, 3))}`);
  return performance.now() - startedAt;
}

/** Rows read by sequential scans so far. */
async function readInTurn(db: Database): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select`.execute(db);
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as table, seq_tup_read as rows from pg_stat_user_tables where schemaname = 'public'`.execute(
    db,
  );
  return new Map(rows.map(({ table, rows: count }) => [table, count]));
}

/**
 * Paid orders of the year, one in ten with a coupon; the newest are a few minutes old. Triggers are off
 * during the inserts.
 */
async function fill(db: Database, orders: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`
      create temp table sale as select n, case when n > ${orders - newOrders}::integer then now() - interval '2 minutes'
        else date_trunc('year', now(), 'UTC') + n::float8 / ${orders}::integer * (now() - interval '1 hour' - date_trunc('year', now(), 'UTC')) end as at
      from generate_series(1, ${orders}::integer) as n`.execute(connection);
    await sql`insert into app_user (id, email, first_name, password_hash, password_changed_at, email_confirmed_at, created_at, updated_at)
      select 'usr_' || n, 'person-' || n || '@example.com', 'Ama', 'x', at, at, at, at from sale`.execute(
      connection,
    );
    await sql`insert into cart (id, status, email, created_at, updated_at, user_id)
      select 'crt_' || n, 'completed', 'person-' || n || '@example.com', at, at, 'usr_' || n from sale`.execute(
      connection,
    );
    await sql`insert into shop_order (id, cart_id, user_id, status, kind, subtotal_cents, total_cents, created_at, accepted_at, first_name, last_name, email, country, phone, address_line1, fingerprint)
      select 'ord_' || n, 'crt_' || n, 'usr_' || n, 'in_progress', 'card', 14900, 14900, at, at, 'Ama', '', 'person-' || n || '@example.com', 'US', '', '', '' from sale`.execute(
      connection,
    );
    await sql`insert into order_item (order_id, position, product_id, name, kind, total_cents)
      select 'ord_' || n, 0, 'ein-filing', 'EIN filing', 'simple', 14900 from sale`.execute(connection);
    await sql`insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, bill_to, lines, created_at, issued_at, due_on, paid_at)
      select 'inv_' || n, format('INV-%s-%s', extract(year from at at time zone 'UTC'), lpad(n::text, greatest(5, length(n::text)), '0')), 'order', 'ord_' || n, 'paid', 14900, 14900, '{}',
        '[{"text": "EIN filing", "amountCents": 14900}]', at, at, at::date, at from sale`.execute(connection);
    await sql`insert into document_number (series, year, last) values ('INV', extract(year from now() at time zone 'UTC'), ${orders})`.execute(
      connection,
    );
    await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, received_cents, intent_ref, request, created_at, updated_at, succeeded_at)
      select 'pay_' || n, 'ord_' || n, 'inv_' || n, 'succeeded', 14900, 14900, 'pi_' || n, '{}', at, at, at from sale`.execute(
      connection,
    );
    await sql`insert into mail (id, kind, order_id, to_address, subject, text, html, created_at, sent_at)
      select 'mail_' || n, 'receipt', 'ord_' || n, 'person-' || n || '@example.com', '', '', '', at, at from sale`.execute(
      connection,
    );
    await sql`insert into effect (order_id, kind, created_at, done_at) select 'ord_' || n, 'receipt', at, at from sale`.execute(
      connection,
    );
    await sql`insert into audit_log (at, ip, route, action, object, detail, mac, position, previous_hash, hash, appended_at)
      select at, '', '', 'order_paid', 'ord_' || n, '{}', 'x', n, 'before ' || n, 'hash ' || n, at from sale`.execute(
      connection,
    );
    await sql`insert into coupon (code, kind, basis_points, usage_limit, used_count, expires_at)
      select 'CODE' || n, 'percentage', 1000, ${orders}, ${orders}::integer / 1000, now() + interval '1 day' from generate_series(0, 99) as n`.execute(
      connection,
    );
    await sql`insert into coupon_redemption (order_id, coupon_id, state, created_at, updated_at)
      select 'ord_' || n, coupon.id, 'consumed', at, at from sale join coupon on code = 'CODE' || (n / 10 % 100) where n % 10 = 0`.execute(
      connection,
    );
    await sql`drop table sale`.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}
