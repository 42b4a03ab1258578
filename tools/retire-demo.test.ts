/**
 * A shop with real processor keys starts on the data of a demo: no sandbox access remains usable, and every
 * invariant holds.
 */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPeople, seedPeople } from '#db/seeds/people.ts';
import { retireDemonstration } from '#db/seeds/retire.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
  await seedPeople(shop.db, shop.deps.passwords, new Date());
});
afterAll(() => shop.stop());

test('sessions and open work of the demo end once, and no invariant breaks', async () => {
  const [person] = demoPeople;
  const log = { email: person?.email ?? '', password: person?.password ?? '' };
  await shop.call(contract.login, { body: log });
  await shop.call(contract.login, { body: log });
  const bought = await buy(shop, { productIds: ['registered-agent'] });
  await confirm(shop, intentOf(bought));
  await until('it is paid', async () => (await statusOf(shop, bought.orderId)).status === 'paid');
  const now = new Date();
  const { closed, leftOver } = await retireDemonstration(shop.db, now);
  expect(closed).toContain(log.email);
  expect(leftOver).toEqual({ paidOrders: 1, creditAccounts: 0 });
  const sessions = shop.db.selectFrom('session').select('id').where('revoked_at', 'is', null);
  expect(await sessions.execute()).toEqual([]);
  const running = shop.db
    .selectFrom('subscription')
    .select('id')
    .where('status', 'in', ['starting', 'active', 'past_due']);
  expect(await running.execute()).toEqual([]);
  expect(await checkInvariants(shop.db)).toEqual([]);
  expect(await retireDemonstration(shop.db, now)).toEqual({ closed: [], leftOver: null });
});

test('sessions that an earlier version left to retired people end at the next start', async () => {
  await shop.db.updateTable('session').set({ revoked_at: null, revoke_reason: null }).execute();
  expect((await checkInvariants(shop.db)).map(({ invariant }) => invariant)).toContain(
    'I13 a disabled or deleted account has no session',
  );
  await retireDemonstration(shop.db, new Date());
  expect(await checkInvariants(shop.db)).toEqual([]);
});
