/**
 * Checks one state of a page with axe and for sideways scrolling at 320 px. By default axe runs once, at
 * phone width in the dark scheme.
 * `npm run test:all` runs it at two widths in both color schemes.
 */
import { expect } from '#e2e/story.ts';
import { amount } from '#test/amount.ts';
import { faultsOn } from '#test/axe.ts';
import type { Page } from '@playwright/test';

/** The rules that another color scheme can affect at the same width. The first scheme covers the others. */
const aboutColors = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits up to 10 s for transitions to end; after that axe reports what it sees. The end of one transition may
 * start the next where a color is inherited. Transitions of hidden elements, such as the inside of a closed
 * `<details>`, never end, so they are skipped.
 */
export async function waitForAnimations(): Promise<void> {
  const isDrawn = ({ effect }: Animation): boolean =>
    effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
  const after = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));
  const end = performance.now() + 10_000;
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    after(2_000),
  ]);
  while (performance.now() < end) {
    const running = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition && isDrawn(animation));
    if (running.length === 0) return;
    const allEnded = Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
    // The transition of an element that becomes hidden never ends, so the loop checks again.
    await Promise.race([allEnded, after(500)]);
  }
}

const colorsNow = (): string =>
  Array.from(document.querySelectorAll('*'), (element) => {
    const { color, backgroundColor, borderColor } = getComputedStyle(element);
    return [color, backgroundColor, borderColor].join();
  }).join();

/** A frame out of view draws nothing, so its transitions are not awaited. */
async function colors(page: Page): Promise<string> {
  await page.evaluate(waitForAnimations);
  return (await Promise.all(page.frames().map((frame) => frame.evaluate(colorsNow)))).join();
}

/**
 * Colors that are still changing from one scheme to the other must not be checked. The page passes its colors
 * on to the card fields.
 */
async function settled(page: Page): Promise<void> {
  const seen = { last: await colors(page) };
  await expect
    .poll(async () => {
      const before = seen.last;
      seen.last = await colors(page);
      return seen.last === before;
    })
    .toBe(true);
}

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

/**
 * During layout for a new width, parts of a page may be hidden, and axe may take seconds on a busy machine.
 * So a finding counts only if axe reports the same three times in a row, with the page at rest in between.
 */
async function stableViolations(page: Page, runOnly: RunOnly): Promise<unknown[]> {
  let [last, seen] = ['', 0];
  for (;;) {
    const found = await faultsOn(page, { runOnly });
    if (found.length === 0) return [];
    const now = JSON.stringify(found);
    seen = now === last ? seen + 1 : 1;
    if (seen === 3) return found;
    last = now;
    await settled(page);
  }
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

export async function expectAccessible(
  page: Page,
  state: string,
  widths: number[] = [1280, 360],
): Promise<void> {
  const before = page.viewportSize();
  for (const width of amount(widths.slice(-1), widths)) {
    await page.setViewportSize({ width, height: 800 });
    // Each width starts with the other scheme, so every rule runs in both schemes and at both widths.
    const schemes: ('light' | 'dark')[] = width < 768 ? ['dark', 'light'] : ['light', 'dark'];
    for (const colorScheme of amount(schemes.slice(0, 1), schemes)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      const runOnly =
        colorScheme === schemes[0]
          ? { type: 'tag' as const, values: tags }
          : { type: 'rule' as const, values: aboutColors };
      expect(await stableViolations(page, runOnly), `${state}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart adjusts to its container a moment later.
  await expect.poll(() => sideways(page), { message: `${state}: pixels to scroll sideways at 320` }).toBe(0);
  if (before) await page.setViewportSize(before);
}
