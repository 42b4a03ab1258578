/**
 * Real processes on one database start together, share the work, and stop without losing accepted requests.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { seed } from '#db/seeds/seed.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aPurchaseRequest, billingDetails, intentOf } from '#test/builders/buyer.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { stops } from '#test/amount.ts';
import { aShopProcess, processWebhookSecret, type ShopProcess } from '#test/builders/shop-process.ts';
import { startTcpProxy, type TcpProxy } from '#test/chaos/tcp-proxy.ts';
import { until } from '#test/until.ts';

let database: TestDatabase;
let sandbox: Sandbox;
const running: ShopProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((shop) => shop.end()));
  await database.close();
});
afterAll(() => sandbox.stop());

const start = async (environment: Record<string, string> = {}): Promise<ShopProcess> => {
  const shop = await aShopProcess({ sandbox, environment: { DATABASE_URL: database.url, ...environment } });
  running.push(shop);
  return shop;
};
const control = async (method: string, path: string, body: unknown): Promise<void> => {
  const answer = await fetch(`${sandbox.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
};
const webhooksTo = (shop: ShopProcess) =>
  control('PUT', '/control/webhook-endpoint', {
    url: `${shop.origin}/api/webhooks/stripe`,
    secret: processWebhookSecret,
  });

test('two concurrent starts on an empty database migrate once, run each job once, and share limits', {
  tags: ['long'],
}, async () => {
  database = await aDatabase({ content: 'none' });
  const limits = { COUPON_LOOKUPS_PER_MINUTE: '20' };
  const [one, other] = await Promise.all([start(limits), start(limits)]);
  await seed(database.db, new Date());
  await Promise.all([webhooksTo(one), webhooksTo(other)]);
  const at = <T>(pair: [T, T], index: number): T => (index % 2 === 0 ? pair[0] : pair[1]);
  const shops: [Client, Client] = [createClient(fetch, one.origin), createClient(fetch, other.origin)];
  const orders = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const mail = `buyer${index}-${randomUUID()}@example.com`;
      const purchase = await at(shops, index)(contract.createAndPurchase, {
        headers: { 'idempotency-key': randomUUID() },
        body: aPurchaseRequest({ billingDetails: { ...billingDetails, email: mail } }),
      });
      await control('POST', '/control/confirm', {
        payment_intent: intentOf(purchase),
        card: '4242424242424242',
      });
      return { id: purchase.orderId, mail };
    }),
  );
  for (const [index, { id }] of orders.entries()) {
    // What one process has sold is visible to the other.
    const ask = at(shops, index + 1);
    await until(
      'it is paid',
      async () => (await ask(contract.readPaymentStatus, { params: { id } })).status === 'paid',
    );
  }
  for (const { mail } of orders) {
    const subjects = await until('the receipt and the link for a password arrive', async () => {
      const found = await (
        await fetch(`${sandbox.origin}/control/mailbox?to=${encodeURIComponent(mail)}`)
      ).json();
      const subjects = (found as { subject: string }[]).map(({ subject }) => subject);
      return subjects.length > 1 && subjects;
    });
    expect(subjects).toHaveLength(new Set(subjects).size);
    expect(subjects).toHaveLength(2);
  }
  await until(
    'every report is dealt with',
    async () =>
      (await sql`select from webhook_inbox where done_at is null`.execute(database.db)).rows.length === 0,
  );
  const { rows } = await sql`select event_id, attempts, error from webhook_inbox where attempts > 1`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
  const checks = await Promise.all(
    Array.from(
      { length: 30 },
      async (_, index) =>
        (await fetch(`${at([one, other], index).origin}/api/coupons/by-code/WELCOME10`)).status,
    ),
  );
  expect(checks.filter((status) => status === 200)).toHaveLength(20);
  expect(checks.filter((status) => status === 429)).toHaveLength(10);
  await until(
    'the invariants were checked',
    async () =>
      (await sql`select from invariant_check where looked_at is not null`.execute(database.db)).rows
        .length === 1,
  );
  await control('POST', '/control/fail-next', {
    where: 'before',
    how: '503',
    times: 2,
    match: 'POST /v1/payment_intents',
  });
  const interrupted = { headers: { 'idempotency-key': randomUUID() }, body: aPurchaseRequest() };
  await expect(shops[0](contract.createAndPurchase, interrupted)).rejects.toMatchObject({
    code: 'payment_unavailable',
  });
  const metrics = await (await fetch(`${one.metricsOrigin}/metrics`)).text();
  for (const name of [
    'jobs_waiting',
    'mail_unsent 0',
    'alarms_unresolved 0',
    'invariant_violations 0',
    'processor_errors_total{call="createPayment",kind="5xx"} 1',
    'transactions_repeated_total',
    'database_connections',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(metrics).toContain(name);
  expect((await fetch(`${one.origin}/metrics`)).status).toBe(404);
});

test('a metrics port in use is reported in a message, and off disables it', { tags: ['long'] }, async () => {
  database = await aDatabase();
  const first = await start();
  const port = new URL(first.metricsOrigin).port;
  await expect(start({ METRICS_PORT: port })).rejects.toThrow(
    `METRICS_PORT: ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set METRICS_PORT to another port, or to off.`,
  );
  expect((await start({ METRICS_PORT: 'off' })).metricsOrigin).toBe('');
});

/**
 * Buyers that buy and pay continuously, each on a separate connection. `broken` maps the key of each request
 * without a response, or with a busy response, to the reason: none of them may have been accepted. A 503 for
 * an unreachable processor counts as a response, and the same key is retried.
 */
