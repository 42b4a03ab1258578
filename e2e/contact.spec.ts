/** The contact form for visitors: by keyboard, with mistakes, on a bad connection, and without JavaScript. */
import { chooseCountry, countryField, expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const messages: Record<string, string> = {
  'First name': 'First name is required',
  'Last name': 'Last name is required',
  Email: 'Email is required',
  Country: 'Country is required',
  'Contact number': 'Contact is required',
  Message: 'Message is required',
};

type Person = { firstName: string; lastName: string; email: string; country: string; phone: string };

async function fill(page: Page, person: Person, message: string): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await chooseCountry(page, person.country);
  await page.getByLabel('Contact number').fill(person.phone);
  await page.getByPlaceholder('How can we help you?').fill(message);
}
const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree to the Terms/ });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit' });
const storedOf = ({ db, buyer }: Shop) =>
  db
    .selectFrom('contact_message')
    .select(['sms_consent', 'suspected_because'])
    .where('email', '=', buyer.email)
    .execute();

test('an empty form names every missing field, focuses the first, and drops a field once it is fixed', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/contact-us`);
  await submit(page).click();
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByText('You must agree with the terms', { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Kofi');
  await expect(page.getByText('First name is required')).toHaveCount(0);
  await agree(page).check();
  await expect(page.getByText('You must agree with the terms')).toHaveCount(0);
});

test('a message is sent by keyboard alone with its consents, and the thank-you page links to the FAQ', async ({
  page,
  shop,
}) => {
  const { buyer } = shop;
  await page.goto(`${shop.origin}/contact-us`);
  await expect(page.getByLabel('Country').getByRole('option', { name: 'Ghana' })).toBeAttached();
  await page.getByLabel('First name').focus();
  await expect(countryField(page)).toBeVisible();
  const typed = [
    buyer.firstName,
    buyer.lastName,
    buyer.email,
    buyer.country,
    buyer.phone,
    'Which state is best for a bakery?',
  ];
  for (const words of typed) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await expect(agree(page)).toBeFocused();
  await page.keyboard.press('Space');
  for (const name of ['Terms and Conditions', 'Privacy Policy']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(`${name} (opens in a new tab)`);
    await expect(page.locator(':focus')).toHaveAttribute('target', '_blank');
  }
  await page.keyboard.press('Tab');
  const optional = page.getByRole('checkbox', { name: /customer-care text messages/ });
  await expect(optional).toBeFocused();
  await expect(optional).toHaveAccessibleName(/Message and data rates may apply.*Reply STOP to opt out/);
  await page.keyboard.press('Space');
  await submit(page).press('Enter');
  await expect(page).toHaveURL(/\/contact-submit-successful$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('main').getByRole('link', { name: 'Read the FAQ' })).toHaveAttribute(
    'href',
    '/faq',
  );
  const [acknowledgement] = await shop.mails();
  expect(acknowledgement?.subject).toBe('We have received your message');
  expect(await storedOf(shop)).toEqual([{ sms_consent: true, suspected_because: null }]);
});

test('a failure preserves the input and shows the specified text, and a retry succeeds', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/contact-us`);
  await fill(page, shop.buyer, 'Do I need a visa?');
  await agree(page).check();
  await page.route('**/api/contacts', (route) => route.abort());
  await submit(page).click();
  await expect(page.getByText('error occurred, please try again later', { exact: true })).toBeVisible();
  await expect(page.getByPlaceholder('How can we help you?')).toHaveValue('Do I need a visa?');
  await expect(agree(page)).toBeChecked();
  await page.unroute('**/api/contacts');
  await page.route('**/api/contacts', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'x-error-code': 'rate_limited' },
      json: 'We have received several messages from you.',
    }),
  );
  await submit(page).click();
  await expect(page.getByText('We have received several messages from you.', { exact: true })).toBeVisible();
  await page.unroute('**/api/contacts');
  await submit(page).click();
  await expect(page).toHaveURL(/\/contact-submit-successful$/);
  expect(await storedOf(shop)).toHaveLength(1);
});

test('the honeypot field is invisible, unreachable by keyboard, and hidden from screen readers', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/contact-us`);
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0);
  await page.getByPlaceholder('How can we help you?').focus();
  await page.keyboard.press('Tab');
  await expect(agree(page)).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the contact page explains that the form needs it, and offers mail and phone', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/contact-us`);
    const main = page.getByRole('main');
    const notice = main.locator('noscript p');
    await expect(notice.first()).toHaveText('The form needs JavaScript');
    await expect(notice.last()).toBeVisible();
    await expect(main.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/);
    await expect(main.locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(main.getByRole('button')).toHaveCount(0);
  });
});
