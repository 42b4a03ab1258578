/**
 * `npm run lab -- screens` takes pictures of every page of a temporary shop into `.cache/screens`, at three
 * widths and in both themes. `npm run lab -- screens login register` takes only those.
 */
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { startShop } from '#e2e/running-shop.ts';
import { fullBrowser } from '../playwright.config.ts';
import { screenSubjects } from './screen-subjects.ts';
import { folder, photograph } from './screen-steps.ts';

const widths = [360, 768, 1280];
const themes = ['light', 'dark'] as const;

const chosenScreens = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const shop = await startShop();
const browser = await chromium.launch(fullBrowser);
try {
  for (const [name, open] of Object.entries(screenSubjects)) {
    if (chosenScreens.length > 0 && !chosenScreens.includes(name)) continue;
    for (const width of widths) {
      for (const colorScheme of themes) {
        const context = await browser.newContext({
          viewport: { width, height: width < 700 ? 780 : 860 },
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await open(page, shop.origin, shop);
        // A page with the processor's frame sometimes never reaches network idle.
        await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
        await photograph(page, `${name}-${width}-${colorScheme}`);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await shop.stop();
}
