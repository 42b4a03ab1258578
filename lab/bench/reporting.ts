/**
 * `npm run lab -- bench:reporting`: reports 10,000 orders of 500 customers to the Factiiv sandbox, within its
 * rate limit and by its clock. Measures memory, the order by age, and how much a customer with 500 ms calls
 * delays the others. In-process, on the embedded PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { createFactiivBureau } from '#adapters/factiiv/bureau.ts';
import * as connections from '#modules/credit-reporting/connection-store.ts';
import { sealKey } from '#modules/credit-reporting/deps.ts';
import { syncInTurn } from '#modules/credit-reporting/sync.ts';
import { createDatabase } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import { startFactiiv } from '#sandbox/factiiv/start.ts';
import { noJobs } from '#test/no-jobs.ts';
import { testKeys } from '#test/secrets.ts';
import { sql } from 'kysely';
import { createSettings } from '#modules/settings/service.ts';
import { describeMachine, median, oneDecimal, print, sayTable, integerText } from './figures.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, customers: { type: 'string', default: '500' } },
});
const [orders, customers] = [Number(values.orders), Number(values.customers)];
/** The concurrency of the jobs of one process. */
const concurrency = 4;
const slowCallMs = 500;
/** Fewer calls than a customer needs, so the limit is reached. */
const perMinute = 8;
const slowUser = 'usr_1';

const time = { ms: Date.parse('2027-06-15T08:00:00Z') };
const factiivTime = { nowMs: () => time.ms, moveTo: () => undefined, aheadMs: 0 };
const factiiv = await startFactiiv({ host: '127.0.0.1', port: 0, dataDir: null, time: factiivTime });
const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
const db = createDatabase(postgres.url, { max: 10, statementTimeoutMs: 600_000 });
try {
  await migrate(postgres.url);
  await control('PUT', 'settings', { accept_after_seconds: null, requests_per_minute: perMinute });
  const real = createFactiivBureau({
    ...{
      apiBase: `${factiiv.origin}/api/v1`,
      connectAddress: `${factiiv.origin}/connect`,
      providerAddress: factiiv.origin,
      appName: 'stateside',
    },
  });
  const deps = {
    ...{ db, keys: testKeys, clock: { now: () => new Date(time.ms) }, jobs: noJobs, bureau: real },
    ...{ publicOrigin: 'http://shop.example', settings: createSettings(db), log: createLogger('silent') },
  } as unknown as Deps;
  const slow = {
    ...deps,
    bureau: {
      ...real,
      addTrade: async (...args: Parameters<typeof real.addTrade>) =>
        pause(slowCallMs).then(() => real.addTrade(...args)),
    },
  };
  await fill(deps);
  const heap: number[] = [];
  const doneAt: { slow: number; others: number } = { slow: 0, others: 0 };
  const startedAt = performance.now();
  for (;;) {
    const due = await connections.due(db, new Date(time.ms), 1_000);
    if (due.length === 0) {
      const remaining = await db
        .selectFrom('reporting_item')
        .select('id')
        .where('state', '=', 'queued')
        .limit(1)
        .executeTakeFirst();
      if (remaining === undefined) break;
      time.ms += 60_000;
      continue;
    }
    const waiting = [...due];
    const worker = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const isSlow = id === `con_${slowUser}`;
        await syncInTurn(isSlow ? slow : deps, id);
        doneAt[isSlow ? 'slow' : 'others'] = performance.now() - startedAt;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    globalThis.gc?.();
    heap.push(process.memoryUsage().heapUsed / 1e6);
  }
  const tookMs = performance.now() - startedAt;
  const { sent, customersOutOfOrder, oldestFirst } = await judge();
  print(
    `\nReports, ${integerText(orders)} orders of ${integerText(customers)} customers, ${concurrency} at a time. ${describeMachine()}\n`,
  );
  sayTable(
    ['what', 'measured'],
    [
      ['sent, each once', `${integerText(sent)} of ${integerText(orders)}`],
      [
        'took',
        `${oneDecimal(tookMs / 1_000)} s, ${integerText((sent / tookMs) * 1_000)} a second; by Factiiv's clock ${oneDecimal((time.ms - Date.parse('2027-06-15T08:00:00Z')) / 60_000)} minutes`,
      ],
      ['customers whose orders went out in another order than they were made', String(customersOutOfOrder)],
      ['the customer with the oldest order began first', oldestFirst ? 'yes' : 'no'],
      [
        'the others were done after',
        `${oneDecimal(doneAt.others / 1_000)} s, the slow one after ${oneDecimal(doneAt.slow / 1_000)} s`,
      ],
      [
        'heap after rounds, first to last, and median',
        `${oneDecimal(heap[0] ?? 0)} to ${oneDecimal(heap.at(-1) ?? 0)} MB, ${oneDecimal(median(heap))} MB`,
      ],
    ],
  );
} finally {
  await db.destroy();
  await postgres.stop();
  await factiiv.stop();
}

