/**
 * Records the toasts of a page. A toast disappears after 2 s, so a story that polls every second may miss it
 * or see two. Each one is recorded when it becomes visible, and the record survives navigation.
 */
import { expect, type Page } from '@playwright/test';

const messagesOf = new WeakMap<Page, string[]>();

/** All messages so far, oldest first. */
export const messagesOn = (page: Page): string[] => messagesOf.get(page) ?? [];

/** Waits until the page has shown this message; earlier messages count. */
export const expectMessage = (
  page: Page,
  text: string | RegExp,
  timeoutMs: { timeout?: number } = {},
): Promise<void> =>
  expect
    .poll(() => messagesOn(page), timeoutMs)
    .toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));

/** Call it before the page is opened. Without scripts there are no toasts. */
export async function listen(page: Page): Promise<void> {
  const all: string[] = [];
  messagesOf.set(page, all);
  await page.exposeFunction('tellSaid', (text: string) => void all.push(text));
  await page.addInitScript(() => {
    const last = new WeakMap<Element, string>();
    const check = (): void => {
      for (const place of document.querySelectorAll('[aria-label="Messages"] p, main [role="status"]')) {
        const text = place.textContent.trim();
        if (text === (last.get(place) ?? '') || !place.checkVisibility({ visibilityProperty: true }))
          continue;
        last.set(place, text);
        if (text !== '') (window as unknown as { tellSaid: (text: string) => void }).tellSaid(text);
      }
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
  });
}
