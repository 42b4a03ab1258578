/** A guest who mistyped the email address sees it in full on the success page and corrects it there. */
import { expectAccessible } from '#e2e/accessible.ts';
import { linkIn } from '#e2e/people.ts';
import { expect, test } from '#e2e/story.ts';

test('a guest corrects the address after paying: receipt and account link go to the right one, in this browser only', async ({
  page,
  shop,
  browser,
}) => {
  const slip = shop.buyer.email.replace('example.com', 'exmaple.com');
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page, { email: slip });
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  const section = page.getByRole('region', { name: 'Your receipt and your account' });
  await expect(section).toContainText(slip);

  const device = await browser.newContext();
  const other = await device.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Payment successful');
  await expect(other.getByText('Wrong address?')).toHaveCount(0);
  await expect(other.getByText(slip)).toHaveCount(0);
  await device.close();

  await page.reload();
  await section.getByRole('button', { name: 'Wrong address? Correct it' }).click();
  await expect(section.getByLabel('Email')).toBeFocused();
  await expect(section.getByLabel('Email')).toHaveValue(slip);
  await expectAccessible(page, 'the correction of an address', [360, 1280]);
  await section.getByLabel('Email').fill('not an address');
  await section.getByRole('button', { name: 'Correct address' }).click();
  await expect(section.getByText('Invalid email')).toBeVisible();
  await section.getByLabel('Email').fill(shop.buyer.email);
  await section.getByRole('button', { name: 'Correct address' }).click();
  await expect(section.getByRole('status').first()).toContainText(
    `We have sent the receipt to ${shop.buyer.email}.`,
  );
  await expect(page.getByText(slip)).toHaveCount(0);
  const invoice = section.getByRole('link', { name: /^Invoice INV-/ });
  await expect(invoice).toHaveAttribute('href', /^\/invoices\/inv_/);
  await page.goto(await linkIn(shop, '/set-password', 2));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/password/i);
});
