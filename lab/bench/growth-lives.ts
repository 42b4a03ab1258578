/**
 * `npm run lab -- bench:growth`: every customer and visitor call, every sweep, and every job, in a small shop
 * and in one 100 times as large. The calls cover complete customer lifecycles over HTTP; the jobs run from
 * the queue.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { aCart, aPurchaseRequest, buy, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { boosted } from '#test/builders/booster.ts';
import { connected } from '#test/builders/connection.ts';
import { aBoughtInvoice, payOnPage, untilPaid } from '#test/builders/credit-buyer.ts';
import { aCustomer, logIn, type Customer } from '#test/builders/customer.ts';
import { aMessage } from '#test/builders/message.ts';
import { refundOf } from '#test/builders/refund.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { buySubscription, startSubscription } from '#test/builders/subscription.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { consoleWorks, sums } from './console-works.ts';
import { describeMachine, median, oneDecimal, print, sayTable, verdict, integerText } from './figures.ts';
import { runJobs, durationOf } from './growth-jobs.ts';
import { fillGrowth } from './growth-rows.ts';
import { callTheRest, publishPosts } from './growth-rare.ts';
import { type Read, readSoFar, readSince } from './growth-reading.ts';
import { customerEndpoints, timeCalls } from './growth-timing.ts';

const sizes = (process.env.GROWTH_CUSTOMERS ?? '10000,1000000').split(',').map(Number);
const lifecycleCount = Number(process.env.GROWTH_LIVES ?? '8');
/** Below this, machine noise exceeds the work. */
const floorMs = 10;

const person = {
  firstName: 'Ama',
  lastName: 'Boateng',
  phone: '+233 20 123 4567',
  address: '12 Ring Road',
  city: 'Accra',
  country: 'GH',
};
const password = 'another long password';

async function visit(shop: Shop): Promise<void> {
  await shop.call(contract.listProducts);
  await shop.call(contract.readProduct, { params: { slug: 'ein-filing' } });
  await shop.call(contract.readCouponByCode, { params: { code: 'WELCOME10' } });
  await shop.call(contract.listBoosters);
  await shop.call(contract.readBooster, { params: { id: 'booster-250' } });
  await shop.call(contract.listBlogs, { query: {} });
  await shop.call(contract.listBlogTags);
  await shop.call(contract.readStatus);
  await shop.call(contract.readRuntimeConfig);
  const draft = { productIds: ['ein-filing'], firstName: 'Ama', email: 'ama@example.com' };
  const id = await aCart(shop);
  await shop.call(contract.readCart, { params: { id } });
  await shop.call(contract.updateCart, { params: { id }, body: draft });
  await shop.call(contract.deleteCart, { params: { id } });
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  await until('it is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  await aMessage(shop);
}

async function signUp(shop: Shop, life: string): Promise<Customer> {
  const email = `grown-${life}@example.com`;
  await shop.call(contract.register, {
    body: { ...person, userName: 'ama', email, password, confirmPassword: password } as never,
  });
  const [first] = await emailsTo(shop, email);
  await shop.call(contract.confirmEmail, { body: { confirmToken: tokenIn(first, 'confirmToken') } });
  await shop.call(contract.forgotPassword, { body: { email } });
  const reset = (await emailsTo(shop, email, 2)).find(({ html }) => html.includes('resetToken'));
  await shop.call(contract.resetPassword, {
    body: { password, confirmPassword: password, resetToken: tokenIn(reset, 'resetToken') },
  });
  const session = await logIn(shop, { email, password });
  const { id: userId } = await session.call(contract.me);
  const data = await shop.call(contract.refreshToken, { body: { refreshToken: session.refreshToken } });
  await shop.call(contract.logout, { body: { refreshToken: data.refreshToken } });
  return { userId, email, password, ...(await logIn(shop, { email, password })) };
}

async function keepAccount(shop: Shop, customer: Customer): Promise<void> {
  const { call, userId, email } = customer;
  await call(contract.updateUser, { body: { id: userId, ...person } });
  await call(contract.askEmailChange, { body: { email: `new-${email}`, password: customer.password } });
  await call(contract.readEmailChange);
  await call(contract.cancelEmailChange);
  await logIn(shop, customer);
  const [other] = (await call(contract.listSessions)).filter(
    (session) => session.kind === 'own' && !session.current,
  );
  if (other !== undefined) await call(contract.endSession, { params: { id: other.id } });
  await call(contract.endOtherSessions);
  await shop.call(contract.resendConfirmation, { body: { email } });
}

async function buyAndRead(shop: Shop, customer: Customer): Promise<void> {
  const { call, email } = customer;
  const guests = await aCart(shop);
  await call(contract.mergeCart, { params: { id: guests } });
  await call(contract.readPendingCart, { params: { email } });
  const first = (await saveCard(shop, customer)) ?? '';
  const second = (await saveCard(shop, customer, '5555555555554444')) ?? '';
  await call(contract.makePaymentMethodDefault, { params: { id: second } });
  await call(contract.removePaymentMethod, { params: { id: second } });
  const { orderId } = await call(contract.purchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: { ...aPurchaseRequest(), paymentMethodId: first },
  });
  await until(
    'it is paid',
    async () => (await call(contract.readPaymentStatus, { params: { id: orderId } })).status === 'paid',
  );
  await call(contract.listOrders, { query: {} });
  const order = await call(contract.readOrder, { params: { id: orderId } });
  await call(contract.readInvoice, { params: { id: order.invoices[0]?.id ?? '' } });
  await call(contract.readCreditNote, { params: { id: await refundOf(shop, orderId) } });
  await subscribe(shop, customer, first);
}

