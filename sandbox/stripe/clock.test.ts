/**
 * The sandbox's clock and timers are stored in the database and survive a restart, also with state of an
 * older version.
 *
 * @module-tag long
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { aStripeSandbox, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-clock-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function opened(dataDir: string): Promise<StripeSandbox> {
  const world = await aStripeSandbox({ dataDir });
  cleanups.push(() => world.stop());
  return world;
}

const clockOf = ({ control }: StripeSandbox) =>
  control<{ now: number; ahead_seconds: number }>('GET', '/clock');

async function aRenewing({ stripe }: StripeSandbox): Promise<string> {
  const { id: customer } = await stripe.customers.create();
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const product = await stripe.products.create({ name: 'Monitoring' });
  const price_data = {
    currency: 'usd',
    product: product.id,
    unit_amount: 2_000,
    recurring: { interval: 'month' as const },
  };
  const { id } = await stripe.subscriptions.create({
    customer,
    default_payment_method: card.id,
    items: [{ price_data }],
  });
  return id;
}

test('a restart keeps the time that was added and the renewals that are to come', async () => {
  const dataDir = await aDataDir();
  const first = await opened(dataDir);
  const subscription = await aRenewing(first);
  await first.control('POST', '/clock', { advance_days: 20 });
  await first.stop();
  cleanups.pop();
  const restarted = await opened(dataDir);
  expect((await clockOf(restarted)).ahead_seconds).toBe(20 * 86_400);
  await restarted.control('POST', '/clock', { advance_days: 12 });
  const { data } = await restarted.stripe.invoices.list({ subscription });
  expect(data.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('settling payments renews nothing', async () => {
  const world = await opened(await aDataDir());
  const subscription = await aRenewing(world);
  expect(await world.control('POST', '/settle')).toEqual({ ran: 0 });
  expect((await world.stripe.invoices.list({ subscription })).data).toHaveLength(1);
});

test('an idempotency key survives a moved clock', async () => {
  const { stripe, control } = await opened(await aDataDir());
  const create = () => stripe.customers.create({ email: 'ada@lagos.example' }, { idempotencyKey: 'cus:1' });
  const { id } = await create();
  await control('POST', '/clock', { advance_days: 400 });
  expect((await create()).id).toBe(id);
});

test('a state file of the first version is migrated', async () => {
  const dataDir = await aDataDir();
  const old = new DatabaseSync(join(dataDir, 'stripe.sqlite'));
  old.exec(`create table timer (id integer primary key autoincrement, due_at integer not null, work text not null, object_id text not null);
    pragma user_version = 1;`);
  old.close();
  const world = await opened(dataDir);
  const subscription = await aRenewing(world);
  await world.control('POST', '/clock', { advance_days: 32 });
  expect((await world.stripe.invoices.list({ subscription })).data).toHaveLength(2);
});

test('a state file with test clocks is migrated, without the timers of those clocks', async () => {
  const dataDir = await aDataDir();
  const old = new DatabaseSync(join(dataDir, 'stripe.sqlite'));
  old.exec(`create table timer (id integer primary key autoincrement, due_at integer not null, work text not null, object_id text not null, clock text);
    create index timer_due on timer (clock, due_at);
    insert into timer (due_at, work, object_id, clock) values (1, 'period_ends', 'sub_1', 'clock_1');
    pragma user_version = 3;`);
  old.close();
  const world = await opened(dataDir);
  expect(await world.control('GET', '/clock')).toMatchObject({ next: null });
  const subscription = await aRenewing(world);
  await world.control('POST', '/clock', { advance_days: 32 });
  expect((await world.stripe.invoices.list({ subscription })).data).toHaveLength(2);
});
