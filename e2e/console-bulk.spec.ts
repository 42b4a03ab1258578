/**
 * Bulk acts: started from a list, completed by the server even if the page is closed, and undone while
 * pending.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('orders are completed in bulk, the tab may close meanwhile, and each row has its result', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'support', '/orders?view=in_progress');
  const rows = page.getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  const numbers: string[] = [];
  for (const at of [1, 2]) {
    await rows.nth(at).getByRole('checkbox').check();
    numbers.push((await rows.nth(at).getByRole('link').textContent()) ?? '');
  }
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByRole('button', { name: 'Complete 2 orders' }).click();
  const result = page.getByRole('dialog', { name: 'Results for orders' });
  await expect(result.getByText('2 orders completed')).toBeVisible();
  for (const number of numbers)
    await expect(result.getByRole('listitem').filter({ hasText: number })).toContainText('Done');
  await expectAccessible(page, 'the results of an act on many');
  await page.reload();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Today’s bulk actions' }).click();
  await page
    .getByRole('dialog', { name: 'Today’s bulk actions' })
    .getByRole('button', { name: '2 orders completed' })
    .click();
  await expect(
    page.getByRole('dialog', { name: 'Completing 2 orders' }).getByText('Done').first(),
  ).toBeVisible();
});

test('a resent email can be undone for eight seconds, also in a reopened tab', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'support', '/orders');
  await page.getByRole('link', { name: 'S-1002' }).click();
  const copies = async () =>
    Number(
      (
        await shop.db
          .selectFrom('mail')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('kind', '=', 'copy')
          .executeTakeFirstOrThrow()
      ).count,
    );
  const before = await copies();
  const send = async () => {
    await page.getByRole('heading', { level: 1, name: 'S-1002' }).focus();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^Resend to/ }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  };
  await send();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectMessage(page, 'Undone. Nothing was changed');
  await send();
  // The page is closed, and the server completes the act.
  await page.goto('about:blank');
  await expect.poll(copies).toBe(before + 1);
});

test('products are unpublished in bulk, and a key undoes it', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog');
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: /^Unpublish \d+ products/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page, 'what can be taken back');
  await page.keyboard.press('z');
  await expectMessage(page, 'Undone. Nothing was changed');
});