async function subscribe(shop: Shop, customer: Customer, card: string): Promise<void> {
  const { call } = customer;
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  await call(contract.listSubscriptions, { query: {} });
  await call(contract.cancelSubscription, { params: { id: bought.id } } as never);
  await call(contract.undoCancelSubscription, { params: { id: bought.id } } as never);
  await call(contract.changeSubscriptionCard, {
    params: { id: bought.id },
    body: { paymentMethodId: card },
  } as never);
  const { path } = await call(contract.makeCardLink, { params: { id: bought.id } } as never);
  const token = new URLSearchParams(path.slice(path.indexOf('?'))).get('token') ?? '';
  await shop.call(contract.readSubscriptionByLink, { body: { token } });
}

async function useCredit(shop: Shop): Promise<void> {
  const { person: customer, orderId, id } = await aBoughtInvoice(shop);
  const { call, userId } = customer;
  const card = (await saveCard(shop, customer)) ?? '';
  await call(contract.readCompany);
  await call(contract.readConsistency);
  await call(contract.readApplication);
  await call(contract.readCreditAccount);
  await call(contract.listCreditMovements, { query: {} });
  await call(contract.readCreditStatement, { query: {} } as never);
  await call(contract.refreshCreditInvoices);
  const { terms } = await call(contract.readAutopay);
  await call(contract.turnOnAutopay, {
    body: { paymentMethodId: card, termsVersion: terms.version, termsAgreed: true },
  });
  await call(contract.turnOffAutopay);
  await connected(shop, customer);
  await call(contract.readReporting);
  await call(contract.syncTrades).catch(() => undefined);
  await call(contract.listReports, { query: {} } as never);
  await call(contract.readCreditScore, { params: { id: userId } }).catch(() => undefined);
  await call(contract.withdrawReporting);
  await call(contract.disconnectFactiiv);
  await payOnPage(shop, id);
  await untilPaid(shop, id);
  await boosted(shop, customer);
  await call(contract.readOrder, { params: { id: orderId } });
}

async function leave(shop: Shop, customer: Customer): Promise<void> {
  await customer.call(contract.readArchive);
  const next = 'one more long password';
  await customer.call(contract.updatePassword, {
    body: { oldPassword: customer.password, newPassword: next, confirmNewPassword: next },
  });
  const loggedIn = {
    ...customer,
    password: next,
    ...(await logIn(shop, { email: customer.email, password: next })),
  };
  await loggedIn.call(contract.deleteAccount, { body: { password: next } });
  await turnOnTwoFactor(shop, await aCustomer(shop, { email: `careful-${customer.email}` }));
}

type Measured = {
  calls: Map<string, number[]>;
  jobs: Map<string, number>;
  console: Map<string, number>;
  ofLifecycles: Read;
  ofJobs: Read;
};

async function live(shop: Shop, name: string): Promise<void> {
  await visit(shop);
  const customer = await signUp(shop, name);
  await keepAccount(shop, customer);
  await buyAndRead(shop, customer);
  await useCredit(shop);
  await leave(shop, customer);
  await callTheRest(shop, name);
}

