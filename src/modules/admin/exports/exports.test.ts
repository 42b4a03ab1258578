/**
 * Lists too long to download directly: a job writes them, an email links to them, and only the requester may
 * download them, while permitted.
 */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { mailboxOf } from '#test/emails.ts';
import type { memoryFiles } from '#test/memory-files.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldListFiles, inParts, makeListFile } from './make.ts';

let shop: Shop;
let manager: Customer;
beforeAll(async () => {
  shop = await aShop({ exportRowsAtMost: 2 });
  manager = await aStaffPerson(shop, 'manager');
});
afterAll(() => shop.stop());

const namesOf = (id: string): string[] =>
  (shop.deps.files as ReturnType<typeof memoryFiles>).names().filter((name) => name.includes(id));
const read = (person: Customer, id: string) => person.call(contract.staffReadListFile, { params: { id } });
const isReady = (person: Customer, id: string) =>
  until('the file is ready', async () => (await read(person, id)).state === 'ready');
const askForCoupons = () =>
  manager.call(contract.staffEmailCouponList, { body: { list: 'coupons', query: { view: 'all' } } });

async function take(person: Customer, path: string): Promise<{ code: string | null; lines: string[] }> {
  const answer = await fetch(`${shop.origin}${path}`, { headers: person.headers });
  const lines = (await answer.text()).replace('\ufeff', '').trimEnd().split('\r\n');
  return { code: answer.headers.get('x-error-code'), lines };
}
const fileEmails = async () =>
  (await mailboxOf(shop, manager.email)).filter(({ subject }) => subject === 'Your file of coupons is ready');
const fileAt = (id: string) => contract.staffTakeListFile.path.replace('{id}', id);

test('a long list is rejected as a direct download, and is emailed once to its requester', async () => {
  expect((await take(manager, contract.staffExportCoupons.path)).code).toBe('export_by_email');
  const { rows } = await manager.call(contract.staffListCoupons, { query: { view: 'all' } });
  const { id, state } = await askForCoupons();
  // A fast job may have finished by now.
  expect(['waiting', 'ready']).toContain(state);
  await isReady(manager, id);
  const email = await until('the email is there', async () => (await fileEmails())[0]);
  expect(email?.text).toContain(`http://shop.example/admin/exports/${id}\n`);
  expect(email?.text).toContain(`with ${rows.length} rows`);
  const { lines } = await take(manager, fileAt(id));
  expect(lines[0]).toMatch(/^Code,State,/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map(({ code }) => code));
  await makeListFile(shop.deps, id, { signal: new AbortController().signal });
  expect(await fileEmails()).toHaveLength(1);
  const entries = shop.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('actor_id', '=', manager.userId);
  expect(
    await entries.where('action', 'in', ['coupons_exported', 'list_file_taken']).orderBy('id').execute(),
  ).toMatchObject([
    { action: 'coupons_exported', detail: { byEmail: true, file: id } },
    { action: 'list_file_taken', detail: { list: 'coupons' } },
  ]);
  // A short list is still downloaded directly.
  expect((await take(manager, `${contract.staffExportCoupons.path}?view=scheduled`)).lines).toHaveLength(2);
});

test('only the requester can download a file, and only while their role permits it', async () => {
  const { id } = await askForCoupons();
  await isReady(manager, id);
  const other = await aStaffPerson(shop, 'owner');
  await expect(read(other, id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await take(other, fileAt(id))).code).toBe('not_found');
  expect((await take(await aCustomer(shop), fileAt(id))).code).toBe('not_found');
  const was = (role: 'manager' | 'support') =>
    shop.db.updateTable('app_user').set({ role }).where('id', '=', manager.userId).execute();
  await was('support');
  expect((await take(manager, fileAt(id))).code).toBe('permission_missing');
  await was('manager');
  const credit = await aStaffPerson(shop, 'credit');
  await expect(
    credit.call(contract.staffEmailCouponList, { body: { list: 'coupons', query: {} } }),
  ).rejects.toMatchObject({ status: 403 });
  const creditExport = await credit.call(contract.staffEmailCreditList, {
    body: { list: 'credit-accounts', query: { view: 'open' } },
  });
  await isReady(credit, creditExport.id);
  await expect(
    manager.call(contract.staffEmailCouponList, {
      body: { list: 'coupons', query: { view: 'nowhere' } } as never,
    }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a crashed attempt leaves nothing behind, and a requester without permission gets no file', async () => {
  const request = {
    id: 'exp_of_a_test',
    list: 'coupons',
    query: '{"view":"all"}',
    made_by: manager.userId,
    file_name: 'x.csv',
  } as const;
  const times = { asked_at: new Date(), until: new Date(Date.now() + 60_000) };
  await shop.db
    .insertInto('staff_export')
    .values({ ...request, ...times, try: 1, parts: 2 })
    .execute();
  for (const part of [1, 2])
    await shop.deps.files.write(`export/${request.id}/1-${part}.csv`, Buffer.from('half'), 'text/csv');
  const stopping = AbortSignal.abort();
  await expect(makeListFile(shop.deps, request.id, { signal: stopping })).rejects.toThrow(
    'was interrupted and is requeued',
  );
  expect(namesOf(request.id)).toEqual([]);
  const { signal } = new AbortController();
  await makeListFile(shop.deps, request.id, { signal });
  expect(namesOf(request.id)).toEqual([`export/${request.id}/3-1.csv`]);
  await shop.db
    .insertInto('staff_export')
    .values({ ...request, ...times, id: 'exp_of_another', made_by: (await aCustomer(shop)).userId })
    .execute();
  await makeListFile(shop.deps, 'exp_of_another', { signal });
  expect(
    await shop.db.selectFrom('staff_export').select('state').where('id', '=', 'exp_of_another').execute(),
  ).toEqual([{ state: 'refused' }]);
});

test('pieces are combined into parts without loss', async () => {
  async function* pieces() {
    for (const piece of ['ab', 'c', 'def', 'g']) yield Buffer.from(piece);
  }
  const parts = await Array.fromAsync(inParts(pieces(), 3));
  expect(parts.map(String)).toEqual(['abc', 'def', 'g']);
});

test('after seven days the link expires, and the file is deleted', async () => {
  const { id } = await askForCoupons();
  await isReady(manager, id);
  const day = 86_400_000;
  shop.travel(6.9 * day);
  expect(await deleteOldListFiles(shop.deps)).toBeLessThan(3);
  expect(
    (await shop.db.selectFrom('staff_export').select('until').where('id', '=', id).execute()).length,
  ).toBe(1);
  shop.travel(0.2 * day);
  expect(await deleteOldListFiles(shop.deps)).toBeGreaterThan(0);
  expect(namesOf(id)).toEqual([]);
  expect(await shop.db.selectFrom('staff_export').select('id').execute()).toEqual([]);
});
