/**
 * Runs axe on a page and its frames. Axe is injected into each document once and reused. Injecting it for
 * each check and opening a second page for the summary costs several times the check itself.
 */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Frames may have another origin but are still ours, so axe runs in each. */
async function bringAxe(page: Page): Promise<void> {
  const isAxeLoaded = "typeof window.axe === 'object'";
  // Axe ignores the top layer, where the browser draws open dialogs. It takes the content below a dialog for
  // what covers it.
  const onTop =
    "const sheet = new CSSStyleSheet(); sheet.replaceSync('dialog:modal { z-index: 2147483647 }'); document.adoptedStyleSheets.push(sheet)";
  // The cursor scrolls the text of an editor, even while the focus is elsewhere.
  const rules = "[{ id: 'scrollable-region-focusable', selector: '*:not([contenteditable=true] *)' }]";
  const bring = `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'], rules: ${rules} }); { ${onTop} } undefined`;
  await Promise.all(
    page.frames().map(async (frame) => (await frame.evaluate(isAxeLoaded)) || frame.evaluate(bring)),
  );
}

/**
 * Returns one sentence per fault. Undecided results count as faults, and so do frames that did not answer.
 */
export async function faultsOn(page: Page, which: Pick<RunOptions, 'runOnly' | 'rules'>): Promise<string[]> {
  await bringAxe(page);
  // Passing rules need no description. A frame on a busy machine may answer late.
  const options: RunOptions = { ...which, resultTypes: ['violations', 'incomplete'], pingWaitTime: 20_000 };
  const { violations, incomplete } = await checkWithoutMotion(
    page,
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  const rechecked = [...(await recheck(page, violations)), ...(await recheck(page, incomplete))];
  return rechecked.flatMap((results) =>
    results.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary}`),
    ),
  );
}

const checksAtMost = 5;

/**
 * Axe takes a while and compares its first look with the end. If the page changes in the meantime, the result
 * describes no real state, so it is discarded. A page that never stops changing fails.
 */
async function checkWithoutMotion(page: Page, check: string): Promise<AxeResults> {
  for (let checks = 0; checks < checksAtMost; checks += 1) {
    const seen = await page.evaluate<{ results: AxeResults; changes: number }>(`(async () => {
      let changes = 0;
      const watcher = new MutationObserver((records) => { changes += records.length; });
      watcher.observe(document, { childList: true, subtree: true });
      const results = await ${check};
      changes += watcher.takeRecords().length;
      watcher.disconnect();
      return { results, changes };
    })()`);
    if (seen.changes === 0) return seen.results;
  }
  throw new Error(`the page changed during each of ${checksAtMost} looks at it`);
}

/**
 * For a text of one character, axe reports that the text is too short, and for an empty field that it is
 * empty, no matter what covers its background.
 */
const whenCovered: Record<string, string[]> = {
  'color-contrast': ['bgOverlap', 'elmPartiallyObscuring', 'shortTextContent', 'emptyValue'],
  'target-size': ['partiallyObscured'],
};

/**
 * Axe cannot see the background of text under the sticky header, under a message, or outside a scroll area.
 * It also reports a button half under the header as too small. Each such element is scrolled to the middle of
 * the window and checked again. What is still undecided or too small then, or has another cause, is a fault.
 */
async function recheck(page: Page, found: AxeResults['incomplete']): Promise<AxeResults['incomplete'][]> {
  type Result = AxeResults['incomplete'][number];
  const isCovered = ({ id }: Result, { any, target }: Result['nodes'][number]): boolean =>
    target.length === 1 &&
    any.some(({ data }) =>
      whenCovered[id]?.includes((data as { messageKey?: string } | null)?.messageKey ?? ''),
    );
  const covered = found.flatMap((result) =>
    result.nodes.filter((node) => isCovered(result, node)).map(({ target }) => ({ id: result.id, target })),
  );
  const others = found
    .map((result) => ({ ...result, nodes: result.nodes.filter((node) => !isCovered(result, node)) }))
    .filter(({ nodes }) => nodes.length > 0);
  const seen: AxeResults['incomplete'][] = [others];
  for (const { id, target } of covered) {
    const { violations, incomplete: open } = await page.evaluate<AxeResults>(`(async () => {
      const place = [scrollX, scrollY];
      const thing = document.querySelector(${JSON.stringify(target[0])});
      thing.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const seen = await axe.run(thing, { runOnly: [${JSON.stringify(id)}], resultTypes: ['violations', 'incomplete'] });
      scrollTo({ left: place[0], top: place[1], behavior: 'instant' });
      return seen;
    })()`);
    seen.push(violations, open);
  }
  return seen;
}
