/**
 * R7: each external service behind a connection that is slow, silent, cut, or answered with garbage. Every
 * cell has a defined response for the buyer (see docs/chaos.md). Nothing is lost or duplicated, and the shop
 * recovers without a restart. Timeouts are a tenth of production. Every run tries four cells, `npm run
 * test:all` all of them.
 */
import { randomUUID } from 'node:crypto';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { sign } from '#test/webhooks.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkWorld } from './checks.ts';
import { anEmptyLedger, type Ledger } from './ledger.ts';
import { settleAll } from './rest.ts';
import * as shopper from './shopper.ts';
import { type Line, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { aWorld, type World } from './world.ts';

const stripeTimeoutMs = 1_500;
const mailTimeoutMs = 2_000;
const statementTimeoutMs = 500;
/** Two attempts with a pause in between, plus a margin for a busy machine. */
const noFromStripeWithinMs = 2 * stripeTimeoutMs + 6_000;
const noFromDatabaseWithinMs = 12_000;

let database: TestDatabase;
let world: World;
let lines: { stripe: TcpProxy; mail: TcpProxy; database: TcpProxy };
const ledger: Ledger = anEmptyLedger();

beforeAll(async () => {
  database = await aDatabase();
  const made: { stripe?: TcpProxy; mail?: TcpProxy; database?: TcpProxy } = {};
  const { port } = new URL(database.url);
  made.database = await startTcpProxy({ host: '127.0.0.1', port: Number(port) });
  // The other two addresses are known once the world has started, so the shop's process starts afterwards.
  world = await aWorld({
    databaseUrl: database.url,
    apps: 0,
    detours: (straight) => ({
      ...straight,
      databasePool: 4,
      statementTimeoutMs,
      databaseUrl: withPort(straight.databaseUrl, lines.database.port),
      stripe: {
        ...straight.stripe,
        apiBase: withPort(straight.stripe.apiBase, lines.stripe.port),
        timeoutMs: stripeTimeoutMs,
      },
      smtp: { url: withPort(straight.smtp.url, lines.mail.port), timeoutMs: mailTimeoutMs },
    }),
  });
  const stripe = await startTcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(world.processor.origin).port),
  });
  const mail = await startTcpProxy({ host: '127.0.0.1', port: world.mailbox.port });
  lines = { stripe, mail, database: made.database };
  await world.start(0);
});
afterAll(async () => {
  await world?.stop();
  await Promise.all(Object.values(lines).map((line) => line.stop()));
  await database.close();
});

/** A cell that failed halfway must not affect the next one. */
afterEach(() => {
  for (const line of Object.values(lines)) line.set({ kind: 'good' });
});

function withPort(address: string, port: number): string {
  const other = new URL(address);
  other.port = String(port);
  return other.href.replace(/\/$/, '');
}

const here = { app: 0 };
const goodCard = '4242424242424242';
const options = { productIds: ['ein-filing'] };
const buy = (key: string) => shopper.purchase(world, ledger, options, key, here);
const status = (orderId: string) => shopper.readStatus(world, ledger, orderId, here);
/** The check that a load balancer makes before it routes a customer. */
const isReady = async (): Promise<boolean> => (await fetch(`${world.apps[0]?.origin}/readyz`)).ok;
/** A busy machine may delay it once. A shop that depends on the missing service would stay at 503. */
const staysReady = () => until('the shop is ready although its neighbor is away', isReady);
const isAway = (answer: shopper.Offer | shopper.Reply, code: string): boolean =>
  !shopper.isOffer(answer) && answer !== 'lost' && answer.status === 503 && answer.code === code;

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now();
  return { result: await work, tookMs: performance.now() - startedAt };
}

