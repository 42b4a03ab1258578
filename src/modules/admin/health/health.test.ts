/**
 * Shop health, resolving alarms in bulk, and alarm delivery: by email and webhook, once per recipient despite
 * failures.
 */
import { contract } from '#contract/contract.ts';
import { alarmRecipientsAtMost } from '#contract/admin/health.ts';
import { buy } from '#test/builders/buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { emailsTo, mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import * as alarms from '#modules/alarms/service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as results from './results.ts';
import { sendAlarms } from '#modules/alarms/send-alarms.ts';

let shop: Shop;
let owner: Customer;
let auditor: Customer;
let posted: { address: string; body: Record<string, unknown> }[] = [];
let isHookDown = false;
beforeAll(async () => {
  shop = await aShop({
    alarmHook: {
      post: async (address, body) => {
        if (isHookDown) throw new Error('it answered 503');
        posted.push({ address, body });
      },
    },
  });
  owner = await aStaffPerson(shop, 'owner');
  auditor = await aStaffPerson(shop, 'auditor');
});
afterAll(() => shop.stop());
beforeEach(async () => {
  await shop.db.deleteFrom('alarm_recipient').execute();
  await shop.db.updateTable('alarm').set({ resolved_at: new Date() }).execute();
  posted = [];
});

const noteResult = (kind: results.ResultKind, isGood: boolean, summary: string) =>
  results.note(shop.db, kind, { at: new Date(), isGood, summary });
const ring = (subject: string, detail = `About ${subject}`) =>
  alarms.raise(shop.db, shop.deps.log, 'payment_review', subject, detail);
const add = (kind: 'email' | 'webhook', address: string) =>
  owner.call(contract.staffAddAlarmRecipient, { body: { kind, address } });
const recipients = async () => (await auditor.call(contract.staffListAlarmRecipients)).recipients;

test('pending work, failures, last runs, and checks are shown, to auditors too', async () => {
  await shop.db
    .insertInto('mail')
    .values({
      id: 'mail_old',
      kind: 'receipt',
      to_address: 'a@example.com',
      subject: '',
      text: '',
      html: '',
      created_at: new Date(Date.now() - 7_200_000),
    })
    .execute();
  await sql`insert into sweep_cursor (name, position) values ('sweep:sweep-payments', now() - interval '5 minutes')`.execute(
    shop.db,
  );
  await noteResult('backup', true, 'pg_dump to the other house');
  await noteResult('verify', false, '1 violations.');
  shop.metrics.processorFailed('createPayment', 'timeout');
  const health = await auditor.call(contract.staffReadHealth);
  expect(health).toMatchObject({
    queues: {
      emails: { waiting: expect.toSatisfy((count: number) => count > 0) },
      webhooks: { waiting: 0, oldestAt: null },
    },
    emails: { failedInAWeek: 0 },
    processor: [{ call: 'createPayment', kind: 'timeout', count: 1 }],
    invariants: null,
    verify: { isGood: false, summary: '1 violations.' },
    chaos: null,
    backup: { isGood: true, summary: 'pg_dump to the other house' },
  });
  expect(Date.parse(health.now) - Date.parse(health.queues.emails.oldestAt ?? '')).toBeGreaterThan(7_000_000);
  expect(health.sweeps.find(({ name }) => name === 'sweep-payments')).toBeDefined();
  expect(health.database.bytes).toBeGreaterThan(1_000_000);
  expect(health.disk?.freeBytes).toBeGreaterThan(0);
  expect(health.process?.version).toMatch(/^\d+\.\d+/);
  await shop.db.deleteFrom('mail').where('id', '=', 'mail_old').execute();
  await noteResult('verify', true, 'All hold.');
  expect((await auditor.call(contract.staffReadHealth)).verify).toMatchObject({
    isGood: true,
    summary: 'All hold.',
  });
});

test('alarms are resolved in bulk by permitted staff, and each is logged', async () => {
  for (const subject of ['pay_1', 'pay_2', 'pay_3']) await ring(subject);
  const { alarms: open, count } = await auditor.call(contract.staffListAlarms);
  expect([open.map(({ subject }) => subject), count]).toEqual([['pay_1', 'pay_2', 'pay_3'], 3]);
  const chosen = open.slice(0, 2).map(({ kind, subject }) => ({ kind, subject }));
  await expect(auditor.call(contract.staffSettleAlarms, { body: { alarms: chosen } })).rejects.toMatchObject({
    status: 403,
  });
  expect(
    await owner.call(contract.staffSettleAlarms, {
      body: { alarms: [...chosen, { kind: 'payment_review', subject: 'pay_gone' }] },
    }),
  ).toEqual({
    settled: 2,
  });
  expect((await auditor.call(contract.staffListAlarms)).alarms.map(({ subject }) => subject)).toEqual([
    'pay_3',
  ]);
  const entries = shop.db.selectFrom('audit_log').select('object').where('action', '=', 'alarm_resolved');
  expect(
    (await entries.where('actor_id', '=', owner.userId).orderBy('id').execute()).map(({ object }) => object),
  ).toEqual(['pay_1', 'pay_2']);
});

