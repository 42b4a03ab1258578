/** Settings: versioned, listed in the history, audited, and never applied to earlier agreements. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { contract } from '#contract/contract.ts';
import { settingGroups, settingSchemas } from '#contract/admin/settings.ts';
import { creditTerms } from '#kernel/credit-terms.ts';
import { cents } from '#kernel/money.ts';
import { readAccount } from '#modules/credit/account/view.ts';
import { settingKeys, defaultValues } from '#modules/settings/values.ts';
import { watchSettings } from '#server/settings/settings-watch.ts';
import {
  aCreditAccount,
  balance,
  buyOnCredit,
  completeOrderRow,
  issueHalf,
  payInvoice,
} from '#test/builders/credit-account.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

let shop: Shop;
let owner: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ chained: false, runJobs: false });
  owner = await aStaffPerson(shop, 'owner');
});
afterAll(() => shop.stop());
beforeEach(() => markFactor(shop, owner, 'fresh'));
afterEach(async () => {
  await sql`delete from setting`.execute(shop.db);
  await shop.deps.settings.refresh();
});

const current = () => shop.deps.settings.current();
const dates = { privacy: '2026-11-01', terms: null, refunds: '2026-11-02' };
const save = (body: Parameters<typeof owner.call<typeof contract.staffSaveSettings>>[1]['body']) =>
  owner.call(contract.staffSaveSettings, { body });

test('the defaults match the specification and their schemas, and each field has a name', () => {
  for (const key of settingKeys) {
    const schema: z.ZodType = settingSchemas[key];
    const wire = z.encode(schema, defaultValues[key]);
    expect(schema.safeParse(wire).error, key).toBeUndefined();
    expect(Object.keys(settingGroups[key].fields).toSorted(), key).toEqual(
      Object.keys(defaultValues[key]).toSorted(),
    );
  }
  expect(defaultValues.policies).toEqual({ privacy: '2024-02-10', terms: null, refunds: '2024-02-10' });
  expect(defaultValues.credit).toEqual({
    firstLimit: 50_000,
    bonusBasisPoints: 1_000,
    reminderDaysBefore: 7,
    reminderDaysAfter: [1, 7, 15, 30],
  });
  expect(defaultValues.carts).toEqual({
    abandonedAfterHours: 24,
    secondReminderAfterHours: 72,
    lostAfterDays: 30,
    remindersPerAddress: 2,
  });
  expect(defaultValues.support.refundLimit).toBe(20_000);
});

test('a change applies immediately, is logged with the old value, and is restored from the history', async () => {
  const before = await owner.call(contract.staffReadSettings, { params: { key: 'policies' } });
  expect(before).toMatchObject({ version: 0, changed: null, value: defaultValues.policies, history: [] });
  const saved = await save({ key: 'policies', version: 0, value: dates });
  expect(saved).toMatchObject({ version: 1, changed: { by: 'Esi' }, value: dates });
  expect(current().company.policyDates).toEqual(dates);
  const restored = await save({ key: 'policies', version: 1, value: defaultValues.policies });
  expect(restored.history.map(({ version }) => version)).toEqual([2, 1]);
  expect(current().company.policyDates.privacy).toBe('2024-02-10');
  const { groups } = await owner.call(contract.staffListSettings);
  expect(groups.find(({ key }) => key === 'policies')).toMatchObject({ version: 2, isUsual: true });
  const entries = await shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['before', 'after', 'actor_id'])
    .where('object', '=', 'settings:policies')
    .orderBy('audit_log.id')
    .execute();
  expect(entries).toEqual([
    { before: defaultValues.policies, after: dates, actor_id: owner.userId },
    { before: dates, after: defaultValues.policies, actor_id: owner.userId },
  ]);
});

test('of two who save from one version the second gets a conflict, and the first change stays', async () => {
  const saves = await Promise.allSettled([
    save({ key: 'policies', version: 0, value: dates }),
    save({ key: 'policies', version: 0, value: { ...dates, terms: '2026-11-03' } }),
  ]);
  expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'changed_meanwhile' },
  });
  await expect(save({ key: 'policies', version: 0, value: dates })).rejects.toThrow(/^Esi changed this on /);
});

test('another process picks it up on its own', async () => {
  const stop = await watchSettings(shop.deps, shop.databaseUrl);
  try {
    const value = { ...defaultValues.carts, abandonedAfterHours: 36 };
    await shop.db
      .insertInto('setting')
      .values({
        key: 'carts',
        version: 1,
        value: JSON.stringify(value),
        changed_at: new Date(),
        changed_by: owner.userId,
      })
      .execute();
    await until('this process has read it', async () => current().carts.abandonedAfterHours === 36);
  } finally {
    await stop();
  }
});

test('an invalid value is rejected with a message', async () => {
  const company = { ...defaultValues.company };
  const wrong: [Parameters<typeof save>[0], string][] = [
    [
      { key: 'company', version: 0, value: { ...company, phone: 'call us' } },
      'Enter the number with its country code',
    ],
    [{ key: 'company', version: 0, value: { ...company, address: [] } }, 'The address is required'],
    [
      { key: 'links', version: 0, value: { ...defaultValues.links, x: 'javascript:alert(1)' } },
      'Enter an address, for example https://x.com/name',
    ],
    [
      {
        key: 'links',
        version: 0,
        value: { ...defaultValues.links, facebook: 'https://evil.example/facebook.com' },
      },
      'Enter an address, for example',
    ],
    [{ key: 'policies', version: 0, value: { ...dates, terms: '2026-02-30' } }, 'Enter a date, for example'],
    [
      { key: 'carts', version: 0, value: { ...defaultValues.carts, secondReminderAfterHours: 24 } },
      'The second reminder must be later than',
    ],
    [
      { key: 'credit', version: 0, value: { ...onWire, reminderDaysAfter: [7, 1] } },
      'Each day must be later than the previous one',
    ],
    [{ key: 'credit', version: 0, value: { ...onWire, firstLimit: 50_000.01 } }, 'The amount is too high'],
  ];
  for (const [body, sentence] of wrong) await expect(save(body), sentence).rejects.toThrow(sentence);
  expect(await shop.db.selectFrom('setting').select('key').execute()).toEqual([]);
});

/** Credit settings, in dollars. */
const onWire = {
  firstLimit: 500,
  bonusBasisPoints: 1_000,
  reminderDaysBefore: 7,
  reminderDaysAfter: [1, 7, 15, 30],
};

