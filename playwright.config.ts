/**
 * Browser stories. Each worker starts a separate shop (see e2e/running-shop.ts), so stories can run in any
 * order. There are no retries: a flaky story indicates a defect.
 */
import { defineConfig } from '@playwright/test';
import { launchOf, findHeadlessShell, findFullBrowser } from '#tools/browser.ts';

/** A full browser, for features that the headless build lacks and for pictures. */
export const fullBrowser = launchOf(findFullBrowser(process.env));

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The tests run at the same time as the stories, see vitest.config.ts.
  workers: 1,
  // These timeouts only end a hanging run; a busy machine must not fail a story.
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
    launchOptions: launchOf(findHeadlessShell(process.env)),
  },
});
