/**
 * What axe finds on a page and in its frames. Axe moves into each document once and looks from there as often as it is asked:
 * to bring it anew for each look, and to open a second page that sums up, costs several times what the looking costs.
 */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Frames may be another origin's, and are ours all the same: axe asks in each. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = "typeof window.axe === 'object'";
  // Axe knows nothing of the top layer, where a browser draws an open dialog whatever its order: it takes what lies below for what covers it.
  const onTop =
    "const sheet = new CSSStyleSheet(); sheet.replaceSync('dialog:modal { z-index: 2147483647 }'); document.adoptedStyleSheets.push(sheet)";
  // What is written in an editor is scrolled by its cursor, wherever the focus of the document is.
  const rules = "[{ id: 'scrollable-region-focusable', selector: '*:not([contenteditable=true] *)' }]";
  const bring = `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'], rules: ${rules} }); { ${onTop} } undefined`;
  await Promise.all(page.frames().map(async (frame) => (await frame.evaluate(isThere)) || frame.evaluate(bring)));
}

/** One sentence for each fault. What axe could not decide is one, too, and so is a frame that did not answer. */
export async function faultsOn(page: Page, which: Pick<RunOptions, 'runOnly' | 'rules'>): Promise<string[]> {
  await bringAxe(page);
  // What is in order needs no description. A frame on a busy machine may take its time to answer.
  const options: RunOptions = { ...which, resultTypes: ['violations', 'incomplete'], pingWaitTime: 20_000 };
  const { violations, incomplete } = await checkWithoutMotion(page, `axe.run(document, ${JSON.stringify(options)})`);
  const looked = [...(await checkAgain(page, violations)), ...(await checkAgain(page, incomplete))];
  return looked.flatMap((results) =>
    results.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary}`),
    ),
  );
}

const checksAtMost = 5;

/**
 * Axe looks for a while, and compares at the end what it saw in the beginning: what it says about a page that was changed meanwhile is about
 * no page that anybody saw. Such a look does not count, and a page that never stands still cannot be looked at.
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

/** Of a text of one character axe says that it is too short, whatever hides its ground. */
const whenCovered: Record<string, string[]> = {
  'color-contrast': ['bgOverlap', 'elmPartiallyObscuring', 'shortTextContent'],
  'target-size': ['partiallyObscured'],
};

/**
 * Axe cannot see the ground behind a text that lies under the head of the page, which stays in view, under a message, or beyond the edge of
 * what scrolls, be it one of its lines; and it takes a button that has been scrolled halfway under it for a small one. Each such thing is brought to the middle of the window and looked at
 * once more; what is undecided or small then, or for another reason, stands as a fault.
 */
async function checkAgain(page: Page, found: AxeResults['incomplete']): Promise<AxeResults['incomplete'][]> {
  type Result = AxeResults['incomplete'][number];
  const isCovered = ({ id }: Result, { any, target }: Result['nodes'][number]): boolean =>
    target.length === 1 && any.some(({ data }) => whenCovered[id]?.includes((data as { messageKey?: string } | null)?.messageKey ?? ''));
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