test('an alarm names its order, from any id of it', async () => {
  const { orderId } = await buy(shop);
  const { id: paymentId } = await shop.db
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { number } = await shop.db
    .selectFrom('shop_order')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await ring(orderId);
  await ring(paymentId, 'It is parked');
  await ring('evt_unknown', `Payment of order ${orderId} is parked`);
  await ring('pay_unknown', 'It is parked');
  const { alarms: open } = await auditor.call(contract.staffListAlarms);
  const order = { id: orderId, number: `S-${number}` };
  expect(open.map((alarm) => [alarm.subject, alarm.order])).toEqual([
    [orderId, order],
    [paymentId, order],
    ['evt_unknown', order],
    ['pay_unknown', null],
  ]);
});

test('an alarm is sent once: batched by email, one per webhook call, again if it reopens, never if resolved', async () => {
  await add('email', 'bell@example.com');
  await add('webhook', 'https://hooks.example.com/T0/secret-abcd');
  for (const subject of ['pay_a', 'pay_b', 'pay_c']) await ring(subject);
  await ring('pay_a', 'The same again');
  await alarms.resolve(shop.db, 'payment_review', 'pay_c');
  await Promise.all([sendAlarms(shop.deps), sendAlarms(shop.deps)]);
  await sendAlarms(shop.deps);
  const [email] = await emailsTo(shop, 'bell@example.com');
  expect(email?.subject).toBe('2 alarms');
  for (const word of ['About pay_a', 'About pay_b', 'http://shop.example/admin/health'])
    expect(email?.text).toContain(word);
  expect(email?.text).not.toContain('pay_c');
  await until('both were posted', async () => posted.length === 2);
  expect(posted.map(({ address, body }) => [address, body.text, body.kind]).toSorted()).toEqual(
    ['About pay_a', 'About pay_b'].map((text) => [
      'https://hooks.example.com/T0/secret-abcd',
      text,
      'payment_review',
    ]),
  );
  await alarms.resolve(shop.db, 'payment_review', 'pay_a');
  await ring('pay_a', 'Once more');
  await sendAlarms(shop.deps);
  expect((await emailsTo(shop, 'bell@example.com', 2))[1]?.subject).toBe('Alarm: Once more');
  await until('it was posted again', async () => posted.length === 3);
  expect(await recipients()).toMatchObject([
    { kind: 'email', address: 'bell@example.com', problem: '', lastToldAt: expect.any(String) },
    { kind: 'webhook', address: 'https://hooks.example.com/…abcd', problem: '' },
  ]);
});

test('a failed webhook call is retried, and shows its error meanwhile', async () => {
  isHookDown = true;
  const { id } = await add('webhook', 'https://hooks.example.com/away');
  await owner.call(contract.staffTryAlarmRecipient, { params: { id } });
  await until('the problem is shown', async () => (await recipients())[0]?.problem === 'it answered 503');
  isHookDown = false;
  await until('it was notified after all', async () => (await recipients())[0]?.lastToldAt !== null);
  expect(posted).toMatchObject([{ body: { kind: 'try' } }]);
  expect((await recipients())[0]?.problem).toBe('');
});

test('an email about alarms that cannot be sent raises no alarm', async () => {
  await add('email', 'gone@example.com');
  await ring('pay_x');
  await sendAlarms(shop.deps);
  const { id } = await shop.db
    .selectFrom('mail')
    .select('id')
    .where('to_address', '=', 'gone@example.com')
    .executeTakeFirstOrThrow();
  await alarms.raise(shop.db, shop.deps.log, 'mail_undeliverable', id, 'The email "alarms" was given up');
  await sendAlarms(shop.deps);
  await emailsTo(shop, 'gone@example.com');
  expect(
    await shop.db.selectFrom('mail').select('id').where('to_address', '=', 'gone@example.com').execute(),
  ).toHaveLength(1);
  expect(await mailboxOf(shop, 'gone@example.com')).toHaveLength(1);
});

test('recipients are changed by the owner only, within limits, and logged without webhook secrets', async () => {
  await expect(
    auditor.call(contract.staffAddAlarmRecipient, { body: { kind: 'email', address: 'x@example.com' } }),
  ).rejects.toMatchObject({
    code: 'permission_missing',
  });
  for (const address of [
    'http://hooks.example.com/x',
    'https://user:pass@hooks.example.com/',
    'https://localhost/x',
    'ftp://hooks.example.com',
    'words',
  ])
    await expect(add('webhook', address), address).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(add('email', 'no address')).rejects.toMatchObject({ code: 'invalid_request' });
  const { id } = await add('webhook', 'https://hooks.example.com/T0/other-secret');
  await expect(add('webhook', 'https://hooks.example.com/T0/other-secret')).rejects.toMatchObject({
    code: 'alarm_recipient_exists',
  });
  await owner.call(contract.staffRemoveAlarmRecipient, { params: { id } });
  expect(await recipients()).toEqual([]);
  const changes = shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'before', 'after']);
  const found = await changes.where('object', '=', id).orderBy('audit_log.id').execute();
  expect(found.map(({ action }) => action)).toEqual(['alarm_recipient_added', 'alarm_recipient_removed']);
  expect(JSON.stringify(found)).not.toContain('other-secret');
});

test('concurrent additions of recipients do not exceed the limit', async () => {
  for (let count = 1; count < alarmRecipientsAtMost; count += 1)
    await add('email', `alarms-${count}@example.com`);
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => add('email', `${name}@example.com`)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await recipients()).toHaveLength(alarmRecipientsAtMost);
});
