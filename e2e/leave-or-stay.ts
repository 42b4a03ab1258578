/** Answers the browser's question before it leaves a form with unsaved input. */
import type { Page } from '@playwright/test';
import { expect } from '#e2e/story.ts';

export async function leaveOrStay(
  page: Page,
  answer: 'leave' | 'stay',
  act: () => Promise<void>,
): Promise<void> {
  const opened = page.waitForEvent('dialog');
  const acted = act();
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await (answer === 'leave' ? dialog.accept() : dialog.dismiss());
  await acted;
}