function buyers(shop: ShopProcess, count: number) {
  const state = { over: false, answered: 0, refused: [] as string[], broken: new Map<string, string>() };
  const buyRepeatedly = async (): Promise<void> => {
    while (!state.over) {
      const key = randomUUID();
      const response = await purchaseOnce(shop.origin, key).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') state.broken.set(key, error.code ?? error.message);
        return null;
      });
      if (response === null) return;
      if (response.status === 200) state.answered += 1;
      else if (response.status === 503 && response.code === 'payment_unavailable') continue;
      else if (response.status === 503) state.broken.set(key, `503 ${response.code}`);
      else state.refused.push(`${response.status} ${response.body}`);
      if (response.status === 200) await pay(JSON.parse(response.body) as { client_secret?: string });
    }
  };
  return { state, done: Promise.all(Array.from({ length: count }, buyRepeatedly)) };
}

const pay = (offer: { client_secret?: string }): Promise<void> =>
  control('POST', '/control/confirm', { payment_intent: intentOf(offer), card: '4242424242424242' });

type Reply = { status: number; code: string; body: string };

const purchaseOnce = (origin: string, key: string): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const call = httpRequest(
      `${origin}${contract.createAndPurchase.path}`,
      {
        method: 'POST',
        agent: new Agent({ keepAlive: false }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      },
      (answer) => {
        const chunks: string[] = [];
        answer.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            code: String(answer.headers['x-error-code'] ?? ''),
            body: chunks.join(''),
          }),
        );
        answer.once('error', reject);
      },
    );
    call.once('error', reject);
    const email = `${key}@example.com`;
    call.end(JSON.stringify(aPurchaseRequest({ billingDetails: { ...billingDetails, email } })));
  });

type JobRow = { id: string; name: string; state: string };
const jobsWhere = async (condition: RawBuilder<boolean>): Promise<JobRow[]> =>
  (await sql<JobRow>`select id, name, state::text from pgboss.job where ${condition}`.execute(database.db))
    .rows;
const active = sql<boolean>`state = 'active'`;
const isOneOf = (jobs: JobRow[]) => sql<boolean>`id = any (${jobs.map(({ id }) => id)}::uuid[])`;
const statesOf = async (jobs: JobRow[]): Promise<string[]> => [
  ...new Set((await jobsWhere(isOneOf(jobs))).map(({ state }) => state)),
];

const errorsIn = (log: string): string[] => log.split('\n').filter((line) => line.includes('"level":50'));

/** A mail server that can be made slow or silent, so that a stop interrupts emails midway. */
async function aMailLine(): Promise<TcpProxy> {
  return startTcpProxy({ host: '127.0.0.1', port: Number(new URL(sandbox.smtpUrl).port) });
}
const over = (line: TcpProxy): Record<string, string> => ({ SMTP_URL: `smtp://127.0.0.1:${line.port}` });

