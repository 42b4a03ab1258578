/** Users for account stories, registered through the shop's API. */
import { confirmEmail, login, register } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import { expect, type Shop } from '#e2e/story.ts';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

export const password = 'nine blue bicycles';

export type Tokens = { accessToken: string; refreshToken: string };

const callAt = (shop: Shop) => createClient(fetch, shop.origin);

/** Waits for `count` emails to the buyer and returns the newest link with this path. */
export async function linkIn(shop: Shop, path: string, count = 1): Promise<string> {
  const emails = await shop.mails(count);
  const links = emails
    .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    .filter((link) => new URL(link).pathname === path);
  const link = links.at(-1);
  if (link === undefined)
    throw new Error(`no email leads to ${path}: ${emails.map(({ subject }) => subject).join(', ')}`);
  return link;
}

/** Creates an account with a confirmed address, without a browser. */
export async function anAccount(shop: Shop): Promise<void> {
  const { buyer } = shop;
  const call = callAt(shop);
  await call(register, {
    body: {
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      userName: 'kofi',
      email: buyer.email,
      phone: buyer.phone,
      password,
      confirmPassword: password,
      address: buyer.address,
      city: 'Accra',
      country: 'GH',
    },
  });
  const confirmToken =
    new URL(await linkIn(shop, '/complete-registration')).searchParams.get('confirmToken') ?? '';
  await call(confirmEmail, { body: { confirmToken } });
}

export const tokensFor = async (shop: Shop): Promise<Tokens> =>
  (await callAt(shop)(login, { body: { email: shop.buyer.email, password } })).data;

/** API calls of the user with these tokens. */
export const callAs = (shop: Shop, { accessToken }: Tokens) =>
  createClient(
    (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${accessToken}` } }),
    shop.origin,
  );

/** The code that an authenticator app shows now. */
export const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate();

/** Stores the session in the browser, as a log-in would. */
export async function storeTokens(page: Page, shop: Shop, tokens: Tokens): Promise<void> {
  // An empty page without our scripts: a page of the shop might use the tokens before the story does.
  const empty = `${shop.origin}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  );
  await page.goto(empty);
  await page.evaluate(
    ([accessToken, refreshToken]) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('refreshToken', refreshToken);
    },
    [tokens.accessToken, tokens.refreshToken] as const,
  );
}

/**
 * Answers `GET /auth/me` as if a browser that acts as a customer had a live grant. Without one, the browser
 * stops acting at the first refusal.
 */
export const grantActing = (page: Page): Promise<unknown> =>
  page.route('**/api/auth/me', async (route) => {
    const headers = { ...route.request().headers() };
    for (const name of ['admin-as-user', 'user-id', 'user-email']) delete headers[name];
    await route.fulfill({ response: await route.fetch({ headers }) });
  });

export const storedTokens = (page: Page): Promise<Tokens> =>
  page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken') ?? '',
    refreshToken: localStorage.getItem('refreshToken') ?? '',
  }));

/** Waits for the first name in the header, which loads after the page. */
export const expectName = (page: Page, shop: Shop): Promise<void> =>
  expect(accountButton(page, shop.buyer.firstName)).toBeVisible();

export const accountButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

/** Logs in through the screen and waits for the first name in the header. */
export async function logIn(page: Page, shop: Shop, typed = password): Promise<void> {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.origin}/products`);
  await expectName(page, shop);
}
