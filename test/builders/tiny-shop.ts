/**
 * A minimal shop page in a real Chromium, with its own sandbox, for tests of the browser script alone. All
 * tests of a file share one page;
 * `open` reloads it. Browser errors are collected in `problems`.
 */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type FrameLocator, type Page } from '@playwright/test';
import Stripe from 'stripe';
import { startSandbox } from '#sandbox/start.ts';
import {
  type FixturePage,
  type FixtureSettings,
  serveFixture,
} from '#sandbox/stripe/browser/fixture-page.ts';
import { type ShapeWatch, watchShapes } from '#sandbox/stripe/schema/watch.ts';

export type TinyShop = {
  origin: string;
  stripe: Stripe;
  watch: ShapeWatch;
  browser: Browser;
  page: Page;
  card: FrameLocator;
  problems: string[];
  open(path?: string, size?: { width: number }): Promise<void>;
  fill(number: string, expiry?: string, code?: string): Promise<void>;
  /** Creates an intent that fits the Element and passes its secret to the page. */
  anIntent(extra?: Partial<Stripe.PaymentIntentCreateParams>): Promise<Stripe.PaymentIntent>;
  pay(): Promise<void>;
  /** Waits until the page shows this outcome. */
  said(text: string): Promise<void>;
  /** The bank's page inside its dialog. */
  bank(): FrameLocator;
  stop(): Promise<void>;
};

type Pages = Record<string, Pick<FixtureSettings, 'options' | 'isDark'>>;

export async function aTinyShop(pages: Pages, element: Record<string, unknown>): Promise<TinyShop> {
  const watch = watchShapes();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: null,
    observe: watch.observe,
  });
  const base = {
    scriptUrl: `${sandbox.origin}/endive/stripe.js`,
    publishableKey: sandbox.publishableKey,
    element,
  };
  const fixture = await serveFixture(
    sandbox.origin,
    Object.fromEntries(Object.entries(pages).map(([path, settings]) => [path, { ...base, ...settings }])),
  );
  const { hostname, port } = new URL(sandbox.origin);
  const stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const page = await (await browser.newContext()).newPage();
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  const problems: string[] = [];
  watchPage(page, problems);
  return {
    origin: fixture.origin,
    stripe,
    watch,
    browser,
    page,
    card,
    problems,
    open: (path = '/', { width } = { width: 600 }) => open(page, card, fixture, path, width),
    async fill(number, expiry = '12/34', code = '123') {
      await card.locator('#payment-numberInput').fill(number);
      await card.locator('#payment-expiryInput').fill(expiry);
      await card.locator('#payment-cvcInput').fill(code);
    },
    anIntent: (extra = {}) => anIntent(stripe, page, extra),
    pay: () => page.getByRole('button', { name: 'Pay' }).click(),
    said: (text) => page.locator('output', { hasText: text }).waitFor(),
    bank: () => page.frameLocator('iframe[title="Card authentication frame"]'),
    async stop() {
      await browser.close();
      await fixture.stop();
      await sandbox.stop();
    },
  };
}

async function open(
  page: Page,
  card: FrameLocator,
  fixture: FixturePage,
  path: string,
  width: number,
): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
  await page.goto(fixture.origin + path);
  await card.locator('#payment-numberInput').waitFor();
}

async function anIntent(
  stripe: Stripe,
  page: Page,
  extra: Partial<Stripe.PaymentIntentCreateParams>,
): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({
    amount: 1099,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    allowed_payment_method_types: ['card'],
    ...extra,
  });
  await page.evaluate(`window.shop.clientSecret = ${JSON.stringify(intent.client_secret)}`);
  return intent;
}

/** Refused payments and cut connections are part of the tests. Every other console message is a problem. */
function watchPage(page: Page, problems: string[]): void {
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isExpected = /status of 40[02]|net::ERR_FAILED/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isExpected) problems.push(message.text());
  });
}

/**
 * `npm test` passes the browser's path. Otherwise Debian's Chromium is used if it is installed, else
 * Playwright's own.
 */
function browserPath(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return configured;
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
}