/** Stops the process as a deployment does, and returns the jobs that were running. */
async function stopped(shop: ShopProcess): Promise<{ ms: number; atWork: JobRow[] }> {
  const activeJobs = await until('emails are at work', async () => {
    const jobs = await jobsWhere(sql`state = 'active' and name = 'send-mail'`);
    return jobs.length > 0 && jobs;
  });
  const startedAt = performance.now();
  shop.child.kill('SIGTERM');
  expect(await shop.hasEnded).toBe(0);
  return { ms: performance.now() - startedAt, atWork: activeJobs };
}

test(`SIGTERM under load, ${stops} times: requests are answered, jobs finish or are handed back, exit within 10 s`, async () => {
  database = await aDatabase({ max: 3 });
  await seed(database.db, new Date());
  const line = await aMailLine();
  line.set({ kind: 'slow', delayMs: 40 });
  const stopsMs: number[] = [];
  const activeJobs: JobRow[] = [];
  const total = { answered: 0, broken: 0 };
  for (let stop = 0; stop < stops; stop += 1) {
    const shop = await start(over(line));
    await webhooksTo(shop);
    const crowd = buyers(shop, 6);
    await until('they buy', () => crowd.state.answered >= 10);
    const end = await stopped(shop);
    stopsMs.push(end.ms);
    activeJobs.push(...end.atWork);
    expect(await jobsWhere(active), 'jobs that were not handed back').toEqual([]);
    crowd.state.over = true;
    await crowd.done;
    expect(crowd.state.refused, 'purchases that were answered with neither 200 nor “busy”').toEqual([]);
    const keys = [...crowd.state.broken.keys()];
    const { rows } = await sql<{
      key: string;
    }>`select key from purchase_request where key = any (${keys})`.execute(database.db);
    const unanswered = rows.map(({ key }) => crowd.state.broken.get(key));
    expect(unanswered, 'purchases that were accepted and never answered').toEqual([]);
    expect(errorsIn(shop.log())).toEqual([]);
    total.answered += crowd.state.answered;
    total.broken += crowd.state.broken.size;
  }
  expect(Math.max(...stopsMs)).toBeLessThan(10_000);
  line.set({ kind: 'good' });
  await start(over(line));
  await until(
    'the next process has done what they left',
    async () => (await statesOf(activeJobs)).join() === 'completed',
    60_000,
  );
  await line.stop();
  console.info(
    `stopped in ${stopsMs.map(Math.round).join(', ')} ms, with ${activeJobs.length} emails at work; ${total.answered} purchases answered, ${total.broken} turned away at the closing listener`,
  );
});

test('SIGTERM during a hanging mail server: emails are handed back in time, and sent once by the next process', {
  tags: ['long'],
}, async () => {
  database = await aDatabase({ max: 3 });
  await seed(database.db, new Date());
  const line = await aMailLine();
  // Each SMTP command is answered within the mailer's timeout, but a whole email takes longer than a stop
  // may.
  line.set({ kind: 'slow', delayMs: 2_500 });
  const shop = await start(over(line));
  await webhooksTo(shop);
  const response = await purchaseOnce(shop.origin, randomUUID());
  await pay(JSON.parse(response.body) as { client_secret?: string });
  const { ms, atWork } = await stopped(shop);
  expect(ms).toBeLessThan(10_000);
  expect(await statesOf(atWork)).toEqual(['retry']);
  line.set({ kind: 'good' });
  // The dead process holds its emails for 30 s. The test does not wait for that.
  await sql`update mail set sending_until = null where sent_at is null`.execute(database.db);
  await start(over(line));
  await until('the emails are sent', async () => (await statesOf(atWork)).join() === 'completed', 60_000);
  const emails = await database.db.selectFrom('mail').select(['to_address', 'sent_at']).execute();
  expect(emails.length).toBeGreaterThan(0);
  expect(emails.filter(({ sent_at: sentAt }) => sentAt === null)).toEqual([]);
  const arrived = await (
    await fetch(`${sandbox.origin}/control/mailbox?to=${encodeURIComponent(emails[0]?.to_address ?? '')}`)
  ).json();
  expect(arrived).toHaveLength(emails.length);
  await line.stop();
});
