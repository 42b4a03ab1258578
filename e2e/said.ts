/**
 * What a page has said in passing. A message goes after two seconds, and a story that looks once a second may come too late, or find two
 * of them where it can see one: so each is written down in the moment when it can be seen, and stays written when the page is left.
 */
import { expect, type Page } from '@playwright/test';

const heard = new WeakMap<Page, string[]>();

/** Everything the page has said so far, the oldest first. */
export const said = (page: Page): string[] => heard.get(page) ?? [];

/** The page says it, or has said it already. */
export const expectSaid = (page: Page, text: string | RegExp, timeoutMs: { timeout?: number } = {}): Promise<void> =>
  expect.poll(() => said(page), timeoutMs).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));

/** Before the page is opened. Without scripts nothing is said in passing. */
export async function listen(page: Page): Promise<void> {
  const all: string[] = [];
  heard.set(page, all);
  await page.exposeFunction('tellSaid', (text: string) => void all.push(text));
  await page.addInitScript(() => {
    const last = new WeakMap<Element, string>();
    const check = (): void => {
      for (const place of document.querySelectorAll('[aria-label="Messages"] p, main [role="status"]')) {
        const text = place.textContent.trim();
        if (text === (last.get(place) ?? '') || !place.checkVisibility({ visibilityProperty: true })) continue;
        last.set(place, text);
        if (text !== '') (window as unknown as { tellSaid: (text: string) => void }).tellSaid(text);
      }
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
  });
}
