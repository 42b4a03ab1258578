/**
 * The base of every story: a running shop, a unique buyer, and the shop's pages by their visible names.
 * Nothing here uses a class, an id, or a test attribute.
 */
import { renewalConsent } from '#kernel/renewal-terms.ts';
import { randomUUID } from 'node:crypto';
import {
  test as base,
  type Browser,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import { type RunningShop, startShop } from '#e2e/running-shop.ts';
import { listen } from '#e2e/said.ts';
import { fullBrowser } from '../playwright.config.ts';

export { expect };

/**
 * Waits for hydration. Before it, the browser follows links without our code, and clicks on buttons are only
 * recorded. Network idle is not enough, because the scripts are requested late. The page itself sets a mark
 * (src/web/early-page.ts).
 */
export const alive = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0);
};

/**
 * After Back: returns whether the page marked `isTheSame` came from the back/forward cache. A browser short
 * of memory may have dropped it, with only `masked` as the reason. Any other reason is our fault and fails
 * the story.
 */
export async function restoredFromCache(page: Page, what: string): Promise<boolean> {
  const { same, reasons } = await page.evaluate(() => {
    type Unrestored = { reasons?: { reason: string }[] | null; children?: Unrestored[] | null };
    const all = (entry: Unrestored | null | undefined): string[] =>
      entry
        ? [...(entry.reasons ?? []).map(({ reason }) => reason), ...(entry.children ?? []).flatMap(all)]
        : [];
    const [opened] = performance.getEntriesByType('navigation');
    return {
      same: 'isTheSame' in window,
      reasons: all((opened as { notRestoredReasons?: Unrestored } | undefined)?.notRestoredReasons),
    };
  });
  if (same) return true;
  expect(
    reasons.filter((reason) => reason !== 'masked'),
    `${what} was not kept in the back/forward cache`,
  ).toEqual([]);
  test.info().annotations.push({ type: 'not kept in the back/forward cache', description: what });
  return false;
}

export type Buyer = {
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  phone: string;
  address: string;
};

export const cards = {
  good: '4242424242424242',
  asksFor3ds: '4000002500003155',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
} as const;

export type Mail = { to: string[] | string; subject: string; text: string; html: string };

export type Shop = RunningShop & {
  buyer: Buyer;
  /** The card of a product on the products page. */
  card(page: Page, product: string): Locator;
  /** Adds products to the cart on the products page and goes to checkout. */
  toCheckoutWith(page: Page, ...products: string[]): Promise<void>;
  fillBilling(page: Page, changes?: Partial<Buyer>): Promise<void>;
  /** Waits for the response to a cart save that contains `text`. An earlier save may still be in progress. */
  savedCart(page: Page, text: string): Promise<Response>;
  fillCard(page: Page, number?: string): Promise<void>;
  /** Accepts the renewals, for a cart with a subscription. */
  agreeToRenewals(page: Page): Promise<void>;
  completeOrder(page: Page): Promise<void>;
  /** Opens the Discount Code block unless it is open. */
  openDiscount(page: Page): Promise<void>;
  applyCode(page: Page, code: string): Promise<void>;
  /** The bank's page, which opens above the shop's page during the challenge. */
  bank(page: Page): FrameLocator;
  /** Presses a button of the bank's page. */
  answerBank(page: Page, button: 'Complete authentication' | 'Fail authentication'): Promise<void>;
  expectSuccess(page: Page): Promise<void>;
  /** Emails to this buyer, once there are `count`. */
  mails(count?: number): Promise<Mail[]>;
  /**
   * The receipts among them. After a guest's first purchase, an email about the account also arrives at some
   * point.
   */
  receipts(): Promise<Mail[]>;
  /** Orders of this buyer with their payments, as stored by the shop. */
  orders(): Promise<{ id: string; status: string; total: number; payments: string[] }[]>;
};

const aBuyer = (): Buyer => ({
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: `kofi.${randomUUID().slice(0, 8)}@example.com`,
  country: 'Ghana',
  phone: '+233 20 123 4567',
  address: '12 Ring Road, Accra',
});

/** The country search, which replaces the browser's select once it has loaded. */
export const countryField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Country' }).and(page.locator('input'));

export async function chooseCountry(page: Page, name: string): Promise<void> {
  await countryField(page).click();
  await countryField(page).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await expect(countryField(page)).toHaveValue(name);
}

