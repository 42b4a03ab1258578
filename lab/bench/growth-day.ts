/**
 * Rows that become due on one day in a shop of any size, to time its clean-up. The rows per order follow
 * `docs/retention.md` and are spread over the day. They are written one day too young; then the shop's clock
 * moves by one day.
 */
import type { Shop } from '#test/builders/shop.ts';
import { cleanAll } from '#modules/operations/clean-all.ts';
import { addUp } from '#modules/admin/overview/totals-store.ts';
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { median } from './figures.ts';

const dayMs = 86_400_000;
/** No row of the filled shop is younger than 45 days. */
const daysBack = 60;
const daysOfTotals = 32;

type Kind = {
  /** Its name in the clean-up's result. */
  name: string;
  forEachOrder: number;
  /** Age in days at which rows are deleted. */
  days: number;
  /** `day` has the rows by number and by a unique key, each with the time from which its age counts. */
  write: (day: RawBuilder<unknown>) => RawBuilder<unknown>;
};

const words = sql`repeat(md5(n::text), 30)`;
const email =
  (
    which: string,
    { html, text, more }: { html: boolean; text: boolean; more: { columns: string; values: string } },
  ) =>
  (day: RawBuilder<unknown>) =>
    sql`
    insert into mail (id, kind, to_address, subject, html, text, created_at, sent_at${sql.raw(more.columns)})
    select ${`${which}_`} || key, ${which}, 'buyer-' || n || '@example.com', 'For the bench', ${html ? sql`repeat(md5(n::text), 95)` : sql`''`}, ${text ? words : sql`''`},
      since, since${sql.raw(more.values)} from ${day}`;
const message = (which: string, state: string) => (day: RawBuilder<unknown>) =>
  sql`
    insert into contact_message (id, first_name, last_name, email, contact, country, message, sms_consent, fingerprint, received_at, acknowledged, state)
    select ${`${which}_`} || key, 'Ama', 'Mensah', 'ama@example.com', '', 'GH', ${words}, false, ${which} || key, since, false, ${state} from ${day}`;

const noOrder = { columns: '', values: '' };
const ofAnOrder = { columns: ', order_id', values: ", 'ord_' || n" };
const kinds: Kind[] = [
  {
    ...{ name: 'keys', forEachOrder: 1, days: 3 },
    write: (day) => sql`insert into purchase_request (actor, key, fingerprint, order_id, created_at)
      select 'usr_' || n, key, 'x', 'ord_' || n, since from ${day}`,
  },
  {
    ...{ name: 'reports', forEachOrder: 2.2, days: 90 },
    write: (
      day,
    ) => sql`insert into webhook_inbox (event_id, type, object_ref, intent_ref, event_created, payload, received_at, attempts, done_at)
      select 'evt_' || key, 'payment_intent.succeeded', 'pi_' || key, 'pi_' || key, since, ${words}, since, 1, since from ${day}`,
  },
  {
    ...{ name: 'reportRows', forEachOrder: 2.2, days: 730 },
    write: (
      day,
    ) => sql`insert into webhook_inbox (event_id, type, object_ref, intent_ref, event_created, payload, received_at, attempts, done_at)
      select 'row_' || key, 'payment_intent.succeeded', 'pi_' || key, 'pi_' || key, since, '', since, 1, since from ${day}`,
  },
  {
    ...{ name: 'carts', forEachOrder: 1.65, days: 60 },
    write: (
      day,
    ) => sql`with begun as (insert into cart (id, status, email, first_name, created_at, updated_at)
        select key, 'lost', 'buyer-' || n || '@example.com', '', since, since from ${day} returning id)
      insert into cart_item (cart_id, product_id, position) select id, 'ein-filing', 0 from begun`,
  },
  {
    ...{ name: 'reminders', forEachOrder: 0.7, days: 1_096 },
    write: (day) => sql`with reminded as (insert into cart_reminder (id, number, address_hash, created_at)
        select key, 1, key, since from ${day} returning address_hash)
      insert into reminder_address (address_hash) select address_hash from reminded`,
  },
  {
    ...{ name: 'emails', forEachOrder: 0.5, days: 14 },
    write: email('reset_password', {
      html: true,
      text: true,
      more: { columns: ', token_id', values: ', key' },
    }),
  },
  {
    ...{ name: 'emails', forEachOrder: 3.1, days: 365 },
    write: email('receipt', { html: true, text: true, more: ofAnOrder }),
  },
  {
    ...{ name: 'emails', forEachOrder: 2.5, days: 1_096 },
    write: email('order_completed', { html: false, text: true, more: ofAnOrder }),
  },
  {
    ...{ name: 'emailsOfNoOrder', forEachOrder: 1.1, days: 1_096 },
    write: email('password_changed', { html: false, text: true, more: noOrder }),
  },
  {
    ...{ name: 'sessions', forEachOrder: 1.1, days: 90 },
    write: (
      day,
    ) => sql`insert into session (id, user_id, rotated_at, created_at, last_used_at, expires_at, ends_at, revoked_at, revoke_reason)
      select key, 'usr_' || n, since, since, since, since + interval '30 days', since + interval '90 days', since, 'log_out' from ${day}`,
  },
  {
    ...{ name: 'links', forEachOrder: 0.5, days: 30 },
    write: (day) => sql`insert into one_time_token (id, user_id, purpose, hash, expires_at, created_at)
      select key, 'usr_' || n, 'reset_password', decode(md5(key), 'hex'), since, since - interval '1 hour' from ${day}`,
  },
  {
    ...{ name: 'unconfirmed', forEachOrder: 0.05, days: 60 },
    write: (
      day,
    ) => sql`insert into app_user (id, email, first_name, last_name, phone, country, password_hash, password_changed_at, created_at, updated_at)
      select key, key || '@example.com', 'Ama', 'Mensah', '', 'GH', 'x', since, since, since from ${day}`,
  },
  {
    ...{ name: 'counters', forEachOrder: 0.5, days: 0 },
    write: (day) =>
      sql`insert into account_limit (key, hits, ends_at, refused) select key, 1, since, false from ${day}`,
  },
  {
    ...{ name: 'requests', forEachOrder: 0.1, days: 7 },
    write: (day) => sql`insert into account_request (id, kind, email, created_at)
      select key, 'forgot_password', 'buyer-' || n || '@example.com', since from ${day}`,
  },
  {
    ...{ name: 'setups', forEachOrder: 0.1, days: 97 },
    write: (day) => sql`insert into card_setup (id, user_id, holder_name, customer_ref, status, created_at)
      select key, 'usr_' || n, 'Ama Mensah', 'cus_' || n, 'canceled', since from ${day}`,
  },
  { ...{ name: 'messages', forEachOrder: 0.01, days: 730 }, write: message('person', 'closed') },
  { ...{ name: 'suspected', forEachOrder: 0.02, days: 30 }, write: message('machine', 'spam') },
  {
    ...{ name: 'contactEmails', forEachOrder: 0.03, days: 730 },
    write: email('contact_received', { html: true, text: true, more: noOrder }),
  },
  {
    ...{ name: 'consents', forEachOrder: 0.02, days: 1_826 },
    write: (day) => sql`insert into consent (kind, version, given_at, page, message_id, email, phone)
      select 'marketing', '1', since, '/contact-us', key, 'ama@example.com', '' from ${day}`,
  },
];

