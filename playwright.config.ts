/**
 * Stories in a real browser. Each worker starts a shop of its own (see e2e/running-shop.ts), so stories may run in any order.
 * Nothing is tried a second time: a story that fails now and then is a story about a defect.
 */
import { defineConfig } from '@playwright/test';
import { launchOf, lightBrowser, wholeBrowser as findWholeBrowser } from '#tools/browser.ts';

/** The browser that people have, for what the one without windows does not do, and for pictures. */
export const wholeBrowser = launchOf(findWholeBrowser(process.env));

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The tests run beside the stories, see vitest.config.ts.
  workers: 2,
  // None of these guards anything but a run that hangs: a machine that is busy with other things must not fail a story.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOf(lightBrowser(process.env)),
  },
});
