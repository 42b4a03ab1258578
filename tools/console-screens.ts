/**
 * The console screens for `npm run lab -- screens`, as the demo's owner sees them. The sandbox provides the
 * two-factor codes.
 */
import { until } from '#test/until.ts';
import type { Page } from '@playwright/test';
import { staffPeople } from '#db/seeds/staff-people.ts';
import type { RunningShop } from '#e2e/running-shop.ts';
import { control } from './sandbox-control.ts';
import { login } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';

type Subject = (page: Page, origin: string) => Promise<void>;

/** Sets the session in the browser, as a login would. Each picture uses a new session. */
async function enter(shop: RunningShop, page: Page): Promise<void> {
  const [{ email = '', password = '' } = {}] = staffPeople;
  const { data: codes } = await control<{ data: { name: string; code: string }[] }>(
    shop.sandboxOrigin,
    'GET',
    'authenticators',
  );
  const code = codes.find(({ name }) => name === email)?.code ?? '';
  // A code is accepted once, and pictures are taken faster than codes change.
  await shop.db
    .updateTable('app_user')
    .set({ two_factor_last_step: null })
    .where('email', '=', email)
    .execute();
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
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
};

const screens: Record<string, Subject> = {
  'admin-home': async (page, origin) => {
    await page.goto(`${origin}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  },
  'admin-orders': atOrders,
  'admin-orders-empty': async (page, origin) => {
    await page.goto(`${origin}/admin/orders?view=refunded`);
    await page.getByText('No refunds').waitFor();
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

const atHeading = async (page: Page, address: string, name: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

/** Opens an entry from its list, whose rows link to it. */
const openedFrom = async (page: Page, list: string, name: string): Promise<void> => {
  await page.goto(list);
  await page.getByRole('main').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const workScreens: Record<string, Subject> = {
  'admin-messages': async (page, origin) => {
    await page.goto(`${origin}/admin/messages?view=all`);
    await page.getByText(/\d messages$/).waitFor();
  },
  'admin-message': (page, origin) => openedFrom(page, `${origin}/admin/messages`, 'Amara Okafor'),
  'admin-content': async (page, origin) => {
    await page.goto(`${origin}/admin/content`);
    await page.getByText(/\d posts$/).waitFor();
  },
  'admin-post': async (page, origin) => {
    await openedFrom(page, `${origin}/admin/content`, 'How to get an EIN without an SSN');
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  },
  'admin-settings': (page, origin) => atHeading(page, `${origin}/admin/settings`, 'Settings'),
  'admin-health': async (page, origin) => {
    await atHeading(page, `${origin}/admin/health`, 'Health');
    await page.getByText('System health').waitFor();
  },
};

/** Opens a dispute on the demo's second order. */
async function disputed({ db, sandboxOrigin }: RunningShop): Promise<string> {
  const dispute = db.selectFrom('dispute').select('dispute_ref').executeTakeFirst();
  if ((await dispute) !== undefined) return (await dispute)?.dispute_ref ?? '';
  const { intent_ref: intent } = await db
    .selectFrom('payment')
    .select('intent_ref')
    .where('status', '=', 'succeeded')
    .where('intent_ref', 'is not', null)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const { id } = await control<{ id: string }>(sandboxOrigin, 'POST', 'disputes', { payment_intent: intent });
  await until('the dispute is known', () =>
    db.selectFrom('dispute').select('closed').where('dispute_ref', '=', id).executeTakeFirst(),
  );
  return id;
}

const moneyScreens: Record<string, (page: Page, shop: RunningShop) => Promise<void>> = {
  'admin-month': async (page, { origin }) => {
    await page.goto(`${origin}/admin/money?month=${new Date().toISOString().slice(0, 7)}`);
    await page.getByRole('rowheader', { name: 'Closing balance' }).waitFor();
  },
  'admin-dispute': async (page, shop) => {
    await page.goto(`${shop.origin}/admin/money/disputes/${await disputed(shop)}`);
    await page.getByText(/^Submit evidence by/).waitFor();
  },
  'admin-comparison': async (page, { origin }) => {
    await page.goto(`${origin}/admin/money/comparison`);
    await page.getByRole('button', { name: /^Compare now/ }).click();
    await page.getByText(/^Comparing/).waitFor();
    await page.getByText(/^Comparing/).waitFor({ state: 'hidden' });
    await page.getByText('0 differences').waitFor();
  },
};

export const consoleScreens = (shopOf: () => RunningShop): Record<string, Subject> =>
  Object.fromEntries([
    ...Object.entries({ ...screens, ...workScreens }).map(([name, open]): [string, Subject] => [
      name,
      async (page, origin) => {
        await enter(shopOf(), page);
        await open(page, origin);
      },
    ]),
    ...Object.entries(moneyScreens).map(([name, open]): [string, Subject] => [
      name,
      async (page) => {
        await enter(shopOf(), page);
        await open(page, shopOf());
      },
    ]),
  ]);
