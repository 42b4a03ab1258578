/** The shop's health in words, alarms acknowledged together, and a new alarm recipient. */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { randomUUID } from 'node:crypto';

test("the owner reads the shop's health, resolves alarms in bulk, and adds a recipient for new ones", {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner');
  const subjects = [1, 2].map(() => `pay_${randomUUID()}`);
  for (const subject of subjects)
    await shop.db
      .insertInto('alarm')
      .values({ kind: 'payment_review', subject, detail: 'Payment of order S-1001 is parked' })
      .execute();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Health' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  const parts = page.getByRole('region', { name: 'System health' });
  await expect(parts.getByRole('listitem').filter({ hasText: 'Backup' })).toContainText('No backup recorded');
  await expect(parts.getByRole('listitem').filter({ hasText: 'Version' })).toContainText('PostgreSQL');
  const [stuckOrder] = await shop.db
    .selectFrom('shop_order')
    .select(['id', 'number'])
    .where('number', '=', 1001)
    .execute();
  await shop.db
    .insertInto('alarm')
    .values({
      kind: 'two_intents',
      subject: `pi_${randomUUID()}`,
      detail: `Payment of order ${stuckOrder?.id} has another one`,
    })
    .execute();
  await page.reload();
  const named = page.getByRole('listitem').filter({ hasText: 'Payment of order S-1001 has another one' });
  await expect(named.getByRole('link', { name: 'Order S-1001' })).toHaveAttribute(
    'href',
    `/admin/orders/${stuckOrder?.id}`,
  );
  for (const subject of subjects)
    await page.getByRole('checkbox', { name: `Payment review, ${subject}` }).check();
  await expectAccessible(page, 'how the shop does, with alarms');
  await page.getByRole('button', { name: 'Resolve 2 alarms' }).click();
  await expectMessage(page, '2 alarms resolved');
  for (const subject of subjects) await expect(page.getByText(subject)).toHaveCount(0);

  const address = `bell-${randomUUID().slice(0, 8)}@example.com`;
  await page.getByLabel('Email address').fill('nobody');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await page.getByLabel('Email address').fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('Email, added by');
  await page.getByRole('button', { name: `Send test to ${address}` }).click();
  const query = new URLSearchParams({ to: address, count: '1', wait: '10000' });
  const [email] = (await (await fetch(`${shop.sandboxOrigin}/control/mailbox?${query}`)).json()) as {
    text: string;
  }[];
  expect(email?.text).toContain(`${shop.origin}/admin/health`);
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${address}` })
    .click();
  await expectMessage(page, `${address} removed from alarm recipients`);
  await expect(page.getByRole('listitem').filter({ hasText: address })).toHaveCount(0);
});
