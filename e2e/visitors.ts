/** Visitors who read what staff have just changed. */
import { expect } from '@playwright/test';

/**
 * Reloads until the change is visible. Cached pages are rebuilt on a database notification or within 1 s, so
 * an early visit may be stale.
 */
export const reloadUntil = (
  reload: () => Promise<unknown>,
  see: (within: { timeout: number }) => Promise<void>,
): Promise<void> =>
  expect(async () => {
    await reload();
    await see({ timeout: 500 });
  }).toPass();
