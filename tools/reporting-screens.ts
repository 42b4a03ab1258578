/**
 * The Factiiv reporting screens for `npm run lab -- screens`: not connected, connected, the reports, and the
 * return page.
 */
import type { Page } from '@playwright/test';

type Subject = (page: Page, origin: string) => Promise<void>;

/** `logIn` uses a demo customer, by default the first one. */
export const reportingScreens = (
  logIn: (page: Page, origin: string, name?: string) => Promise<void>,
): Record<string, Subject> => ({
  'profile-factiiv': async (page, origin) => {
    await logIn(page, origin);
    await page.goto(`${origin}/profile?section=factiiv`);
    await page.getByRole('button', { name: 'Connect to Factiiv' }).scrollIntoViewIfNeeded();
  },
  'profile-factiiv-connected': async (page, origin) => {
    await logIn(page, origin, 'priya');
    await page.goto(`${origin}/profile?section=factiiv`);
    await page.getByRole('link', { name: 'See every report and its receipt' }).scrollIntoViewIfNeeded();
  },
  'profile-reports': async (page, origin) => {
    await logIn(page, origin, 'priya');
    await page.goto(`${origin}/profile/reports`);
    await page.getByText('Receipt', { exact: true }).first().click();
  },
  'connect-factiiv': async (page, origin) => {
    await page.goto(`${origin}/connect/factiiv`);
    await page.getByRole('link', { name: 'Back to your profile' }).waitFor();
  },
});