/** Returns how many rows of each kind the clean-up on the next day must find. */
async function writeTheDay(db: Database, orders: number, now: Date): Promise<Map<string, number>> {
  const written = new Map<string, number>();
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const { name, forEachOrder, days, write } of kinds) {
      const rows = Math.max(1, Math.round(forEachOrder * orders));
      const from = new Date(now.getTime() - days * dayMs);
      await write(
        sql`(select n, ${`day_${from.getTime()}_`} || n as key, ${from}::timestamptz + n::float8 / ${rows + 1}::integer * interval '1 day' as since from generate_series(1, ${rows}::integer) as n) as day`,
      ).execute(connection);
      written.set(name, (written.get(name) ?? 0) + rows);
    }
    await sql`set session_replication_role = default`.execute(connection);
    await sql`analyze purchase_request, webhook_inbox, cart, cart_item, cart_reminder, reminder_address, mail, session, one_time_token, app_user, account_limit,
      account_request, card_setup, contact_message, consent`.execute(connection);
  });
  return written;
}

/**
 * `rows`: all rows that were due. With nothing due, the clean-up still checks the carts of two days and 1,000
 * overdue orders.
 */
export type CleanUp = { nothingDueMs: number; dayMs: number; rows: number };

/**
 * Runs the whole job for three days, including contact messages, accounts, files, alarms, and totals. Moves
 * the shop's clock by three days.
 */
export async function cleanDays(shop: Shop, db: Database, customers: number): Promise<CleanUp> {
  const cleaned = async (): Promise<Record<string, number> & { ms: number }> => {
    const startedAt = performance.now();
    return { ...(await cleanAll(shop.deps)), ms: performance.now() - startedAt };
  };
  // The first run handles everything from before.
  await cleaned();
  const [without, days, rows]: [number[], number[], number[]] = [[], [], []];
  for (let day = 0; day < 3; day += 1) {
    without.push((await cleaned()).ms);
    const written = await writeTheDay(db, (3 * customers) / 365, shop.deps.clock.now());
    shop.travel(dayMs);
    const { ms, days: _days, overdueOrders: _rung, ...gone } = await cleaned();
    for (const [name, due] of written) expect(gone[name], name).toBeGreaterThanOrEqual(due);
    days.push(ms);
    rows.push(Object.values(gone).reduce((sum, count) => sum + count, 0));
  }
  return { nothingDueMs: median(without), dayMs: median(days), rows: median(rows) };
}

/** Uses days with orders, because the filled shop has none in the most recent days. */
export async function addUpDays(shop: Shop, db: Database): Promise<{ ms: number; orders: number }> {
  const day = (daysAgo: number): string =>
    new Date(shop.deps.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
  const startedAt = performance.now();
  const totals = await addUp(db, day(daysBack + daysOfTotals - 1), day(daysBack));
  return { ms: performance.now() - startedAt, orders: totals.reduce((sum, { orders }) => sum + orders, 0) };
}
