/**
 * Errors in the billing form appear beside each field and are counted above it. The layout does not shift
 * under the click that reveals them.
 */
import { cardFrame, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const messages = {
  Email: 'Email is required',
  'Confirm Email': 'Confirm Email is required',
  'First name': 'First name is required',
  'Last name': 'Last name is required',
  Country: 'Country is required',
  'Phone number': 'Phone number is required',
  Address: 'Address is required',
};

/** The error summary, with the number of invalid fields and a link to each. */
const summary = (page: Page, count: string) => page.getByRole('group', { name: `${count} attention` });

test('an empty form names every missing field and counts them above', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await shop.completeOrder(page);
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(summary(page, '7 fields need')).toBeFocused();
  await expect(summary(page, '7 fields need').getByRole('button')).toHaveText(Object.keys(messages));
  expect(await shop.orders()).toEqual([]);
});

test('the keyboard moves from the error count to each invalid field, and the count drops as they are fixed', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page, { email: 'kofi', lastName: '', address: '' });
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await page.getByLabel('First name').press('Enter');
  await expect(summary(page, '4 fields need')).toBeFocused();
  await expect(summary(page, '4 fields need').getByRole('button')).toHaveText([
    'Email',
    'Confirm Email',
    'Last name',
    'Address',
  ]);
  const place = await page.getByRole('button', { name: 'Complete order' }).boundingBox();
  const follow = async (name: string, text: string) => {
    await page.getByRole('group', { name: 'attention' }).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(name, { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await page.keyboard.press('Tab');
  await expect(
    summary(page, '4 fields need').getByRole('button', { name: 'Email', exact: true }),
  ).toBeFocused();
  await follow('Email', shop.buyer.email);
  await follow('Confirm Email', shop.buyer.email);
  await follow('Last name', 'Mensah');
  await expect(summary(page, '1 field needs')).toBeVisible();
  expect((await page.getByRole('button', { name: 'Complete order' }).boundingBox())?.height).toBe(
    place?.height,
  );
  await page.keyboard.press('Enter');
  await expect(summary(page, '1 field needs')).toBeFocused();
  await expect(summary(page, '1 field needs').getByRole('button')).toHaveText(['Address']);
  await follow('Address', '12 Ring Road, Accra');
  await expect(page.getByText('All of these fields are correct now')).toBeVisible();
  await shop.fillCard(page);
  await page.getByRole('button', { name: 'Complete order' }).press('Enter');
  await shop.expectSuccess(page);
});

test('space is reserved for the errors of an empty form, so that nothing on the page moves', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const button = page.getByRole('button', { name: 'Complete order' });
  await expect(button).toBeEnabled();
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
  // Measured from the first field, because the error summary appears above it after the click.
  const place = async () => {
    const [field, end] = [
      await page.getByLabel('Email', { exact: true }).boundingBox(),
      await button.boundingBox(),
    ];
    return Math.round((end?.y ?? 0) - (field?.y ?? 0));
  };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
    await expect(button).toBeEnabled();
    const before = await place();
    await shop.completeOrder(page);
    await expect(page.getByText(messages.Address, { exact: true })).toBeVisible();
    expect(await place(), `at ${width}`).toBe(before);
  }
});

test('an error shown on blur moves nothing, so the click counts; a click dragged away does not', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const button = page.getByRole('button', { name: 'Complete order' });
  await expect(button).toBeEnabled();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [label, wrong, message] of [
      ['Address', '', 'Address is required'],
      ['Phone number', '0', /^Enter the number with its country code/],
      ['Confirm Email', 'kofi@example.org', 'Emails must match'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      const right = await field.inputValue();
      await field.fill(wrong);
      await button.scrollIntoViewIfNeeded();
      const before = await button.boundingBox();
      await button.hover();
      await page.mouse.down();
      await expect(page.getByText(message)).toBeVisible();
      expect(await button.boundingBox(), `${label} at ${width}`).toEqual(before);
      await page.mouse.up();
      await expect(summary(page, '1 field needs')).toBeFocused();
      await field.fill(right);
    }
  }
  await button.hover();
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  await page.getByLabel('First name').focus();
  await expect(button).toBeEnabled();
  expect(await shop.orders()).toEqual([]);
  await button.click();
  await shop.expectSuccess(page);
});