async function control<T>(method: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${factiiv.origin}/control/factiiv/${path}`, {
    method,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/**
 * Paid orders, one per minute, with customers in turn. Each customer connected and consented before. Triggers
 * are off during the inserts.
 */
async function fill(deps: Deps): Promise<void> {
  const keys: { userId: string; key: string; profileId: string; factId: string }[] = [];
  for (let n = 1; n <= customers; n += 1) {
    const { id } = await control<{ id: string }>('POST', 'users', {
      email: `person-${n}@example.com`,
      first_name: 'Ama',
      last_name: 'Boateng',
    });
    const business = await control<{ id: string }>('POST', `users/${id}/businesses`, {
      name: `Business ${n} LLC`,
    });
    const grant = { business_id: business.id, connecting_app: 'stateside', connecting_user_id: `usr_${n}` };
    const { api_key: key } = await control<{ api_key: string }>('POST', 'keys', grant);
    keys.push({ userId: `usr_${n}`, key, profileId: business.id, factId: id });
  }
  const began = new Date(time.ms - orders * 60_000);
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    const each = sql`(select n, 'usr_' || (n % ${customers}::integer + 1) as user_id, ${began}::timestamptz + make_interval(mins => n) as paid from generate_series(1, ${orders}::integer) as n) as each`;
    await sql`insert into app_user (id, email, first_name) select 'usr_' || n, 'person-' || n || '@example.com', 'Ama' from generate_series(1, ${customers}::integer) as n`.execute(
      connection,
    );
    await sql`insert into shop_order (id, user_id, status, kind, subtotal_cents, total_cents, accepted_at, first_name, last_name, email, country, phone, address_line1, fingerprint)
      select 'ord_' || n, user_id, 'in_progress', 'card', 14950, 14950, paid, 'Ama', '', '', 'US', '', '', '' from ${each}`.execute(
      connection,
    );
    await sql`insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, bill_to, lines, created_at, issued_at, due_on, paid_at)
      select 'inv_' || n, 'INV-' || n, 'order', 'ord_' || n, 'paid', 14950, 14950, '{}', '[]', paid, paid, paid::date, paid from ${each}`.execute(
      connection,
    );
    await sql`insert into reporting_consent (user_id, agreed_at) select 'usr_' || n, ${began} from generate_series(1, ${customers}::integer) as n`.execute(
      connection,
    );
    await sql`set session_replication_role = default`.execute(connection);
  });
  const now = new Date(time.ms);
  await db.transaction().execute(async (tx) => {
    for (const { userId, key, profileId, factId } of keys) {
      const id = `con_${userId}`;
      await connections.insert(tx, {
        id,
        userId,
        bureauUserId: factId,
        profileId,
        businessName: null,
        keySealed: sealKey(deps, id, key),
        now,
      });
    }
  });
  // The items that settlement queues with each sale.
  await sql`insert into reporting_item (id, user_id, fact, kind, trade, order_id, invoice_id, amount_cents, happened_at, created_at, changed_at)
    select 'rep_' || invoice.id, shop_order.user_id, 'order:' || order_id, 'purchase', 'order:' || order_id, order_id, invoice.id, amount_cents, paid_at, paid_at, paid_at
    from invoice join shop_order on shop_order.id = order_id`.execute(db);
  await sql`analyze`.execute(db);
}

async function judge(): Promise<{ sent: number; customersOutOfOrder: number; oldestFirst: boolean }> {
  const { rows } = await sql<{ user_id: string; trade: string; happened_at: Date }>`
    select item.user_id, item.trade, item.happened_at from reporting_item item join bureau_report report on report.id = item.report_id
    where report.sent_at is not null order by report.tried_at, report.recorded_at`.execute(db);
  const byUser = Map.groupBy(rows, ({ user_id: userId }) => userId);
  const isSorted = (sent: typeof rows): boolean =>
    sent.every(({ happened_at: at }, index) => index === 0 || at >= (sent[index - 1]?.happened_at ?? at));
  const oldest = rows.toSorted((a, b) => a.happened_at.getTime() - b.happened_at.getTime())[0];
  return {
    sent: new Set(rows.map(({ trade }) => trade)).size,
    customersOutOfOrder: [...byUser.values()].filter((sent) => !isSorted(sent)).length,
    oldestFirst: [...byUser.keys()].slice(0, concurrency).includes(oldest?.user_id ?? ''),
  };
}
