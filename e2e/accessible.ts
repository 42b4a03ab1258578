/** One state of a page, looked at by axe at two widths and in both colour schemes, and by a ruler at 320 pixels. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What another colour scheme can change; all else was looked at in the first. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

async function findings(page: Page, isFirstScheme: boolean): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (isFirstScheme ? axe.withTags(tags) : axe.withRules(aboutColours)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary}`),
  );
}

/** Colours that are still on their way from one scheme to the other are nobody's colours. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished.catch(() => undefined)))',
  );

const sideways = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

export async function expectAccessible(page: Page, state: string, widths: number[] = [1280, 360]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Each width begins with the other scheme, so that every rule sees both.
    const schemes = width < 768 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      expect(await findings(page, colorScheme === schemes[0]), `${state}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sideways(page), `${state}: pixels to scroll sideways at 320`).toBe(0);
  if (before) await page.setViewportSize(before);
}
