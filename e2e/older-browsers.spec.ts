/**
 * Features that some recent browsers lack: the same engine with the feature removed before any of our scripts
 * run.
 */
import {
  accountButton,
  anAccount,
  codeOf,
  expectName,
  storeTokens,
  logIn,
  password,
  tokensFor,
} from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';

test('where no request outlives its page, a log-out waits for the answer', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => void Reflect.deleteProperty(Request.prototype, 'keepalive'));
  await anAccount(shop);
  await logIn(page, shop);
  let answer: () => void = () => undefined;
  const requested = new Promise<void>((seen) =>
    page.route('**/api/auth/logout', async (route) => {
      seen();
      await new Promise<void>((resolve) => (answer = resolve));
      await route.continue();
    }),
  );
  const answered = page.waitForResponse('**/api/auth/logout');
  await accountButton(page, shop.buyer.firstName).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await requested;
  // Longer than the page shows its spinner; no event marks the end of it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
  expect(new URL(page.url()).pathname).toBe('/products');
  answer();
  expect((await answered).ok()).toBe(true);
  await expect(page).toHaveURL(`${shop.origin}/`);
});

test('without a clipboard, as on plain http, the recovery codes explain how to save them', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.addInitScript(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile`);
  const main = page.getByRole('main');
  await main.locator('summary').filter({ hasText: 'Two-factor log-in' }).click();
  await main.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  const secret = (await main.locator('code').allInnerTexts()).join('').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: 'Copy' }).click();
  await expectMessage(page, 'Your browser blocked copying. Select the codes and copy them.');
});

test('a form with a new password works without `isWellFormed`', { tag: '@long' }, async ({ page, shop }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(String.prototype, 'isWellFormed'));
  await page.goto(`${shop.origin}/reset-password?resetToken=used`);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Reset password' }).click();
  // The error is the server's and concerns the link, so the form has accepted the password.
  await expect(page.getByRole('alert')).toContainText('link');
});

test('the account menu closes on an outside press and on Escape, even where a pressed button gets no focus', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/faq`);
  await expectName(page, shop);
  const button = accountButton(page, shop.buyer.firstName);
  /** As in Safari on macOS. */
  const openWithoutFocus = async () => {
    await button.click();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  };
  await openWithoutFocus();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await openWithoutFocus();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await openWithoutFocus();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
});

test('no style depends on a rule that some browsers skip', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/blogs`);
  const rules = await page.evaluate(() => {
    const all = (list: CSSRuleList, within = ''): string[] =>
      [...list].flatMap((rule) => {
        const inner = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined;
        const here = `${within} ${rule.cssText.split('{')[0]}`;
        return inner?.length ? all(inner, here) : [`${within} ${rule.cssText}`];
      });
    return [...document.styleSheets].flatMap((sheet) => all(sheet.cssRules));
  });
  expect(rules.length).toBeGreaterThan(500);
  expect(rules.filter((rule) => rule.includes('(scripting'))).toEqual([]);
  for (const part of ['scrollbar-gutter', 'animation-timeline']) {
    expect(rules.filter((rule) => rule.includes(`${part}:`) && !rule.includes(`@supports (${part}`))).toEqual(
      [],
    );
  }
  // A browser without `:has` must not lose the focus outline to a rule that relies on it.
  const hidesFocus = rules.filter((rule) => /frame-focus[^{]*\{[^}]*outline(-style)?: none/.test(rule));
  expect(hidesFocus.filter((rule) => !rule.includes(':has('))).toEqual([]);
});
