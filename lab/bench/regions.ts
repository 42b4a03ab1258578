/**
 * `npm run lab -- bench:regions`: the cost of a call when the database is far away. The shop's process runs
 * as in production, with latency added to its database connection, as between two regions. The slope is the
 * number of sequential round trips per call.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { contract } from '#contract/contract.ts';
import { createClient } from '#contract/client.ts';
import { seed } from '#db/seeds/seed.ts';
import { createDatabase } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { createPasswords } from '#platform/passwords.ts';
import { systemClock } from '#ports/clock.ts';
import { startSandbox } from '#sandbox/start.ts';
import { aPurchaseRequest, billingDetails } from '#test/builders/buyer.ts';
import { anAccount, withToken } from '#test/builders/customer.ts';
import { aShopProcess } from '#test/builders/shop-process.ts';
import { startTcpProxy } from '#test/chaos/tcp-proxy.ts';
import { describeMachine, median, oneDecimal, print, sayTable } from './figures.ts';

const { values } = parseArgs({
  options: {
    'round-trips': { type: 'string', default: '0,20,80' },
    rounds: { type: 'string', default: '7' },
  },
});
const roundTripsMs = values['round-trips'].split(',').map(Number);
const rounds = Number(values.rounds);

const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
const sandbox = await startSandbox({
  host: '127.0.0.1',
  port: 0,
  smtpPort: 0,
  factiivPort: null,
  dataDir: null,
});
const address = new URL(postgres.url);
const line = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
await migrate(postgres.url);
const db = createDatabase(postgres.url, { max: 2, applicationName: 'bench' });
await seed(db, new Date());
const person = await anAccount({ db, deps: { clock: systemClock, passwords: createPasswords() } });
const remoteUrl = new URL(postgres.url);
remoteUrl.port = String(line.port);
const shop = await aShopProcess({ sandbox, environment: { DATABASE_URL: remoteUrl.href } });
const call = createClient(fetch, shop.origin);

try {
  const log = await call(contract.login, { body: { email: person.email, password: person.password } });
  const asCustomer = withToken(shop, log.data.accessToken);
  const draft = { productIds: ['ein-filing'], email: billingDetails.email };
  const cart = await call(contract.createCart, { body: draft });
  const params = { id: cart.id };
  const buy = () =>
    call(contract.createAndPurchase, {
      headers: { 'idempotency-key': randomUUID() },
      body: aPurchaseRequest(),
    });
  const { orderId } = await buy();
  const calls: [what: string, once: () => Promise<unknown>][] = [
    ['the product list', () => call(contract.listProducts)],
    ['read a cart', () => call(contract.readCart, { params })],
    ['save a cart', () => call(contract.updateCart, { params, body: draft })],
    ['a coupon', () => call(contract.readCouponByCode, { params: { code: 'WELCOME10' } })],
    ['log in', () => call(contract.login, { body: { email: person.email, password: person.password } })],
    ['who am I', () => asCustomer(contract.me)],
    ['my orders', () => asCustomer(contract.listOrders, { query: {} })],
    ['a purchase by a guest, to the card form', buy],
    ['how a payment stands', () => call(contract.readPaymentStatus, { params: { id: orderId } })],
  ];
  const times = calls.map(() => [] as number[]);
  for (const roundTripMs of roundTripsMs) {
    line.set(roundTripMs === 0 ? { kind: 'good' } : { kind: 'slow', delayMs: roundTripMs / 2 });
    for (const [at, [, once]] of calls.entries()) times[at]?.push(await timed(once));
  }
  line.set({ kind: 'good' });
  const [near, far] = [roundTripsMs[0] ?? 0, roundTripsMs.at(-1) ?? 0];
  print(`\nMedians of ${rounds} calls in ms, one at a time. ${describeMachine()}\n`);
  sayTable(
    ['call', ...roundTripsMs.map((ms) => `database ${ms} ms away`), 'there and back'],
    calls.map(([what], at) => {
      const [first, last] = [times[at]?.[0] ?? Number.NaN, times[at]?.at(-1) ?? Number.NaN];
      return [what, ...(times[at] ?? []).map(oneDecimal), oneDecimal((last - first) / (far - near))];
    }),
  );
} finally {
  await shop.end();
  await db.destroy();
  await line.stop();
  await sandbox.stop();
  await postgres.stop();
}

async function timed(once: () => Promise<unknown>): Promise<number> {
  await once();
  const each: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await once();
    each.push(performance.now() - startedAt);
  }
  return median(each);
}
