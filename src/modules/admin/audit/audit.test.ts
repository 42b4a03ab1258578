/**
 * The audit log as staff read it: filters by person, act, record, and time, pages, the file export, and the
 * state of the chain.
 */
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import { aCompany } from '#test/builders/business.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aMessage } from '#test/builders/message.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAudit } from '#modules/operations/audit/check.ts';

let shop: Shop;
let owner: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ chained: false, runJobs: false });
  owner = await aStaffPerson(shop, 'owner');
});
afterAll(() => shop.stop());

type Query = NonNullable<Parameters<typeof owner.call<typeof contract.staffListAudit>>[1]>['query'];
const list = (query: Query = {}) => owner.call(contract.staffListAudit, { query });
const actsIn = async (query: Query) => (await list(query)).rows.map(({ act }) => act);
const record = (...entries: audit.AuditEntry[]) =>
  shop.db.transaction().execute((tx) => audit.record(tx, shop.deps, ...entries));

test('entries are found by actor, action, and subject, with names and links to the records', async () => {
  const customer = await aCustomer(shop, { firstName: 'Yaa', lastName: 'Mensah' });
  const { userId: id, email } = customer;
  await owner.call(contract.staffDisableCustomer, { params: { id } });
  const [row] = (await list({ who: email.toUpperCase(), act: 'Account dis' })).rows;
  expect(row).toMatchObject({
    ...{
      act: 'account_disabled',
      record: id,
      recordName: 'Yaa Mensah',
      address: `customers/${id}`,
      hasChange: true,
      forWhom: null,
    },
    who: { id: owner.userId, name: 'Esi Boateng', role: 'owner' },
  });
  expect(await actsIn({ who: owner.email, view: 'staff', act: 'account_disabled' })).toEqual([
    'account_disabled',
  ]);
  expect(await actsIn({ record: id, sort: 'oldest' })).toEqual(['log_in', 'account_disabled']);
  expect(await actsIn({ who: 'nobody@example.com' })).toEqual([]);
  expect(await actsIn({ record: id, from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
  const entry = await owner.call(contract.staffReadAuditEntry, { params: { id: row?.id ?? '' } });
  expect(entry).toMatchObject({
    change: [{ field: 'isDisabled', before: 'false', after: 'true' }],
    isProven: true,
    position: null,
  });
  await sql`update audit_change set after = '{"isDisabled": false}' where audit_id = ${Number(row?.id)}`.execute(
    shop.db,
  );
  expect(await owner.call(contract.staffReadAuditEntry, { params: { id: row?.id ?? '' } })).toMatchObject({
    isProven: false,
  });
  await sql`delete from audit_change where audit_id = ${Number(row?.id)}`.execute(shop.db);
  expect(await owner.call(contract.staffReadAuditEntry, { params: { id: row?.id ?? '' } })).toMatchObject({
    change: [],
    isProven: null,
  });
  await expect(
    owner.call(contract.staffReadAuditEntry, { params: { id: '999999999' } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('messages, templates, businesses, settings, and page texts have names and links', async () => {
  const { id: message } = await aMessage(shop, { firstName: 'Yaw', lastName: 'Darko' });
  const customer = await aCustomer(shop);
  await customer.call(contract.saveCompany, { body: aCompany({ legalName: 'Harmattan Trading LLC' }) });
  const { id: company } = await shop.db
    .selectFrom('company')
    .select('id')
    .where('user_id', '=', customer.userId)
    .executeTakeFirstOrThrow();
  const template = freshId('tpl');
  const now = shop.deps.clock.now();
  const templateRow = {
    id: template,
    name: 'EIN',
    text: 'Some weeks.',
    created_at: now,
    changed_by: owner.userId,
  };
  await shop.db.insertInto('answer_template').values(templateRow).execute();
  const objects = [message, company, template, 'settings:policies', 'page-texts:faq', 'settings:gone'];
  await record(...objects.map((object) => ({ actorId: null, action: 'named', object })));
  const { rows } = await list({ act: 'named', sort: 'oldest' });
  expect(rows.map(({ recordName, address }) => [recordName, address])).toEqual([
    ['Message of Yaw Darko', `messages/${message}`],
    ['Harmattan Trading LLC', `customers/${customer.userId}`],
    ['EIN', `messages/templates/${template}`],
    ['Policy dates', 'settings/policies'],
    ['FAQ', 'content/faq'],
    [null, 'settings/gone'],
  ]);
});

test('a percent sign is literal, and the terminal has a name', async () => {
  await record({ actorId: audit.terminal, effectiveId: null, action: 'account_enabled', object: 'usr_gone' });
  expect(await actsIn({ act: '%' })).toEqual([]);
  const [row] = (await list({ who: 'terminal' })).rows;
  expect(row).toMatchObject({
    who: { name: 'The terminal', role: 'terminal' },
    recordName: null,
    address: null,
  });
});

test('paging returns every entry once, in the order written', async () => {
  const object = freshId('note');
  await record(...Array.from({ length: 120 }, (_, at) => ({ actorId: null, action: `step_${at}`, object })));
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ record: object, sort: 'oldest', ...(cursor ? { cursor } : {}) });
    seen.push(...page.rows.map(({ act }) => act));
    cursor = page.older;
    expect(page.count).toBe(120);
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `step_${at}`));
});

test('the export has the filtered entries, and is itself logged', async () => {
  const object = freshId('note');
  await record({ actorId: owner.userId, action: 'note_written', object });
  const answer = await fetch(`${shop.origin}${contract.staffExportAudit.path}?record=${object}`, {
    headers: owner.headers,
  });
  const lines = (await answer.text()).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Entry,When (UTC),Who,Role,Action,Record,Name of the record,For whom');
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(new RegExp(`,Esi Boateng,owner,note_written,${object},,$`)),
  ]);
  const [exported] = (await list({ view: 'exports', who: owner.email })).rows;
  const { detail } = await owner.call(contract.staffReadAuditEntry, { params: { id: exported?.id ?? '' } });
  expect(detail).toContainEqual({ name: 'filter', value: expect.stringContaining(object) });
});

test('the chain shows its length and its last check, and a changed row is detected', async () => {
  expect(await owner.call(contract.staffReadAuditChain)).toMatchObject({
    chained: null,
    checked: null,
    isChecking: false,
  });
  await chainAuditLog(shop.deps);
  const started = await owner.call(contract.staffCheckAudit);
  expect(started).toMatchObject({
    waiting: 1,
    isChecking: true,
    chained: { hash: expect.stringMatching(/^[\w-]{43}$/) },
  });
  await checkAudit(shop.deps);
  expect(await owner.call(contract.staffReadAuditChain)).toMatchObject({
    isChecking: false,
    checked: { by: 'Esi', violations: [] },
  });
  const { id } = await shop.db
    .selectFrom('audit_log')
    .select('id')
    .where('position', '=', 3)
    .executeTakeFirstOrThrow();
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(shop.db);
  await sql`update audit_log set action = 'nothing_done' where id = ${id}`.execute(shop.db);
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(shop.db);
  await checkAudit(shop.deps);
  const { checked } = await owner.call(contract.staffReadAuditChain);
  expect(checked).toMatchObject({ by: null, violations: [`row ${id}: was changed after it was written`] });
});
