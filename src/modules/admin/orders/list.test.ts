/** The lists of orders: what each view contains, and that paging forward and back shows each order once. */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { insertOrders } from '#test/some-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let owner: Customer;
let customer: Customer;
let ids: string[];
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  owner = await aStaffPerson(shop);
  customer = await aCustomer(shop);
  ids = await insertOrders(shop.db, customer.userId, 120);
});
afterAll(() => shop.stop());

const list = (query: Record<string, string> = {}) =>
  owner.call(contract.staffListOrders, { query: query as never });

test('pages of fifty show each order once, and paging back shows the same pages', async () => {
  const first = await list();
  expect(first).toMatchObject({ count: 120, countIsCapped: false, newer: null });
  const second = await list({ cursor: first.older ?? '' });
  const third = await list({ cursor: second.older ?? '' });
  expect(third.older).toBeNull();
  const shown = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(shown).toEqual(ids);
  expect(first.rows[0]).toMatchObject({
    number: expect.stringMatching(/^S-\d+$/),
    status: 'completed',
    kind: 'card',
    customerId: customer.userId,
    name: 'Ama Boateng',
    items: ['EIN filing'],
    total: 149.5,
    refunded: 0,
  });
  const previousPage = await list({ cursor: third.newer ?? '' });
  expect(previousPage.rows).toEqual(second.rows);
  const start = await list({ cursor: previousPage.newer ?? '' });
  expect(start.rows).toEqual(first.rows);
  expect(start.newer).toBeNull();
});

test('an order that arrives during paging shifts nothing', async () => {
  const first = await list();
  const [fresh = ''] = await insertOrders(shop.db, customer.userId, 1);
  await shop.db.updateTable('shop_order').set({ created_at: new Date() }).where('id', '=', fresh).execute();
  const second = await list({ cursor: first.older ?? '' });
  expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(50, 100));
  expect((await list()).rows[0]?.id).toBe(fresh);
  await shop.db.deleteFrom('order_item').where('order_id', '=', fresh).execute();
  await shop.db.deleteFrom('shop_order').where('id', '=', fresh).execute();
});

test('a cursor works only for its own list, filter, and sort', async () => {
  const { older } = await list();
  const others: Record<string, string>[] = [
    { view: 'refunded' },
    { sort: 'oldest' },
    { kind: 'card' },
    { from: '2026-01-01' },
  ];
  for (const query of others)
    await expect(list({ ...query, cursor: older ?? '' })).rejects.toMatchObject({
      status: 410,
      code: 'list_cursor_invalid',
    });
  const [place = ''] = (older ?? '').split('.');
  await expect(list({ cursor: `${place}.${'A'.repeat(43)}` })).rejects.toMatchObject({
    code: 'list_cursor_invalid',
  });
  await expect(list({ cursor: 'not ours!' })).rejects.toMatchObject({ status: 422 });
});

test('views and filters match their definition', async () => {
  const [disputed = '', refunded = '', partly = '', old = '', newer = ''] = ids;
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  const inProgress = { status: 'in_progress', completed_at: null } as const;
  await shop.db
    .updateTable('shop_order')
    .set({ ...inProgress, created_at: before(70), accepted_at: before(61) })
    .where('id', '=', old)
    .execute();
  await shop.db
    .updateTable('shop_order')
    .set({ ...inProgress, created_at: before(70), accepted_at: before(59) })
    .where('id', '=', newer)
    .execute();
  await shop.db
    .updateTable('shop_order')
    .set({ after_sale: 'disputed', total_cents: 30_000, subtotal_cents: 30_000 })
    .where('id', '=', disputed)
    .execute();
  await shop.db
    .updateTable('shop_order')
    .set({ after_sale: 'refunded' })
    .where('id', '=', refunded)
    .execute();
  await shop.db
    .updateTable('shop_order')
    .set({ after_sale: 'partially_refunded' })
    .where('id', '=', partly)
    .execute();
  const idsOf = async (query: Record<string, string>) =>
    (await list(query)).rows.map(({ id }) => id).toSorted();
  expect(await idsOf({ view: 'disputed' })).toEqual([disputed]);
  expect(await idsOf({ view: 'refunded' })).toEqual([refunded, partly].toSorted());
  expect(await idsOf({ view: 'in_progress' })).toEqual([old, newer].toSorted());
  expect(await idsOf({ view: 'overdue' })).toEqual([old]);
  expect(await idsOf({ view: 'awaiting_payment' })).toEqual([]);
  expect(await idsOf({ view: 'on_credit' })).toEqual([]);
  expect(await idsOf({ status: 'disputed,refunded' })).toEqual([disputed, refunded].toSorted());
  expect((await list({ status: 'completed' })).count).toBe(115);
  expect((await list({ sort: 'highest' })).rows[0]?.id).toBe(disputed);
  expect((await list({ sort: 'lowest' })).rows.some(({ id }) => id === disputed)).toBe(false);
  const day = before(70).toISOString().slice(0, 10);
  expect(await idsOf({ from: day, to: day })).toEqual([old, newer].toSorted());
  expect((await list({ customer: 'usr_AAAAAAAAAAAAAAAAAAAAAA' })).count).toBe(0);
  expect((await list({ customer: customer.userId })).count).toBe(120);
  await expect(list({ status: 'completed,nonsense' })).rejects.toMatchObject({ status: 422 });
});

test('a list is counted up to a thousand', async () => {
  await insertOrders(shop.db, customer.userId, 900);
  expect(await list()).toMatchObject({ count: 1_000, countIsCapped: true });
});

test('an export holds the whole list and is logged; formulas typed by customers stay text', async () => {
  await shop.db
    .updateTable('shop_order')
    .set({ first_name: '=HYPERLINK("https://evil.example")' })
    .where('after_sale', '=', 'disputed')
    .execute();
  const ask = (query: string) =>
    fetch(`${shop.origin}/api/admin/orders/export?${query}`, { headers: owner.headers });
  const answer = await ask('view=all&sort=oldest');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await answer.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_021);
  expect(lines[1]).toMatch(
    /^S-\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,In progress,card,Ama Boateng,ama@example\.com,EIN filing,149\.5,0$/,
  );
  const filtered = (await (await ask('view=disputed')).text()).trimEnd().split('\r\n');
  expect(filtered).toHaveLength(2);
  expect(filtered[1]).toContain(`"'=HYPERLINK(""https://evil.example"") Boateng"`);
  const entries = await shop.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'orders_exported')
    .where('actor_id', '=', owner.userId)
    .execute();
  expect(entries).toEqual([
    { detail: { filter: '{"view":"all"}', sort: 'oldest' } },
    { detail: { filter: '{"view":"disputed"}', sort: 'newest' } },
  ]);
});
