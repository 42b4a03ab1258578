/** List files of credit and the catalog: filters, formatting, audit, and permissions. */
import { contract } from '#contract/contract.ts';
import { aCreditAccount } from '#test/builders/credit-account.ts';
import type { Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let manager: Customer;
let credit: Customer;
beforeAll(async () => {
  shop = await aShop();
  manager = await aStaffPerson(shop, 'manager');
  credit = await aStaffPerson(shop, 'credit');
});
afterAll(() => shop.stop());

async function linesOf(
  person: Customer,
  path: string,
): Promise<{ status: number; name: string | null; lines: string[] }> {
  const answer = await fetch(`${shop.origin}${path}`, { headers: person.headers });
  const lines = (await answer.text()).replace('\ufeff', '').trimEnd().split('\r\n');
  return { status: answer.status, name: answer.headers.get('content-disposition'), lines };
}

test('applications and accounts are exported with credit export permission', async () => {
  const { email } = await aCreditAccount(shop);
  const { id } = await anApplicationInReview(shop);
  const [head, ...applications] = (
    await linesOf(credit, `${contract.staffExportApplications.path}?view=in_review`)
  ).lines;
  expect(head).toBe('Company,EIN ends in,Name,Email,Type,State,Applied (UTC),Decided (UTC),Reasons');
  expect(applications).toHaveLength(1);
  expect(applications[0]).toContain(',in_review,');
  const row = await shop.db
    .selectFrom('credit_application')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select('email')
    .where('credit_application.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(applications[0]).toContain(row.email);
  const accounts = await linesOf(credit, `${contract.staffExportCreditAccounts.path}?view=open&sort=owed`);
  expect(accounts.name).toMatch(/credit-accounts-\d{4}-\d\d-\d\d\.csv/);
  expect(accounts.lines[0]).toBe(
    'Company,Name,Email,Status,Opened (UTC),Approved (USD),Available (USD),Owed (USD),Past due (USD),Days late,On hold',
  );
  expect(accounts.lines.find((line) => line.includes(email))).toMatch(/,open,.*,500,500,0,0,0,no$/);
  expect(
    (await linesOf(credit, `${contract.staffExportCreditAccounts.path}?view=past_due`)).lines,
  ).toHaveLength(1);
  const entries = await shop.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', credit.userId)
    .where('action', 'like', '%exported')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'credit-applications_exported',
    'credit-accounts_exported',
    'credit-accounts_exported',
  ]);
  expect((await linesOf(credit, contract.staffExportProducts.path)).status).toBe(403);
});

test('products and codes are exported, filtered like their lists', async () => {
  const products = (await linesOf(manager, contract.staffExportProducts.path)).lines;
  expect(products[0]).toBe(
    'Address,Product,Type,State,Price (USD),Price per renewal (USD),Renews every,Picture,Benefits,Group,Sold,Subscribers',
  );
  expect(products.find((line) => line.startsWith('ein-filing,'))).toMatch(
    /^ein-filing,EIN filing,simple,published,149\.5,,,\/products\/ein-filing\.svg,/,
  );
  expect((await linesOf(manager, `${contract.staffExportProducts.path}?view=drafts`)).lines).toHaveLength(1);
  const { rows } = await manager.call(contract.staffListCoupons, { query: { view: 'ended' } });
  const ended = (await linesOf(manager, `${contract.staffExportCoupons.path}?view=ended`)).lines;
  expect(ended.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map(({ code }) => code));
  expect(ended.find((line) => line.startsWith('EXPIRED20,'))).toContain(',ended,percent,20,');
});