async function readConsole(db: Database): Promise<Map<string, number>> {
  const read = new Map<string, number>();
  for (const [what, work] of consoleWorks) {
    if (sums.has(what)) continue;
    await work(db);
    read.set(
      what,
      median([
        await durationOf(() => work(db)),
        await durationOf(() => work(db)),
        await durationOf(() => work(db)),
      ]),
    );
  }
  return read;
}

async function measure(customers: number): Promise<Measured> {
  let origin: string | null = null;
  const timings = timeCalls(() => origin);
  const shop = await aShop({ factiiv: true });
  const db = createDatabase(shop.databaseUrl, {
    max: 2,
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  });
  try {
    const startedAt = performance.now();
    await fillGrowth(db, customers);
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database())::float8 as bytes`.execute(db);
    print(
      `${integerText(customers)} customers, ${integerText(3 * customers)} orders: ${integerText((rows[0]?.bytes ?? 0) / 1e6)} MB, written in ${integerText(tookSeconds)} s`,
    );
    await publishPosts(shop);
    origin = shop.origin;
    const before = await readSoFar(db);
    for (let life = 0; life < lifecycleCount; life += 1) await live(shop, `${customers}-${life}`);
    const between = await readSoFar(db);
    const ran = await runJobs(shop, db, customers);
    const ofJobs = readSince(between, await readSoFar(db));
    return {
      calls: timings.ms,
      jobs: ran,
      console: await readConsole(db),
      ofLifecycles: readSince(before, between),
      ofJobs,
    };
  } finally {
    timings.stop();
    await db.destroy();
    await shop.stop();
  }
}

test('nothing that a customer waits for grows with the shop', { timeout: 4 * 3_600_000 }, async () => {
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measure(size));
  const [smallest, largest] = [sizes[0] ?? 1, sizes.at(-1) ?? 1];
  const mayGrow = Math.log(largest) / Math.log(smallest);
  print(`\nMedians of ${lifecycleCount} lifecycles and 3 runs of each job, in ms. ${describeMachine()}\n`);
  const missed: string[] = [];
  const row = (what: string, times: number[]): string[] => {
    const [first, last] = [
      Math.max(times[0] ?? Number.NaN, floorMs),
      Math.max(times.at(-1) ?? Number.NaN, floorMs),
    ];
    const isMet = last / first <= mayGrow;
    if (!isMet) missed.push(what);
    return [what, ...times.map(oneDecimal), oneDecimal(last / first), verdict(isMet)];
  };
  const heads = (what: string) => [
    what,
    ...sizes.map((size) => `${integerText(size)} customers`),
    'growth',
    `at most ${oneDecimal(mayGrow)}`,
  ];
  const called = customerEndpoints.filter(({ name }) => measured.every(({ calls }) => calls.has(name)));
  sayTable(
    heads('call'),
    called.map(({ name, label }) =>
      row(
        label,
        measured.map(({ calls }) => median(calls.get(name) ?? [])),
      ),
    ),
  );
  print(
    `\nNot called: ${customerEndpoints.flatMap(({ name }) => (called.some((call) => call.name === name) ? [] : [name])).join(', ')}\n`,
  );
  for (const [what, of] of [
    ['job', 'jobs'],
    ['list or search of the console', 'console'],
  ] as const)
    sayTable(
      heads(what),
      [...(measured[0]?.[of].keys() ?? [])].map((name) =>
        row(
          name,
          measured.map((measurement) => measurement[of].get(name) ?? Number.NaN),
        ),
      ),
    );
  for (const of of ['ofLifecycles', 'ofJobs'] as const) {
    print(
      `\n${of === 'ofLifecycles' ? 'Database reads of the lifecycles' : 'Database reads of the jobs'}, and the rows read in turn:\n`,
    );
    const most = (at: number) =>
      [...(measured[at]?.[of].inTurn ?? [])].toSorted((a, b) => b[1] - a[1]).slice(0, 8);
    sayTable(
      ['customers', 'blocks of 8 kB', 'rows in turn'],
      sizes.map((size, at) => [
        integerText(size),
        integerText(measured[at]?.[of].blocks ?? Number.NaN),
        most(at)
          .map(([table, rows]) => `${table} ${integerText(rows)}`)
          .join(', '),
      ]),
    );
  }
  expect(missed).toEqual([]);
});
