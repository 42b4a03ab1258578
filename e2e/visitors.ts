/** Whoever reads what staff have just changed. */
import { expect } from '@playwright/test';

/** Kept pages are drawn anew when the database tells of a change, or within a second: a visitor in between has to come again. */
export const comeUntil = (come: () => Promise<unknown>, see: (within: { timeout: number }) => Promise<void>): Promise<void> =>
  expect(async () => {
    await come();
    await see({ timeout: 500 });
  }).toPass();
