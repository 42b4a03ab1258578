/** Counts the steps of a task at the console. Each key, each click, and each typed text is one step. */
import type { Locator, Page } from '@playwright/test';

export class Counted {
  /** Keys, clicks, and texts so far. */
  steps = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.type(text);
  }

  async click(control: Locator): Promise<void> {
    this.steps += 1;
    await control.click();
  }
}
