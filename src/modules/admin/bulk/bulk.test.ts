/**
 * Bulk acts: each row runs once despite crashes, a waiting act can be stopped, and refusals become results
 * that can be retried.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { runBulkAct } from './run.ts';
import * as store from './store.ts';

let shop: Shop;
let support: Customer;
let content: Customer;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop();
  support = await aStaffPerson(shop, 'support');
  content = await aStaffPerson(shop, 'content');
  customer = await aCustomer(shop);
});
afterAll(() => shop.stop());

async function paidOrder(): Promise<string> {
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}
const paidOrders = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await paidOrder());
  return ids;
};
const key = () => ({ 'idempotency-key': randomUUID() });
const read = (person: Customer, id: string) => person.call(contract.staffReadBulkAct, { params: { id } });
const ended = async (person: Customer, id: string) => {
  await until('the act has ended', async () => ['done', 'stopped'].includes((await read(person, id)).state));
  return read(person, id);
};
/** An act without its job, for a test that runs it itself. */
async function unworked(person: Customer, chosen: { ids?: string[]; filter?: unknown }): Promise<string> {
  const { ids = [], filter = null } = chosen;
  const id = freshId('bulk');
  await shop.db.transaction().execute(async (tx) => {
    const act = {
      id,
      kind: 'complete_orders',
      madeBy: person.userId,
      madeAt: new Date(),
      pressKey: randomUUID(),
      filter,
      waitsSeconds: 0,
    } as const;
    await store.insert(tx, act);
    await store.addRows(tx, id, ids);
  });
  return id;
}
const completionsOf = (ids: string[]) =>
  shop.db
    .selectFrom('mail')
    .select('order_id')
    .where('kind', '=', 'order_completed')
    .where('order_id', 'in', ids)
    .execute();

test('bulk completion runs on the server, once per click, and a rejected row shows why and is retried', async () => {
  const [one = '', other = ''] = await paidOrders(2);
  const waiting = (await buyAs(customer)).orderId;
  const headers = key();
  const body = { ids: [one, waiting, other, one] };
  const act = await support.call(contract.staffCompleteOrders, { headers, body });
  expect(act).toMatchObject({ kind: 'complete_orders', total: 3, undoableMs: 0, isCut: false });
  expect((await support.call(contract.staffCompleteOrders, { headers, body })).id).toBe(act.id);
  const after = await ended(support, act.id);
  expect(after).toMatchObject({ state: 'done', done: 2, refused: 1 });
  expect(after.rows[0]).toMatchObject({
    id: waiting,
    state: 'refused',
    problem: 'Only an order in progress can be completed',
  });
  expect(after.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^S-\d+$/)]),
  );
  expect(await completionsOf([one, other])).toHaveLength(2);

  await shop.db
    .updateTable('bulk_row')
    .set({ problem: 'Something else' })
    .where('subject', '=', waiting)
    .execute();
  expect(await support.call(contract.staffRetryBulkAct, { params: { id: act.id } })).toMatchObject({
    state: 'running',
    refused: 0,
  });
  expect(await ended(support, act.id)).toMatchObject({
    done: 2,
    refused: 1,
    rows: [{ problem: 'Only an order in progress can be completed' }, {}, {}],
  });
  await expect(read(content, act.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await support.call(contract.staffListBulkActs)).acts.map(({ id }) => id)).toContain(act.id);
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a filter is collected by the server, and an interrupted run resumes, with each row once', async () => {
  const ids = await paidOrders(4);
  const id = await unworked(support, { filter: { view: 'in_progress', sort: 'newest' } });
  // The process receives a stop request after the second row and dies during the third, which is rolled back.
  let rows = 0;
  const stopping = {
    get aborted() {
      return rows++ >= 2;
    },
  } as AbortSignal;
  await expect(runBulkAct(shop.deps, id, { number: 1, signal: stopping })).rejects.toThrow(
    'was interrupted and is requeued',
  );
  expect(await read(support, id)).toMatchObject({ state: 'running', total: 4, done: 2, refused: 0 });
  let readings = 0;
  const now = () => {
    readings += 1;
    if (readings > 2) throw new Error('the process died');
    return new Date();
  };
  const dying = { ...shop.deps, clock: { now } };
  await expect(runBulkAct(dying, id, { number: 1, signal: new AbortController().signal })).rejects.toThrow(
    'the process died',
  );
  const { signal } = new AbortController();
  await Promise.all([
    runBulkAct(shop.deps, id, { number: 2, signal }),
    runBulkAct(shop.deps, id, { number: 2, signal }),
  ]);
  await runBulkAct(shop.deps, id, { number: 3, signal });
  expect(await read(support, id)).toMatchObject({ state: 'done', total: 4, done: 4, refused: 0 });
  expect((await completionsOf(ids)).map(({ order_id }) => order_id).toSorted()).toEqual(ids.toSorted());
});