/** The card fields are in the processor's own frame. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');

async function openDiscount(page: Page): Promise<void> {
  const block = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Discount Code' }) });
  if (!(await block.evaluate((details) => (details as HTMLDetailsElement).open)))
    await block.getByRole('heading', { name: 'Discount Code' }).click();
}

const mailWithinMs = 60_000;
const isReceipt = ({ subject }: Mail): boolean => subject.startsWith('Your receipt');

function shopFor(running: RunningShop, buyer: Buyer): Shop {
  const card = (page: Page, product: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: product, exact: true }) });
  const fillBilling = async (page: Page, changes: Partial<Buyer> = {}): Promise<void> => {
    const person = { ...buyer, ...changes };
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Confirm Email').fill(person.email);
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await chooseCountry(page, person.country);
    await page.getByLabel('Phone number').fill(person.phone);
    await page.getByLabel('Address').fill(person.address);
  };
  const mails = async (count = 1): Promise<Mail[]> => {
    const query = new URLSearchParams({ to: buyer.email, count: String(count), wait: String(mailWithinMs) });
    return (await (await fetch(`${running.sandboxOrigin}/control/mailbox?${query}`)).json()) as Mail[];
  };
  const bank = (page: Page) => page.frameLocator('iframe[title="Card authentication frame"]');
  return {
    ...running,
    buyer,
    card,
    fillBilling,
    toCheckoutWith: async (page, ...products) => {
      await page.goto(`${running.origin}/products`);
      for (const product of products) {
        await card(page, product).getByRole('button', { name: 'Add to cart' }).click();
        await expect(card(page, product).getByRole('link', { name: 'Go to cart' })).toBeVisible();
      }
      await page.getByRole('link', { name: 'Check out now' }).click();
      await expect(page.getByRole('heading', { name: 'Billing details' })).toBeVisible();
    },
    savedCart: (page, text) =>
      page.waitForResponse((response) => {
        const isCart = new URL(response.url()).pathname.startsWith('/api/carts') && response.ok();
        return isCart && Boolean(response.request().postData()?.includes(text));
      }),
    fillCard: async (page, number = cards.good) => {
      const fields = cardFrame(page);
      await fields.getByLabel('Card number').fill(number);
      await fields.getByLabel(/^Expir/).fill('12 / 34');
      await fields.getByLabel('Security code').fill('123');
    },
    agreeToRenewals: async (page) => {
      await page.getByRole('checkbox', { name: renewalConsent }).check();
    },
    completeOrder: async (page) => {
      await page.getByRole('button', { name: 'Complete order' }).click();
    },
    openDiscount,
    applyCode: async (page, code) => {
      await openDiscount(page);
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: /^(Submit|Recalculate)$/ }).click();
    },
    bank,
    answerBank: async (page, name) => {
      const button = bank(page).getByRole('button', { name });
      await expect(button).toBeVisible();
      await expect(button).toBeEnabled();
      // Chromium may lose a click on a frame that has just appeared.
      await button.press('Enter');
    },
    expectSuccess: async (page) => {
      await expect(page).toHaveURL(/\/payment-successful/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/success|thank/i);
    },
    mails,
    receipts: async () => {
      const early = (await mails(1)).filter(isReceipt);
      return early.length > 0 ? early : (await mails(2)).filter(isReceipt);
    },
    orders: () => ordersOf(running, buyer.email),
  };
}

async function ordersOf({ db }: RunningShop, email: string): ReturnType<Shop['orders']> {
  const orders = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();
  const payments = await db.selectFrom('payment').select(['order_id', 'status']).execute();
  return orders.map(({ id, status, total_cents: cents }) => ({
    id,
    status,
    total: cents / 100,
    payments: payments.filter((payment) => payment.order_id === id).map((payment) => payment.status),
  }));
}

/**
 * Most stories run in the headless shell. `fullBrowser` is for what only a full browser does: it has a
 * back/forward cache and renders with the machine's fonts.
 */
type Worlds = { running: RunningShop; fullBrowser: Browser };

export const test = base.extend<{ shop: Shop }, Worlds>({
  fullBrowser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch({
        ...fullBrowser,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  running: [
    async ({}, use) => {
      const running = await startShop();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  shop: async ({ running }, use) => use(shopFor(running, aBuyer())),
  /** Prints the visible text when a story fails, for runs without a screen. */
  page: async ({ page }, use, info) => {
    await listen(page);
    await use(page);
    if (info.status !== info.expectedStatus) console.log(await visibleText(page));
  },
});

const visibleText = (page: Page): Promise<string> =>
  page
    .locator('main, dialog[open]')
    .first()
    .ariaSnapshot({ timeout: 2000 })
    .then(
      (seen) => `Seen on ${page.url()}:\n${seen.split('\n').slice(0, 60).join('\n')}`,
      () => `Nothing is seen on ${page.url()}`,
    );
