/** What is deleted after its retention period, and what never is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { retentionOf } from '#kernel/retention.ts';
import { createLogger } from '#platform/logger.ts';
import { aCart, buy, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { sql } from 'kysely';
import { cleanAll } from './clean-all.ts';
import { type Cleaned, cleanUp } from './clean-up.ts';
import { checkInvariants } from './invariants/invariants.ts';

const dayMs = 86_400_000;
const nothing: Cleaned = {
  ...{
    keys: 0,
    reports: 0,
    reportRows: 0,
    carts: 0,
    reminders: 0,
    setups: 0,
    setupsByLink: 0,
    bulkActs: 0,
    alarmNotices: 0,
  },
  ...{ emails: 0, emailsOfNoOrder: 0, edgePurges: 0 },
};
let shop: Shop;
let bought: string;
let abandonedCartId: string;
beforeAll(async () => {
  shop = await aShop();
  bought = await aCart(shop);
  abandonedCartId = await aCart(shop);
  await saveCard(shop, await aCustomer(shop));
  const purchase = await buy(shop, { cartId: bought });
  await confirm(shop, intentOf(purchase));
  await until('it is paid', async () => (await statusOf(shop, purchase.orderId)).status === 'paid');
  await until('every report has come and is dealt with', async () => {
    const done = (await reports()).flatMap(({ event_id: id, done_at: doneAt }) =>
      doneAt === null ? [] : [id],
    );
    return (await stripeOf(shop).events.list({ limit: 100 })).data.every(({ id }) => done.includes(id));
  });
  await until('every email has left', async () =>
    (await emails()).every(({ sent_at: sentAt }) => sentAt !== null),
  );
});
afterAll(() => shop.stop());

const reports = () =>
  shop.db.selectFrom('webhook_inbox').select(['event_id', 'payload', 'done_at']).execute();
const emails = () => shop.db.selectFrom('mail').select('sent_at').execute();
const cartIds = async () =>
  (await shop.db.selectFrom('cart').select('id').execute()).map(({ id }) => id).toSorted();
const answerFor = (id: string) => fetch(`${shop.origin}${contract.readCart.path.replace('{id}', id)}`);

test('nothing is deleted before its time', async () => {
  expect(await cleanUp(shop.deps)).toEqual(nothing);
});

test('a cart keeps typed data for thirty days after its last change', async () => {
  shop.travel(29 * dayMs);
  expect(await (await answerFor(abandonedCartId)).json()).toMatchObject({
    id: abandonedCartId,
    email: 'kofi@example.com',
  });
  shop.travel(2 * dayMs);
  const answer = await answerFor(abandonedCartId);
  expect([answer.status, await answer.json()]).toEqual([404, 'Cart not found']);
});

test('keys expire after days, carts without an order, old report texts, and card attempts after months', async () => {
  const purgeCount = (await shop.db.selectFrom('edge_purge').select('id').execute()).length;
  expect(purgeCount).toBeGreaterThan(0);
  const withLink = await shop.db.selectFrom('mail').select('id').where('token_id', 'is not', null).execute();
  expect(await cleanUp(shop.deps)).toEqual({
    ...nothing,
    keys: 1,
    edgePurges: purgeCount,
    emails: withLink.length,
  });
  shop.travel(30 * dayMs);
  expect(await cleanUp(shop.deps)).toEqual({ ...nothing, carts: 1 });
  expect(await cartIds()).toEqual([bought]);
  const before = (await reports()).length;
  shop.travel(30 * dayMs);
  expect(await cleanUp(shop.deps)).toEqual({ ...nothing, reports: before });
  expect((await reports()).map(({ payload }) => payload)).toEqual(Array<string>(before).fill(''));
  expect(before).toBeGreaterThan(0);
  shop.travel(7 * dayMs);
  expect(await cleanUp(shop.deps)).toEqual({ ...nothing, setups: 1 });
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('the fact that the processor reported something is stored for two years', async () => {
  const all = await reports();
  const received = (daysAgo: number) =>
    shop.db
      .updateTable('webhook_inbox')
      .set({ received_at: new Date(shop.deps.clock.now().getTime() - daysAgo * dayMs) });
  await received(retentionOf.reportRowDays - 1).execute();
  expect((await cleanUp(shop.deps)).reportRows).toBe(0);
  expect(await reports()).toEqual(all);
  await received(retentionOf.reportRowDays + 1).execute();
  await shop.db
    .updateTable('webhook_inbox')
    .set({ done_at: null })
    .where('event_id', '=', all[0]?.event_id ?? '')
    .execute();
  expect((await cleanUp(shop.deps)).reportRows, 'one that nobody dealt with stays').toBe(all.length - 1);
  await shop.db.updateTable('webhook_inbox').set({ done_at: new Date() }).execute();
  expect((await cleanUp(shop.deps)).reportRows).toBe(1);
  expect(await reports()).toEqual([]);
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test("an email's HTML is deleted after a year and its text after three years; its metadata stays", async () => {
  const emails = () =>
    shop.db.selectFrom('mail').select(['kind', 'subject', 'text', 'html', 'sent_at']).orderBy('id').execute();
  await until('every email has left', async () => (await emails()).every(({ sent_at: at }) => at !== null));
  const all = await emails();
  expect(all.length).toBeGreaterThan(1);
  const withPage = all.filter(({ html }) => html !== '');
  expect(withPage.length).toBeGreaterThan(0);
  shop.travel((retentionOf.emailPageDays + 1) * dayMs);
  expect((await cleanUp(shop.deps)).emails).toBe(withPage.length);
  expect(await emails()).toEqual(all.map((email) => ({ ...email, html: '' })));
  expect((await cleanUp(shop.deps)).emails).toBe(0);
  shop.travel(retentionOf.emailTextDays * dayMs);
  expect((await cleanUp(shop.deps)).emails).toBe(all.length);
  expect(await emails()).toEqual(all.map((email) => ({ ...email, html: '', text: '' })));
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a failing part does not block the others, and the error is reported when the job gives up', async () => {
  const logLines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void logLines.push(line) });
  const keys = async () =>
    (await shop.db.selectFrom('account_limit').select('key').execute()).map(({ key }) => key);
  await shop.db
    .insertInto('account_limit')
    .values({ key: 'over', hits: 1, refused: false, ends_at: new Date(0) })
    .execute();
  await sql`alter table purchase_request rename to away`.execute(shop.db);
  const failure = await cleanAll({ ...shop.deps, log }).catch((error: unknown) => error);
  await sql`alter table away rename to purchase_request`.execute(shop.db);
  expect(failure).toBeInstanceOf(AggregateError);
  // The queue stores the error's message, but not its nested errors.
  expect((failure as Error).message).toBe('error: relation "purchase_request" does not exist');
  expect(await keys()).not.toContain('over');
  const cleaned = logLines
    .map((line) => JSON.parse(line) as object)
    .find((line) => 'msg' in line && line.msg === 'cleaned up');
  expect(Object.keys(cleaned ?? {})).toEqual(
    expect.arrayContaining(['messages', 'counters', 'listFiles', 'overdueOrders', 'days']),
  );
});
