/**
 * Credit in the console: the queue with the rules' results, decisions and actions recorded under the person
 * who took them, and what is past due.
 */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { aCreditAccount, balance, buyOnCredit, issueHalf } from '#test/builders/credit-account.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let owner: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  owner = await aStaffPerson(shop);
});
afterAll(() => shop.stop());

const entriesOf = (object: string) =>
  shop.db
    .selectFrom('audit_log')
    .leftJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'actor_id', 'effective_id', 'before', 'after'])
    .where('object', '=', object)
    .orderBy('audit_log.id')
    .execute();

async function anAccount() {
  const { email } = await aCreditAccount(shop);
  const { id: userId } = await shop.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { userId, email, id: (await findOf(shop.db, userId))?.id ?? '' };
}

/** A customer who owes half of $200.00, due `daysLate` days ago. */
async function anOverdueAccount(daysLate: number) {
  const account = await anAccount();
  const issuedAt = new Date(shop.deps.clock.now().getTime() - (30 + daysLate) * 86_400_000);
  const then = { db: shop.db, deps: { ...shop.deps, clock: { ...shop.deps.clock, now: () => issuedAt } } };
  await issueHalf(then, await buyOnCredit(then, account.userId, cents(20_000)), 1);
  return account;
}

test('an application waits with the result of the rules, and is approved in the name of its reviewer', async () => {
  const { id, userId, email, companySavedAt } = await anApplicationInReview(shop);
  const { rows } = await owner.call(contract.staffListApplications);
  expect(rows.find((row) => row.id === id)).toMatchObject({
    email,
    state: 'in_review',
    reasons: [{ code: 'young_entity' }],
  });
  const shown = await owner.call(contract.staffReadApplication, { params: { id } });
  expect(shown).toMatchObject({
    proposal: {
      outcome: 'review',
      reasons: [{ code: 'young_entity', found: 'The business is less than 30 days old.' }],
    },
    company: { legalName: 'Harmattan Trading LLC' },
    firstLimit: 500,
    mayDecide: true,
  });
  expect(JSON.stringify(shown)).not.toMatch(/85-\d{7}|85\d{7}/);
  expect(shown.facts).toContainEqual({ code: 'old_enough', isGood: false });
  expect(shown.facts).toContainEqual({ code: 'paid_by_card', isGood: true });
  const body = { outcome: 'approve', companySavedAt, limit: 750 } as const;
  const decided = await owner.call(contract.staffDecideApplication, { params: { id }, body });
  expect(decided).toMatchObject({
    state: 'approved',
    mayDecide: false,
    proposal: null,
    account: { approvedCredit: 750 },
  });
  expect(decided.decisions[0]).toMatchObject({ outcome: 'approve', limit: 750, by: expect.any(String) });
  expect(await balance(shop, userId)).toMatchObject({ approved: 75_000 });
  const [entry] = await entriesOf(id);
  expect(entry).toMatchObject({ action: 'credit_approved', actor_id: owner.userId, effective_id: userId });
  expect([entry?.before, entry?.after]).toEqual([
    { state: 'in_review' },
    { state: 'approved', limitCents: 75_000 },
  ]);
  await expect(owner.call(contract.staffDecideApplication, { params: { id }, body })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
});

test('a decline states its reasons, and a company saved meanwhile must be reviewed again first', async () => {
  const { id, userId, companySavedAt } = await anApplicationInReview(shop);
  const decline = (seen: string) =>
    owner.call(contract.staffDecideApplication, {
      params: { id },
      body: { outcome: 'decline', companySavedAt: seen, reasons: ['not_active_in_state'] },
    });
  const before = new Date(Date.parse(companySavedAt) - 60_000).toISOString();
  await expect(decline(before)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(await decline(companySavedAt)).toMatchObject({
    state: 'declined',
    reasons: [{ code: 'not_active_in_state' }],
  });
  expect(await findOf(shop.db, userId)).toBeNull();
});

test('a limit, a freeze, and its end are logged by actor; a limit changed meanwhile is not overwritten', async () => {
  const { id } = await anAccount();
  const change = (from: number, to: number) =>
    owner.call(contract.staffChangeLimit, { params: { id }, body: { from, to, reason: 'Pays early' } });
  expect((await change(500, 900)).account.approvedCredit).toBe(900);
  await expect(change(500, 1_000)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  const frozen = await owner.call(contract.staffFreezeCredit, {
    params: { id },
    body: { reason: 'A question' },
  });
  expect(frozen).toMatchObject({
    freezes: [{ kind: 'staff', reason: 'A question' }],
    acts: { freeze: false, unfreeze: true },
  });
  const { rows } = await owner.call(contract.staffListCreditAccounts, { query: { view: 'frozen' } });
  expect(rows.map((row) => row.id)).toEqual([id]);
  expect((await owner.call(contract.staffUnfreezeCredit, { params: { id } })).account.frozen).toBeNull();
  expect(
    (await entriesOf(id)).map(({ action, actor_id: actor }) => [action, actor === owner.userId]),
  ).toEqual([
    ['credit_limit_changed', true],
    ['credit_frozen', true],
    ['credit_unfrozen', true],
  ]);
  const { data } = await owner.call(contract.staffListCreditMovements, { params: { id } });
  expect(data[0]).toMatchObject({ kind: 'raised', by: 'staff' });
});

test('each line of the past-due table links to its accounts', async () => {
  const accounts = new Map<number, string>();
  for (const days of [0, 1, 30, 31, 61, 91, 200]) accounts.set(days, (await anOverdueAccount(days)).id);
  const { buckets, owed, pastDue } = await owner.call(contract.staffReadAging);
  expect(buckets).toEqual([
    { from: 'not_due', owed: 100, invoices: 1, accounts: 1 },
    { from: '1', owed: 200, invoices: 2, accounts: 2 },
    { from: '31', owed: 100, invoices: 1, accounts: 1 },
    { from: '61', owed: 100, invoices: 1, accounts: 1 },
    { from: '91', owed: 200, invoices: 2, accounts: 2 },
  ]);
  expect([owed, pastDue]).toEqual([700, 600]);
  const idsPastDue = async (lateness: string) =>
    (await owner.call(contract.staffListCreditAccounts, { query: { late: lateness } as never })).rows
      .map(({ id }) => id)
      .toSorted();
  expect(await idsPastDue('1')).toEqual([accounts.get(1), accounts.get(30)].toSorted());
  expect(await idsPastDue('31,61')).toEqual([accounts.get(31), accounts.get(61)].toSorted());
  const id = accounts.get(200) ?? '';
  const { rows } = await owner.call(contract.staffListCreditAccounts, { query: { view: 'past_due' } });
  expect(rows.find((row) => row.id === id)).toMatchObject({ daysLate: 200, pastDue: 100, owed: 100 });
});

test('a debt is written off at the amount shown, or not at all', async () => {
  const { id, email } = await anOverdueAccount(95);
  const writeOffBody = { reason: 'The business was dissolved', email };
  const writeOff = (owed: number, changes: Partial<typeof writeOffBody> = {}) =>
    owner.call(contract.staffWriteOffCredit, { params: { id }, body: { owed, ...writeOffBody, ...changes } });
  await expect(writeOff(50)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await expect(writeOff(100, { reason: ' ' })).rejects.toMatchObject({
    status: 422,
    message: 'Enter a reason',
  });
  await expect(writeOff(100, { email: 'other@example.com' })).rejects.toMatchObject({
    status: 422,
    message: 'This does not match the customer’s email address',
  });
  expect(await writeOff(100, { email: ` ${email.toUpperCase()}` })).toMatchObject({
    account: { owed: 0, isWrittenOff: true },
    acts: { writeOff: false },
  });
  const [entry, ...others] = await entriesOf(id);
  expect([entry?.action, entry?.actor_id, others]).toEqual(['credit_written_off', owner.userId, []]);
  expect(entry?.after).toMatchObject({ reason: 'The business was dissolved' });
});

test('debts not yet due can be written off by an owner only, and nothing that is not owed', async () => {
  const manager = await aStaffPerson(shop, 'credit');
  const { id, email } = await anOverdueAccount(0);
  const body = { owed: 100, reason: 'Fraud was proved', email };
  const writeOff = (person: typeof owner) =>
    person.call(contract.staffWriteOffCredit, { params: { id }, body });
  const actsFor = async (person: typeof owner) =>
    (await person.call(contract.staffReadCreditAccount, { params: { id } })).acts.writeOff;
  expect([await actsFor(manager), await actsFor(owner)]).toEqual([false, true]);
  await expect(writeOff(manager)).rejects.toMatchObject({
    status: 409,
    code: 'credit_not_past_due',
    message: 'No invoice of this account is past due. Only an owner can write off this balance',
  });
  expect(await writeOff(owner)).toMatchObject({ account: { owed: 0, isWrittenOff: true } });
  const nothing = await anAccount();
  const writeOffBody = { owed: 0, reason: 'Nothing to give up', email: nothing.email };
  await expect(
    owner.call(contract.staffWriteOffCredit, { params: { id: nothing.id }, body: writeOffBody }),
  ).rejects.toMatchObject({
    code: 'credit_nothing_owed',
  });
  expect(
    (await owner.call(contract.staffReadCreditAccount, { params: { id: nothing.id } })).account.status,
  ).toBe('open');
});
