/** Presses Tab until the control has the focus. */
import type { Locator, Page } from '@playwright/test';

const pressesAtMost = 40;

export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let pressed = 0; pressed < pressesAtMost; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reaches ${control}`);
}

export async function typeWithKeyboard(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

export async function pressWithKeyboard(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}
