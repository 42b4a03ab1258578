/**
 * After a restore to an earlier time, the shop rebuilds later sales from the processor, once, and reports
 * what it cannot rebuild.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureOutput } from '#test/capture-output.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { adoptMissing, awaitsAdoption } from '#modules/checkout/adopt-missing.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';
import { loadBackup } from '#platform/backup/load-backup.ts';
import { checkBackup } from '#platform/backup/read-backup.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { boosted } from '#test/builders/booster.ts';
import { aCart, buy, buyAs, intentOf, type PurchaseAnswer, statusOf } from '#test/builders/buyer.ts';
import { aCreditBuyer } from '#test/builders/credit-buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { monthly, read, startSubscription } from '#test/builders/subscription.ts';
import { testKeys } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import type { Config } from '#server/settings/config.ts';
import { backupCommands } from './admin-backup.ts';
import { inUtc } from './admin-command.ts';
import { adoptAllMissing } from './adopt-missing.ts';

let shop: Shop;
let restored: TestDatabase;
let deps: Deps;
let folder: string;
let customer: Customer;
let approved: Customer;
let takenAt: Date;
const sold: Record<string, { orderId: string; intent: string }> = {};

async function paid(answer: PurchaseAnswer, email?: string): Promise<{ orderId: string; intent: string }> {
  const intent = intentOf(answer);
  await shop.control('POST', '/control/confirm', {
    payment_intent: intent,
    name: 'Kofi Mensah',
    ...(email ? { email } : {}),
  });
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent };
}

const subscribed = async (order: { orderId: string }): Promise<void> => {
  const { id } = await shop.db
    .selectFrom('subscription')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect((await startSubscription(shop, { id })).status).toBe('active');
};

beforeAll(async () => {
  shop = await aShop();
  folder = await mkdtemp(join(tmpdir(), 'adoption-'));
  [customer, approved] = [await aCustomer(shop), await aCreditBuyer(shop)];
  // Each has paid before, so the processor has them as customers.
  await paid(await buyAs(customer, { productIds: [monthly] }));
  await boosted(shop, approved);
  // Open at backup time and paid later by a different payment, because the buyer saved the card.
  const cartId = await aCart(shop);
  const unsaved = await buyAs(customer, { cartId });
  const path = join(folder, 'backup');
  const secret = 'a passphrase of a test';
  const manifest = await writeBackup(path, {
    databaseUrl: shop.databaseUrl,
    filesFolder: null,
    keys: testKeys,
    secret,
    cost: 2 ** 10,
  });
  takenAt = new Date(manifest.takenAt);

  sold.guest = await paid(await buy(shop, { discountCode: 'WELCOME10' }), 'kofi@example.com');
  sold.refunded = await paid(await buy(shop), 'refunded@example.com');
  await refundOf(shop, sold.refunded.orderId);
  sold.customer = await paid(await buyAs(customer), customer.email);
  sold.booster = await boosted(shop, approved, { boosterIds: ['booster-500'] });
  sold.renewing = await paid(await buyAs(customer, { productIds: ['registered-agent'] }), customer.email);
  await subscribed(sold.renewing);
  sold.guestRenewing = await paid(await buy(shop, { productIds: [monthly] }), 'renewing@example.com');
  await subscribed(sold.guestRenewing);
  sold.nameless = await paid(await buy(shop));
  const saved = await buyAs(customer, { cartId, saveCard: true });
  expect([saved.orderId, intentOf(saved) === intentOf(unsaved)]).toEqual([unsaved.orderId, false]);
  sold.replaced = await paid(saved, customer.email);

  restored = await aDatabase({ content: 'none' });
  await loadBackup(restored.url, {
    path,
    secret,
    manifest: await checkBackup(path, secret),
    keepFile: async () => undefined,
  });
  deps = {
    ...shop.deps,
    db: restored.db,
    jobs: await createJobs({ databaseUrl: restored.url, log: shop.deps.log }),
  };
});
afterAll(async () => {
  await deps.jobs.stop({ timeoutMs: 5_000 });
  await restored.close();
  await shop.stop();
  await rm(folder, { recursive: true });
});

const { output } = captureOutput();

const sweeps = { expireAfterHours: 24 } as Parameters<typeof adoptAllMissing>[1]['sweeps'];
const orderOf = (name: string) =>
  restored.db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', sold[name]?.orderId ?? '')
    .executeTakeFirst();
const remoteSubscriptions = async (): Promise<Stripe.Subscription[]> =>
  (await stripeOf(shop).subscriptions.list({ limit: 100 })).data;

describe('sales since the backup', () => {
  test('become orders again: guests, customers, boosters; charges without a buyer are reported', async () => {
    expect(await adoptAllMissing(deps, { sweeps }, undefined)).toBe(2);
    expect(output()).toContain('Set the start with --since');
    const noteRestore = (to?: string) =>
      backupCommands.restored?.(deps, {} as Config, [], to === undefined ? {} : { to });
    expect(await noteRestore()).toBe(2);
    for (const unclear of ['yesterday', '7', '2026-11-25 14:30']) {
      expect(await noteRestore(unclear)).toBe(2);
      expect(await adoptAllMissing(deps, { sweeps }, unclear)).toBe(2);
    }
    expect(await noteRestore('2999-01-01T00:00Z')).toBe(2);
    expect(await awaitsAdoption(restored.db)).toBe(false);
    expect(await noteRestore(takenAt.toISOString())).toBe(0);
    expect(output()).toMatch(
      new RegExp(
        `Restored to ${inUtc(takenAt)}. The latest order is S-\\d+ of \\d{4}-\\d\\d-\\d\\d .+ UTC\\.`,
      ),
    );
    expect(await awaitsAdoption(restored.db)).toBe(true);
    // Days later, before any lost payment was rebuilt.
    const clock = { now: () => new Date(shop.deps.clock.now().getTime() + 3 * 86_400_000) };
    expect(
      await sweepPayments({ ...deps, clock }, { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 }),
    ).toMatchObject({
      expired: 0,
      released: 0,
    });
    expect(await orderOf('replaced')).toMatchObject({ status: 'awaiting_payment' });
    expect(await adoptAllMissing(deps, { sweeps }, undefined)).toBe(1);
    expect(await awaitsAdoption(restored.db)).toBe(false);
    for (const name of ['guest', 'refunded', 'customer', 'booster', 'renewing', 'guestRenewing', 'replaced'])
      expect([name, output().includes(`adopted  ${sold[name]?.intent}`)]).toEqual([name, true]);
    expect(output()).toContain(
      `left     ${sold.nameless?.intent}  $149.50  The processor does not know the buyer`,
    );
    expect(output()).toMatch(/: \d+ checked, \d+ known, 7 adopted, 1 left\n/);
    expect(await orderOf('guest')).toMatchObject({
      status: 'in_progress',
      email: 'kofi@example.com',
      total_cents: 13_455,
    });
    expect(await orderOf('customer')).toMatchObject({ user_id: customer.userId, status: 'in_progress' });
    expect(await orderOf('booster')).toMatchObject({
      user_id: approved.userId,
      kind: 'booster',
      status: 'completed',
    });
    expect(await orderOf('replaced')).toMatchObject({ user_id: customer.userId, status: 'in_progress' });
    expect(await orderOf('nameless')).toBeUndefined();
    const refund = restored.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select('state');
    expect(await refund.where('intent_ref', '=', sold.refunded?.intent ?? '').execute()).toEqual([
      { state: 'succeeded' },
    ]);
    expect(await checkInvariants(restored.db)).toEqual([]);
  });

  test('stay unchanged when adopted again, and a leftover can be named', async () => {
    const count = () =>
      restored.db
        .selectFrom('shop_order')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst();
    const before = await count();
    const secondRun = await adoptMissing(deps, takenAt);
    expect(secondRun).toMatchObject({ adopted: [], left: [{ intentRef: sold.nameless?.intent }] });
    expect(await count()).toEqual(before);
  });

  test('continue renewing with the existing subscription, and no second one', async () => {
    const before = (await remoteSubscriptions()).map(({ id }) => id).toSorted();
    for (const name of ['renewing', 'guestRenewing']) {
      const { id } = await restored.db
        .selectFrom('subscription')
        .select('id')
        .where('order_id', '=', sold[name]?.orderId ?? '')
        .executeTakeFirstOrThrow();
      const subscription = await read(restored, { id });
      // The same card is charged on the same day.
      const lost = await read(shop, { id });
      expect(subscription).toMatchObject({
        paidUntil: lost.paidUntil,
        firstRenewalAt: lost.firstRenewalAt,
        card: lost.card,
      });
      expect([name, subscription.status, before.includes(subscription.subscriptionRef ?? '')]).toEqual([
        name,
        'active',
        true,
      ]);
    }
    expect((await remoteSubscriptions()).map(({ id }) => id).toSorted()).toEqual(before);
    expect(await checkInvariants(restored.db)).toEqual([]);
  });
});