/** Places an order, pays both halves on time, and completes it. Returns how much the limit rose. */
async function bonusOf(userId: string, orderId: string): Promise<number> {
  const { approved } = await balance(shop, userId);
  for (const half of [1, 2] as const) await payInvoice(shop, await issueHalf(shop, orderId, half));
  await completeOrderRow(shop, orderId);
  return (await balance(shop, userId)).approved - approved;
}

test('a new schedule applies to new agreements: orders keep their bonus, accounts their limit', async () => {
  const { userId } = await aCreditAccount(shop);
  const early = await buyOnCredit(shop, userId, cents(10_000));
  await save({ key: 'credit', version: 0, value: { ...onWire, firstLimit: 800, bonusBasisPoints: 500 } });
  expect(current().credit).toMatchObject({ firstLimit: 80_000, bonusBasisPoints: 500 });
  expect(creditTerms.daysToPay).toBe(30);
  const lateOrder = await buyOnCredit(shop, userId, cents(10_000));
  await issueHalf(shop, lateOrder, 1);
  expect((await readAccount(shop.deps, { userId })).invoices.map(({ bonus }) => bonus)).toEqual([500]);
  expect(await balance(shop, userId)).toMatchObject({ approved: 50_000 });
  expect(await bonusOf(userId, early)).toBe(1_000);
  const { id } = await anApplicationInReview(shop);
  expect(await owner.call(contract.staffReadApplication, { params: { id } })).toMatchObject({
    firstLimit: 800,
  });
});

test('an invoice keeps its issuer, and the next one has the new name', async () => {
  const { userId } = await aCreditAccount(shop);
  const invoiceOf = async () => {
    const id = await issueHalf(shop, await buyOnCredit(shop, userId, cents(10_000)), 1);
    const billTo = {
      name: 'Ama',
      email: 'ama@example.com',
      addressLine1: '30 N Gould Street',
      country: 'US',
      ...noInvoiceTexts,
    };
    await shop.db
      .updateTable('invoice')
      .set({ bill_to: JSON.stringify(billTo) })
      .where('id', '=', id)
      .execute();
    return () => shop.call(contract.readInvoice, { params: { id } });
  };
  const early = await invoiceOf();
  const company = {
    ...defaultValues.company,
    companyName: 'Stateside Holdings Inc.',
    address: ['1 New Street', 'Reno, NV 89501'],
  };
  await save({ key: 'company', version: 0, value: company });
  const laterInvoice = await invoiceOf();
  expect((await early()).seller).toMatchObject({
    name: defaultValues.company.companyName,
    address: defaultValues.company.address,
  });
  expect((await laterInvoice()).seller).toMatchObject({
    name: 'Stateside Holdings Inc.',
    address: company.address,
  });
});

test('the support limit applies to the next refund, and its screen shows it', async () => {
  const support = await aStaffPerson(shop, 'support');
  expect(await support.call(contract.readStaffPerson)).toMatchObject({ refundLimit: 200 });
  await save({ key: 'support', version: 0, value: { refundLimit: 5 } });
  expect(await support.call(contract.readStaffPerson)).toMatchObject({ refundLimit: 5 });
  expect(await owner.call(contract.readStaffPerson)).toMatchObject({ refundLimit: null });
});

test('a customer gets not found for settings', async () => {
  const customer = await aCustomer(shop);
  await expect(customer.call(contract.staffListSettings)).rejects.toMatchObject({ status: 404 });
});
