/** The link that confirms an address, opened in the browser that registered and in another one. */
import { password } from '#e2e/people.ts';
import { chooseCountry, expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

async function fillRegistration(page: Page, { buyer }: Shop): Promise<void> {
  await page.getByLabel('First name').fill(buyer.firstName);
  await page.getByLabel('Last name').fill(buyer.lastName);
  await page.getByLabel('Username').fill('kofi');
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Address', { exact: true }).fill(buyer.address);
  await page.getByLabel('City').fill('Accra');
  await chooseCountry(page, 'Ghana');
  await page.getByLabel('Contact number').fill(buyer.phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
}

test('a mail scanner that runs scripts confirms nothing: outside the registering browser, a link needs a click', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto(`${shop.origin}/register`);
  await fillRegistration(page, shop);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${shop.origin}/register-success`);
  const logIn = () =>
    page.request
      .post(`${shop.origin}/api/auth/login`, { data: { email: shop.buyer.email, password } })
      .then((answer) => answer.status());

  const seenLinks = new Set<string>();
  /** Waits for `count` emails and returns the only link that no earlier email had. */
  const newLink = async (count: number): Promise<string> => {
    const texts = (await shop.mails(count)).map(({ text }) => text).join(' ');
    const [link = ''] = (texts.match(/https?:\/\/\S+\/complete-registration\S+/g) ?? []).filter(
      (found) => !seenLinks.has(found),
    );
    seenLinks.add(link);
    return link;
  };
  const scanner = await browser.newContext();
  try {
    // A failed log-in sends a newer link and invalidates the older one.
    for (const [at, mark] of [null, 'x'.repeat(32)].entries()) {
      const link = await newLink(at + 1);
      const opened = await scanner.newPage();
      if (mark !== null)
        await opened.addInitScript((text) => localStorage.setItem('registrationMark', text), mark);
      await opened.goto(link);
      await expect(opened.getByRole('button', { name: 'Confirm my email' })).toBeVisible();
      expect(await logIn(), `mark ${mark}`).toBe(401);
      await opened.close();
    }
    const pressed = await scanner.newPage();
    await pressed.goto(await newLink(3));
    await pressed.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(pressed.getByRole('heading', { level: 1 })).toHaveText('Email Verified Successfully');
    expect(await logIn()).toBe(200);
  } finally {
    await scanner.close();
  }
});