/** The connection works again: the same attempt continues and is paid, and all checks pass. */
async function expectRecovery(key: string): Promise<void> {
  await until('the shop is ready', isReady);
  const offer = await until(
    'the same attempt goes on',
    async () => {
      const answer = await buy(key);
      return shopper.isOffer(answer) ? answer : null;
    },
    20_000,
  );
  const intentRef = shopper.intentOf(offer);
  if (intentRef !== null) await shopper.confirm(world, ledger, intentRef, goodCard);
  await until('the order is paid', async () => (await status(offer.orderId)) === 'paid', 20_000);
  const { count } = await world.db
    .selectFrom('purchase_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
  await settleAll(world);
  expect(await checkWorld(world, { ledger, kills: 1 })).toEqual([]);
}

const http = (status: string, body: string, type: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;

/** A cell. The tag `long` limits it to `npm run test:all`. */
type Cell = [name: string, line: Line, ...tags: 'long'[]];

const badStripe: Cell[] = [
  ['hangs', { kind: 'hanging' }, 'long'],
  ['drops the connection', { kind: 'reset' }],
  [
    'answers 500 in HTML',
    { kind: 'answered', with: http('500 Internal Server Error', '<h1>Sorry</h1>', 'text/html') },
    'long',
  ],
  [
    'answers 200 with invalid content',
    { kind: 'answered', with: http('200 OK', '<h1>Welcome to the proxy</h1>', 'text/html') },
    'long',
  ],
  [
    'answers with foreign JSON',
    { kind: 'answered', with: http('404 Not Found', '{"message":"Not Found"}', 'application/json') },
    'long',
  ],
];

describe('Stripe', () => {
  test('slow: the buyer waits and then pays as usual', { tags: ['long'] }, async () => {
    lines.stripe.set({ kind: 'slow', delayMs: 250 });
    const key = randomUUID();
    const { result, tookMs } = await timed(buy(key));
    lines.stripe.set({ kind: 'good' });
    expect(shopper.isOffer(result)).toBe(true);
    expect(tookMs).toBeGreaterThan(450);
    await expectRecovery(key);
  });

  for (const [name, line, ...tags] of badStripe)
    test(`${name}: the buyer sees that nothing was charged, and the same attempt continues later`, {
      tags,
    }, async () => {
      const paidBefore = await buy(randomUUID());
      if (!shopper.isOffer(paidBefore)) throw new Error('expected an offer');
      await shopper.confirm(world, ledger, shopper.intentOf(paidBefore) ?? '', goodCard);
      lines.stripe.set(line);
      const key = randomUUID();
      const { result, tookMs } = await timed(buy(key));
      const waiting = await timed(status(paidBefore.orderId));
      await staysReady();
      lines.stripe.set({ kind: 'good' });
      expect(isAway(result, 'payment_unavailable'), JSON.stringify(result)).toBe(true);
      expect(tookMs).toBeLessThan(noFromStripeWithinMs);
      // Paid at the processor, but the shop cannot find out yet. The status is neither "failed" nor "paid".
      expect(waiting.result).toBe('open');
      expect(waiting.tookMs).toBeLessThan(noFromStripeWithinMs);
      await until('it reads paid', async () => (await status(paidBefore.orderId)) === 'paid');
      await expectRecovery(key);
    });

  test('hangs for thirty concurrent buyers: no database connection is held, and other requests are served', async () => {
    const payments = async (): Promise<number> =>
      (await world.db.selectFrom('payment').select('id').execute()).length;
    const before = await payments();
    lines.stripe.set({ kind: 'hanging' });
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const buyers = keys.map((key) => buy(key));
    // The statement timeout here is 500 ms, which a busy machine may exceed. Then the buyer gets a busy
    // error.
    const most = keys.length * (2 / 3);
    await until('most orders are written', async () => (await payments()) >= before + most);
    const inTransaction = async (): Promise<number> =>
      (
        await sql<{ count: number }>`
          select count(*)::integer as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
          world.db,
        )
      ).rows[0]?.count ?? 0;
    await until(
      'no connection waits for the processor',
      async () => (await inTransaction()) === 0,
      2 * stripeTimeoutMs,
    );
    const browsing = await timed(
      Promise.all(
        Array.from({ length: 20 }, () =>
          shopper.send(world, ledger, { method: 'GET', path: '/api/products' }, here),
        ),
      ),
    );
    lines.stripe.set({ kind: 'good' });
    expect(browsing.result.every((answer) => answer !== 'lost' && answer.status === 200)).toBe(true);
    expect(browsing.tookMs).toBeLessThan(stripeTimeoutMs);
    const answers = await Promise.all(buyers);
    const served = answers.filter(
      (answer) => shopper.isOffer(answer) || isAway(answer, 'payment_unavailable'),
    );
    expect(served.length).toBeGreaterThanOrEqual(most);
    expect(answers.filter((answer) => !served.includes(answer) && !isAway(answer, 'busy'))).toEqual([]);
    await expectRecovery(keys[0] ?? '');
  });
});

const badMail: Cell[] = [
  ['is slow', { kind: 'slow', delayMs: 250 }, 'long'],
  ['hangs', { kind: 'hanging' }],
  ['drops the connection', { kind: 'reset' }, 'long'],
  ['refuses', { kind: 'answered', with: '554 No service here\r\n', unprompted: true }, 'long'],
  [
    'answers with nonsense',
    { kind: 'answered', with: 'HTTP/1.1 400 Bad Request\r\n\r\n', unprompted: true },
    'long',
  ],
];

describe('mail', () => {
  for (const [name, line, ...tags] of badMail)
    test(`${name}: the buyer notices nothing, and the receipt arrives when it can`, { tags }, async () => {
      lines.mail.set(line);
      const key = randomUUID();
      const { result, tookMs } = await timed(buy(key));
      if (!shopper.isOffer(result)) throw new Error(`not offered: ${JSON.stringify(result)}`);
      await shopper.confirm(world, ledger, shopper.intentOf(result) ?? '', goodCard);
      const paid = await timed(status(result.orderId));
      const email = await world.db
        .selectFrom('mail')
        .select(['id', 'sent_at'])
        .where('order_id', '=', result.orderId)
        .executeTakeFirstOrThrow();
      await staysReady();
      lines.mail.set({ kind: 'good' });
      expect(paid.result).toBe('paid');
      expect(tookMs + paid.tookMs).toBeLessThan(mailTimeoutMs * 2);
      await until(
        'the receipt arrives',
        () => world.mailbox.received.has(`<${email.id}@shop.example>`),
        45_000,
      );
      await settleAll(world);
      expect(await checkWorld(world, { ledger, kills: 1 })).toEqual([]);
    });
});

const badDatabase: Cell[] = [
  ['is slower than a statement may take', { kind: 'slow', delayMs: 2 * statementTimeoutMs }, 'long'],
  ['hangs', { kind: 'hanging' }, 'long'],
  ['drops the connection', { kind: 'reset' }],
  [
    'answers with nonsense',
    { kind: 'answered', with: http('400 Bad Request', 'what?', 'text/plain') },
    'long',
  ],
];

describe('the database', () => {
  test('a little slow: the buyer waits and then pays as usual', { tags: ['long'] }, async () => {
    lines.database.set({ kind: 'slow', delayMs: 20 });
    const key = randomUUID();
    const offer = await buy(key);
    lines.database.set({ kind: 'good' });
    expect(shopper.isOffer(offer)).toBe(true);
    await expectRecovery(key);
  });

  for (const [name, line, ...tags] of badDatabase)
    test(`${name}: the buyer sees that the shop is busy, and the same attempt continues later`, {
      tags,
    }, async () => {
      lines.database.set(line);
      const key = randomUUID();
      const { result, tookMs } = await timed(buy(key));
      const { body, seen } = await eventDuring();
      expect(await isReady()).toBe(false);
      lines.database.set({ kind: 'good' });
      expect(isAway(result, 'busy'), JSON.stringify(result)).toBe(true);
      expect(tookMs).toBeLessThan(noFromDatabaseWithinMs);
      expect(seen, `a webhook that cannot be stored is refused with a 5xx: ${body}`).toBeGreaterThanOrEqual(
        500,
      );
      await expectRecovery(key);
    });
});

/**
 * Delivers an event while the database is failing. The response must be an error, so that the processor
 * retries.
 */
async function eventDuring(): Promise<{ seen: number; body: string }> {
  const { data } = await world.processor.stripe.events.list({
    types: ['payment_intent.succeeded'],
    limit: 1,
  });
  const payload = JSON.stringify({ ...data[0], id: `evt_${randomUUID().replaceAll('-', '')}` });
  const answer = await fetch(`${world.apps[0]?.origin}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': sign(payload, world.webhookSecret) },
    body: payload,
  });
  return { seen: answer.status, body: await answer.text() };
}
