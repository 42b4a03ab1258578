/** Email texts changed at the console: previewed before saving, and used in the next email. */
import { expectAccessible } from '#e2e/accessible.ts';
import { aMessageAt } from '#e2e/messages.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole, shopForCustomer } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('a changed text appears in the preview, is used by the next email, and is reset to the default', {
  tag: '@long',
}, async ({ page, shop }) => {
  const staff = await atConsole(page, shop, 'content', '/content/email-texts');
  await page.getByRole('link', { name: 'A message was received' }).click();
  const subject = page.getByLabel('Subject', { exact: true });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'We have received your message' })).toBeVisible();
  await subject.fill('We have {it}');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('{it} is not a placeholder. This text has none')).toBeVisible();
  await subject.fill('Your words are with us <b>now</b>');
  await expect(frame.getByRole('heading', { name: 'Your words are with us <b>now</b>' })).toBeVisible();
  // The preview frame runs no scripts, so axe cannot check it. The email itself is tables and text.
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expectAccessible(page, 'the words of an email');
  await page.getByRole('button', { name: 'Send test to me' }).click();
  await expectMessage(page, `Test email sent to ${staff.email}`);
  try {
    await page.keyboard.press('Control+Enter');
    await expectMessage(page, 'Saved. New emails use these texts');
    const sender = shopForCustomer(shop, 'Adjoa');
    await aMessageAt(shop, { email: sender.buyer.email });
    const [mail] = await sender.mails(1);
    expect(mail?.subject).toBe('Your words are with us <b>now</b>');
    expect(mail?.html).toContain('Your words are with us &lt;b&gt;now&lt;/b&gt;');
    await page.getByRole('button', { name: 'Restore default texts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore default texts' }).click();
    await expectMessage(page, 'Default texts restored');
    await expect(subject).toHaveValue('');
  } finally {
    await shop.db.deleteFrom('email_words').execute();
  }
});
