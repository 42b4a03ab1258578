/** Deciding an application from the console's queue, once by keyboard alone and once with the mouse. */
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase, anEin, company } from '#e2e/credit-people.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

/** An applicant who is not the staff member, with a phone number that differs from the company's. */
async function anApplicant(page: Page, shop: Shop, legalName: string): Promise<void> {
  const email = `ama.${randomUUID().slice(0, 8)}@example.com`;
  const call = await aFirstPurchase(page, {
    ...shop,
    buyer: { ...shop.buyer, firstName: 'Ama', email },
    mails: mailsTo(shop, email),
  });
  await call(contract.saveCompany, {
    body: { ...company, legalName, phone: '+1 307 555 0142', ein: anEin(), attested: true },
  });
  const { terms } = await call(contract.readApplication);
  const { application } = await call(contract.applyForCredit, {
    body: { termsVersion: terms.version, termsAgreed: true },
  });
  expect(application?.state).toBe('in_review');
}

const mailsTo =
  (shop: Shop, email: string): Shop['mails'] =>
  async (count = 1) => {
    const query = new URLSearchParams({ to: email, count: String(count), wait: '10000' });
    return (await fetch(`${shop.sandboxOrigin}/control/mailbox?${query}`)).json() as ReturnType<
      Shop['mails']
    >;
  };

/** Moves the application to the top of the queue. */
async function isFirstInQueue(shop: Shop, legalName: string): Promise<void> {
  await shop.db
    .updateTable('credit_application')
    .set({ applied_at: new Date('2020-01-01T00:00:00Z') })
    .where('state', '=', 'in_review')
    .where('company_id', 'in', shop.db.selectFrom('company').select('id').where('legal_name', '=', legalName))
    .execute();
}

/** Expires all recently entered codes. */
async function expireFreshCodes(shop: Shop): Promise<void> {
  await shop.db.updateTable('session').set({ fresh_factor_at: null }).execute();
}

async function expectApproved(page: Page, shop: Shop, legalName: string): Promise<void> {
  await expect(page.getByText(`${legalName} approved`)).toBeVisible();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  const decided = await shop.db
    .selectFrom('audit_log')
    .innerJoin('app_user', 'app_user.id', 'actor_id')
    .innerJoin('credit_application', 'credit_application.id', 'object')
    .innerJoin('company', 'company.id', 'company_id')
    .select(['action', 'app_user.email'])
    .where('legal_name', '=', legalName)
    .execute();
  expect(decided).toContainEqual({ action: 'credit_approved', email: shop.buyer.email });
}

test('an application is approved from the queue, by keyboard and by pointer', async ({ page, shop }) => {
  const [byKeys, byPointer] = [
    `Keys ${randomUUID().slice(0, 8)} LLC`,
    `Pointer ${randomUUID().slice(0, 8)} LLC`,
  ];
  await anApplicant(page, shop, byKeys);
  await anApplicant(page, shop, byPointer);
  await isFirstInQueue(shop, byKeys);
  const { nextCode } = await atConsole(page, shop, 'credit');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await expireFreshCodes(shop);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('g');
  await press('c');
  await expect(page.getByRole('link', { name: byKeys })).toBeVisible();
  await expectAccessible(page, 'the queue of applications');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: byKeys })).toBeFocused();
  await expect(page.getByText('The rules require a review')).toBeVisible();
  await expect(page.getByText('Phone numbers differ')).toBeVisible();
  await expectAccessible(page, 'an application');
  await press('a');
  await expect(
    page.getByRole('dialog', { name: 'Approve with a first limit?' }).getByLabel('First limit'),
  ).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Verify your identity' }).getByLabel('Code')).toBeFocused();
  await page.keyboard.type(await nextCode());
  await expectApproved(page, shop, byKeys);
  expect(keys, 'keys beside the code').toBe(5);

  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).filter({ visible: true }).first().click();
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await click('link', /^Credit/);
  await click('link', byPointer);
  await expect(page.getByRole('heading', { level: 1, name: byPointer })).toBeVisible();
  await click('button', /^Approve/);
  await click('button', `Approve ${byPointer} for $500.00`);
  await expectApproved(page, shop, byPointer);
  expect(clicks).toBe(4);
});

test('the past-due total links to its accounts', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'credit', '/credit/past-due');
  await expect(page.getByRole('heading', { level: 1, name: 'Past due' })).toBeVisible();
  await expectAccessible(page, 'what is past due');
  await page.getByRole('link', { name: '91 days and more' }).click();
  await expect(page).toHaveURL(/\/admin\/credit\/accounts\?late=91&sort=owed$/);
  await expectAccessible(page, 'the accounts behind it');
});
