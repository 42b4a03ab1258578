/**
 * Contact messages at the console: answered by keyboard, undone, held back as spam and released, and the
 * answer templates.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { Counted } from '#e2e/counted.ts';
import { aMessageAt } from '#e2e/messages.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole, shopForCustomer } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { randomUUID } from 'node:crypto';

test('support answers the newest message by keyboard alone, and its sender reads the answer', {
  tag: '@long',
}, async ({ page, shop }) => {
  const sender = shopForCustomer(shop, 'Efua');
  const { firstName, email } = sender.buyer;
  await atConsole(page, shop, 'support');
  await aMessageAt(shop, { firstName, email, message: 'Do I need a visa to own a Wyoming LLC?' });
  const keys = new Counted(page);
  await keys.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('row').filter({ hasText: 'Efua' })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reply to Efua' })).toBeFocused();
  await keys.type('No. You can own it from anywhere.');
  await keys.press('Control+Enter');
  expect(keys.steps).toBe(4);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByText('Reply, sending soon')).toBeVisible();
  const story = page.getByRole('region', { name: 'Timeline' });
  await expect(story.getByText('Reply', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('main').getByText('Closed', { exact: true }).first()).toBeVisible();
  const mails = await sender.mails(2);
  const answer = mails.find(({ subject }) => subject.startsWith('Re: '));
  expect(answer?.text).toContain('No. You can own it from anywhere.');
  expect(answer?.text).toContain('> Do I need a visa to own a Wyoming LLC?');
  await expectAccessible(page, 'a message that was answered');
});

test('an answer starts from a template, is undone by a key, and its text can be reused', {
  tag: '@long',
}, async ({ page, shop }) => {
  const name = `EIN ${randomUUID().slice(0, 8)}`;
  const id = await aMessageAt(shop, { firstName: 'Yaw' });
  await atConsole(page, shop, 'support', '/messages/templates/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Text', { exact: true }).fill('Hello {name}');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('{name} is not a placeholder. Use {firstName} or {lastName}')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('Hello {firstName},\n\nan EIN takes some weeks.');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Template created');
  await page.goto(`${shop.origin}/admin/messages/${id}`);
  await page.getByRole('combobox', { name: 'Use template' }).selectOption(name);
  const box = page.getByRole('textbox', { name: 'Reply to Yaw' });
  await expect(box).toHaveValue('Hello Yaw,\n\nan EIN takes some weeks.');
  await expect(box).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectMessage(page, 'Undone. Nothing was changed');
  await page.getByRole('button', { name: 'Use text' }).click();
  await expect(box).toHaveValue('Hello Yaw,\n\nan EIN takes some weeks.');
  await expectAccessible(page, 'an answer that was taken back');
});

test('a held message is marked as not spam, and its sender is notified then', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const sender = shopForCustomer(shop, 'Kojo');
  const id = await aMessageAt(shop, {
    firstName: 'Kojo',
    email: sender.buyer.email,
    website: 'filled in by the browser',
  });
  await atConsole(page, shop, 'support', '/messages?view=held_back');
  await page.getByRole('row').filter({ hasText: 'Kojo' }).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/messages/${id}$`));
  await expect(page.getByText(/A hidden field was filled in/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Reply/ })).toHaveCount(0);
  await page.keyboard.press('p');
  await expectAccessible(page, 'the question about a message that was held back');
  await page.getByRole('button', { name: 'Mark message from Kojo Mensah as not spam' }).click();
  await expectMessage(page, 'Message opened and forwarded');
  const [mail] = await sender.mails(1);
  expect(mail?.subject).toBe('We have received your message');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('t');
  await expectMessage(page, 'Message assigned to you');
  await page.goto(`${shop.origin}/admin/messages?view=mine`);
  await expect(page.getByRole('row').filter({ hasText: 'Kojo' })).toBeVisible();
});

test('two people answer one message: the second sees the first answer and loses no text', {
  tag: '@long',
}, async ({ page, shop }) => {
  const id = await aMessageAt(shop, { firstName: 'Abla' });
  await atConsole(page, shop, 'support', `/messages/${id}`);
  const box = page.getByRole('textbox', { name: 'Reply to Abla' });
  await box.fill('My answer');
  await shop.db
    .updateTable('contact_message')
    .set(({ eb }) => ({ version: eb('version', '+', 1), changed_at: new Date() }))
    .where('id', '=', id)
    .execute();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Review the changes and try again' })).toBeVisible();
  await expect(box).toHaveValue('My answer');
  await expectAccessible(page, 'a reply that a colleague sent first');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Reply, sending soon')).toBeVisible();
});
