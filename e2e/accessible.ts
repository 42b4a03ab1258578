/**
 * One state of a page, looked at by axe, and by a ruler at 320 pixels. In every run axe looks once, at a phone in the dark; in
 * `npm run test:all` at two widths and in both colour schemes.
 */
import { expect } from '#e2e/story.ts';
import { amount } from '#test/amount.ts';
import { faultsOn } from '#test/axe.ts';
import type { Page } from '@playwright/test';

/** What another colour scheme can change at the same width; all else was looked at in the first. */
const aboutColours = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The end of one transition may begin the next, where a colour is handed down. What is not drawn, such as the inside of a closed
 * `<details>`, does not move on either: its transitions would be waited for in vain. A page that gets no frame from a busy browser is
 * waited for ten seconds; axe then says what it sees.
 */
async function untilNothingMoves(): Promise<void> {
  const isDrawn = ({ effect }: Animation): boolean => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
  const after = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));
  const end = performance.now() + 10_000;
  await Promise.race([new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))), after(2_000)]);
  while (performance.now() < end) {
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition && isDrawn(animation));
    if (running.length === 0) return;
    const allEnded = Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
    // What is hidden meanwhile never ends, so one looks again.
    await Promise.race([allEnded, after(500)]);
  }
}

const coloursNow = (): string =>
  Array.from(document.querySelectorAll('*'), (element) => {
    const { color, backgroundColor, borderColor } = getComputedStyle(element);
    return [color, backgroundColor, borderColor].join();
  }).join();

/** A frame that is out of sight draws nothing, so nothing there is waited for. */
async function colours(page: Page): Promise<string> {
  await page.evaluate(untilNothingMoves);
  return (await Promise.all(page.frames().map((frame) => frame.evaluate(coloursNow)))).join();
}

/** Colours that are still on their way from one scheme to the other are nobody's colours. The card fields hear of theirs from the page. */
async function settled(page: Page): Promise<void> {
  const seen = { last: await colours(page) };
  await expect
    .poll(async () => {
      const before = seen.last;
      seen.last = await colours(page);
      return seen.last === before;
    })
    .toBe(true);
}

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

/**
 * A page that is still being laid out for its new width hides parts of itself, and axe may take seconds on a busy machine. So what axe
 * finds counts when it finds the same three times in a row, with the page at rest in between.
 */
async function faultsThatStay(page: Page, runOnly: RunOnly): Promise<unknown[]> {
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

export async function expectAccessible(page: Page, state: string, widths: number[] = [1280, 360]): Promise<void> {
  const before = page.viewportSize();
  for (const width of amount(widths.slice(-1), widths)) {
    await page.setViewportSize({ width, height: 800 });
    // Each width begins with the other scheme, so that every rule sees both schemes and both widths.
    const schemes: ('light' | 'dark')[] = width < 768 ? ['dark', 'light'] : ['light', 'dark'];
    for (const colorScheme of amount(schemes.slice(0, 1), schemes)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      const runOnly = colorScheme === schemes[0] ? { type: 'tag' as const, values: tags } : { type: 'rule' as const, values: aboutColours };
      expect(await faultsThatStay(page, runOnly), `${state}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart follows the width of its place a moment later.
  await expect.poll(() => sideways(page), { message: `${state}: pixels to scroll sideways at 320` }).toBe(0);
  if (before) await page.setViewportSize(before);
}
