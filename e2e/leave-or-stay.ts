/** What the browser asks before it leaves a form with something typed into it. */
import type { Page } from '@playwright/test';
import { expect } from '#e2e/story.ts';

export async function leaveOrStay(page: Page, answer: 'leave' | 'stay', act: () => Promise<void>): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const acted = act();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await (answer === 'leave' ? dialog.accept() : dialog.dismiss());
  await acted;
}
