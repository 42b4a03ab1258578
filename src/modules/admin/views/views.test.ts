/** Saved list views: private and shared ones, and who may change which. */
import { contract } from '#contract/contract.ts';
import { savedViewsAtMost } from '#contract/admin/views.ts';
import type { Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let manager: Customer;
let support: Customer;
let other: Customer;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  manager = await aStaffPerson(shop, 'manager');
  support = await aStaffPerson(shop, 'support');
  other = await aStaffPerson(shop, 'support');
});
afterAll(() => shop.stop());

const query = { view: 'in_progress', kind: 'credit', sort: 'oldest' };
const save = (person: Customer, name: string) =>
  person.call(contract.staffSaveView, { body: { list: 'orders', name, query } });
const namesFor = async (person: Customer) =>
  (await person.call(contract.staffListViews, { query: { list: 'orders' } })).views.map(
    ({ name, editable }) => [name, editable],
  );

test('a view is private until shared, and a shared one is changed by its owner or a permitted colleague', async () => {
  const view = await save(support, 'Net 30 first');
  expect(view).toMatchObject({ list: 'orders', name: 'Net 30 first', query, shared: false, editable: true });
  expect(await namesFor(other)).toEqual([]);
  const params = { id: view.id };
  await expect(
    support.call(contract.staffShareView, { params, body: { shared: true } }),
  ).rejects.toMatchObject({
    code: 'permission_missing',
  });
  await expect(
    manager.call(contract.staffShareView, { params, body: { shared: true } }),
  ).rejects.toMatchObject({ code: 'not_found' });
  const shared = await save(manager, 'For everybody');
  await manager.call(contract.staffShareView, { params: { id: shared.id }, body: { shared: true } });
  expect(await namesFor(support)).toEqual([
    ['Net 30 first', true],
    ['For everybody', false],
  ]);
  await expect(
    other.call(contract.staffChangeView, { params: { id: shared.id }, body: { name: 'Mine now', query } }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(contract.staffDeleteView, { params })).rejects.toMatchObject({ code: 'not_found' });
  await support.call(contract.staffChangeView, {
    params,
    body: { name: 'Net 30', query: { view: 'on_credit' } },
  });
  expect((await support.call(contract.staffListViews, { query: { list: 'orders' } })).views[0]).toMatchObject(
    {
      name: 'Net 30',
      query: { view: 'on_credit' },
    },
  );
  await support.call(contract.staffDeleteView, { params });
  expect(await namesFor(support)).toEqual([['For everybody', false]]);
});

test('a name is unique per person and list, and the number of views is limited', async () => {
  await save(other, 'Twice');
  await expect(save(other, 'twice')).rejects.toMatchObject({ code: 'view_name_taken' });
  const second = await save(other, 'Second');
  await expect(
    other.call(contract.staffChangeView, { params: { id: second.id }, body: { name: 'TWICE', query } }),
  ).rejects.toMatchObject({
    code: 'view_name_taken',
  });
  for (let count = 2; count < savedViewsAtMost; count += 1) await save(other, `View ${count}`);
  await expect(save(other, 'One too many')).rejects.toMatchObject({ code: 'view_limit' });
});

test('concurrent saves do not exceed the limit', async () => {
  const fourth = await aStaffPerson(shop, 'support');
  for (let count = 1; count < savedViewsAtMost; count += 1) await save(fourth, `View ${count}`);
  const outcomes = await Promise.allSettled(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => save(fourth, name)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(refused).toEqual(Array(5).fill('view_limit'));
});

test('a page of a list is not stored in a view', async () => {
  await expect(
    support.call(contract.staffSaveView, {
      body: { list: 'orders', name: 'Page two', query: { cursor: 'x' } },
    }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
});
