/** The console for `npm run screens`, as the demonstration's owner sees it, with the code that the sandbox shows in place of a telephone. */
import type { Page } from '@playwright/test';
import { staffPeople } from '#db/seeds/staff-people.ts';
import type { RunningShop } from '#e2e/running-shop.ts';
import { login } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';

type Subject = (page: Page, origin: string) => Promise<void>;

/** In the browser as the log-in would leave it. Each picture begins a session of its own. */
async function enter(shop: RunningShop, page: Page): Promise<void> {
  const [{ email = '', password = '' } = {}] = staffPeople;
  const answer = await fetch(`${shop.sandboxOrigin}/control/authenticators`);
  const { data: codes } = (await answer.json()) as { data: { name: string; code: string }[] };
  const code = codes.find(({ name }) => name === email)?.code ?? '';
  // A code counts once, and pictures come faster than codes.
  await shop.db.updateTable('app_user').set({ two_factor_last_step: null }).where('email', '=', email).execute();
  const { data } = await createClient(fetch, shop.origin)(login, { body: { email, password, code } });
  await page.addInitScript(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, data);
}

const atOrders: Subject = async (page, origin) => {
  await page.goto(`${origin}/admin/orders`);
  await page.getByText(/\d orders$/).waitFor();
};

const atOrder = async (page: Page, origin: string, number: string): Promise<void> => {
  await atOrders(page, origin);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('region', { name: 'Time line' }).waitFor();
};

const screens: Record<string, Subject> = {
  'admin-home': async (page, origin) => {
    await page.goto(`${origin}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  },
  'admin-orders': atOrders,
  'admin-orders-empty': async (page, origin) => {
    await page.goto(`${origin}/admin/orders?view=disputed`);
    await page.getByText('No disputes').waitFor();
  },
  'admin-order': (page, origin) => atOrder(page, origin, 'S-1004'),
  'admin-refund': async (page, origin) => {
    await atOrder(page, origin, 'S-1001');
    await page.keyboard.press('r');
    await page.getByLabel('Amount in US dollars').fill('49.50');
  },
  'admin-search': async (page, origin) => {
    await atOrders(page, origin);
    await page.keyboard.press('/');
    await page.keyboard.type('priya');
    await page.getByRole('option', { name: /S-1001/ }).waitFor();
  },
  'admin-keys': async (page, origin) => {
    await atOrders(page, origin);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  },
};

export const consoleScreens = (shopOf: () => RunningShop): Record<string, Subject> =>
  Object.fromEntries(
    Object.entries(screens).map(([name, open]) => [
      name,
      async (page, origin) => {
        await enter(shopOf(), page);
        await open(page, origin);
      },
    ]),
  );
