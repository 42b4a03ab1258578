/** Headless Firefox ESR, controlled through its native WebDriver BiDi. */
import { type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core';
import type { Control, Engine, Programs } from './engine.ts';

const viewport = { width: 1280, height: 900 };

export async function startFirefox({ firefox: executablePath }: Programs): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: viewport,
  });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    all: async (path, frameTitle) => {
      const place = frameTitle === undefined ? page : await frameOf(page, frameTitle);
      const found = (await place?.$$(`::-p-xpath(${path})`)) ?? [];
      return found.map(asControl);
    },
    run: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    stop: () => browser.close(),
  };
}

async function frameOf(page: Page, title: string): Promise<Frame | null> {
  const frame = await page.$(`iframe[title="${title}"]`);
  return frame === null ? null : frame.contentFrame();
}

const asControl = (element: ElementHandle): Control => ({
  isShown: () => element.isVisible(),
  click: () => element.click(),
  type: (text) => element.type(text),
});
