/**
 * What axe finds on a page and in its frames. Axe moves into each document once and looks from there as often as it is asked:
 * to bring it anew for each look, and to open a second page that sums up, costs several times what the looking costs.
 */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Frames may be another origin's, and are ours all the same: axe asks in each. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = "typeof window.axe === 'object'";
  const bring = `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }); undefined`;
  await Promise.all(page.frames().map(async (frame) => (await frame.evaluate(isThere)) || frame.evaluate(bring)));
}

/** One sentence for each fault. A frame that did not answer is one, too. */
export async function faultsOn(page: Page, which: Pick<RunOptions, 'runOnly' | 'rules'>): Promise<string[]> {
  await bringAxe(page);
  // What is in order needs no description. A frame on a busy machine may take its time to answer.
  const options: RunOptions = { ...which, resultTypes: ['violations'], pingWaitTime: 20_000 };
  const { violations, incomplete } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary}`),
  );
  return [...found, ...incomplete.filter(({ id }) => id === 'frame-tested').map(() => 'a frame did not answer')];
}
