/** Steps that several screens of `npm run lab -- screens` share. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { creditPeople } from '#db/seeds/credit-people.ts';
import { demoPeople } from '#db/seeds/people.ts';

export const folder = join(import.meta.dirname, '../.cache/screens');
const quality = 60;

const personNamed = (name: string) =>
  [...demoPeople, ...creditPeople].find(({ userName }) => userName === name) ?? demoPeople[0];

/** Logs in as the demo's first customer by default. */
export const logIn = async (page: Page, origin: string, name = 'amara'): Promise<void> => {
  const { email = '', password = '' } = personNamed(name) ?? {};
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${origin}/products`);
  await page.goto(`${origin}/profile`);
  await page.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor();
};

/** WebP from the browser's protocol is a quarter of the size of a PNG. */
export async function photograph(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}