test('a staff member who loses the permission meanwhile does nothing more', async () => {
  const fired = await aStaffPerson(shop, 'support');
  const { orderId } = await buyAs(customer);
  const id = await unworked(fired, { ids: [orderId] });
  await shop.db.updateTable('app_user').set({ role: 'content' }).where('id', '=', fired.userId).execute();
  await runBulkAct(shop.deps, id, { number: 1, signal: new AbortController().signal });
  expect(await shop.db.selectFrom('bulk_row').select('problem').where('act_id', '=', id).execute()).toEqual([
    { problem: 'Your role no longer allows this' },
  ]);
});

test('an undoable action waits on the server: undone it never runs, and otherwise it runs unattended', async () => {
  const waiting = await content.call(contract.staffUnpublishProducts, {
    headers: key(),
    body: { ids: ['mail-scan-pack'] },
  });
  expect(waiting.state).toBe('waiting');
  expect(waiting.undoableMs).toBeGreaterThan(4_000);
  expect(waiting.undoableMs).toBeLessThanOrEqual(8_000);
  const { rows } = await sql<{ start_after: Date; created_on: Date }>`
    select start_after, created_on from pgboss.job where name = 'run-bulk-act' and data ->> 'actId' = ${waiting.id}`.execute(
    shop.db,
  );
  expect((rows[0]?.start_after.getTime() ?? 0) - (rows[0]?.created_on.getTime() ?? 0)).toBeGreaterThan(7_000);
  await content.call(contract.staffStopBulkAct, { params: { id: waiting.id } });
  const { signal } = new AbortController();
  await runBulkAct(shop.deps, waiting.id, { number: 1, signal });
  const isPublished = async () =>
    (
      await shop.db
        .selectFrom('product')
        .select('active')
        .where('id', '=', 'mail-scan-pack')
        .executeTakeFirstOrThrow()
    ).active;
  expect(await isPublished()).toBe(true);

  const unpublished = await content.call(contract.staffUnpublishProducts, {
    headers: key(),
    body: { ids: ['mail-scan-pack'] },
  });
  await runBulkAct(shop.deps, unpublished.id, { number: 1, signal });
  expect(await isPublished()).toBe(false);
  await expect(
    content.call(contract.staffStopBulkAct, { params: { id: unpublished.id } }),
  ).rejects.toMatchObject({
    code: 'bulk_act_ended',
  });
});

test('codes and boosters selected by a filter are ended and unpublished', async () => {
  const { signal } = new AbortController();
  const act = await content.call(contract.staffEndCoupons, {
    headers: key(),
    body: { filter: { view: 'scheduled' } },
  });
  expect(await ended(content, act.id)).toMatchObject({
    state: 'done',
    refused: 0,
    rows: [{ name: 'NEXTMONTH', state: 'done' }],
  });
  const drafts = await content.call(contract.staffUnpublishBoosters, {
    headers: key(),
    body: { filter: { view: 'published' } },
  });
  await runBulkAct(shop.deps, drafts.id, { number: 1, signal });
  const { rows } = await content.call(contract.staffListBoosters, { query: { view: 'published' } });
  expect(rows).toEqual([]);
});

test('accounts are disabled in bulk: their sessions end, and each is logged once', async () => {
  const [one, other] = [await aCustomer(shop), await aCustomer(shop)];
  const ids = [one.userId, support.userId, other.userId];
  const act = await support.call(contract.staffDisableCustomers, { headers: key(), body: { ids } });
  expect(await ended(support, act.id)).toMatchObject({
    ...{ state: 'done', done: 2, refused: 1 },
    rows: [{ id: support.userId, state: 'refused' }, { name: expect.stringContaining(' ') }, {}],
  });
  for (const person of [one, other])
    await expect(person.call(contract.me)).rejects.toMatchObject({ status: 401 });
  const repeated = await support.call(contract.staffDisableCustomers, {
    headers: key(),
    body: { filter: { view: 'disabled' } },
  });
  expect(await ended(support, repeated.id)).toMatchObject({ state: 'done', done: 2, refused: 0 });
  const entries = shop.db.selectFrom('audit_log').select('object').where('actor_id', '=', support.userId);
  const disabled = await entries.where('action', '=', 'account_disabled').execute();
  expect(disabled.map(({ object }) => object).toSorted()).toEqual([one.userId, other.userId].toSorted());
  await expect(
    content.call(contract.staffDisableCustomers, { headers: key(), body: { ids } }),
  ).rejects.toMatchObject({ status: 403 });
});

test('a bulk action names either records or a filter', async () => {
  for (const body of [{}, { ids: [], filter: {} }, { ids: ['no-id'] }])
    await expect(support.call(contract.staffCompleteOrders, { headers: key(), body })).rejects.toMatchObject({
      code: 'invalid_request',
    });
});
