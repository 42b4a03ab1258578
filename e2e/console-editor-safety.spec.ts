/**
 * The attack corpus is pasted into the post editor in a real browser. Nothing runs in the editor or in the
 * stored text.
 */
import { aDraft } from '#e2e/content-fields.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { activeElements, watch } from '#e2e/what-runs.ts';
import { isCleanBody } from '#content/post-body.ts';
import { amount } from '#test/amount.ts';
import { certainVectors, xssVectors } from '#test/xss-vectors.ts';
import type { Page } from '@playwright/test';

/** Every run tries the vectors that certainly run, and a sample of the others. */
const everyTwentieth = xssVectors.filter((_, at) => at % 20 === 0);
const vectors = amount(
  [...certainVectors, ...everyTwentieth],
  [...new Set([...certainVectors, ...xssVectors])],
);
/** Number of vectors between two checks of the stored text. */
const together = 25;

/** Without our policy, which would block what the editor let through. */
test.use({ bypassCSP: true });

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Pastes as HTML, or as plain text that must stay as it was pasted. */
const paste = (page: Page, type: 'text/html' | 'text/plain', content: string): Promise<void> =>
  textOf(page).evaluate(
    (element, [kind, text]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(kind, text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [type, content] as const,
  );

const bodyOf = async ({ db }: Shop, id: string): Promise<string> =>
  (await db.selectFrom('post').select('body').where('id', '=', id).executeTakeFirstOrThrow()).body;

/** Attributes in the stored text that authors may not use. */
const otherAttributes = (page: Page, body: string): Promise<string[]> =>
  page.evaluate((html) => {
    const knownAttributes = /^(href|src|alt|title|width|height|start|colspan|rowspan|scope)$/;
    const leads = /^(\/(?![/\\])|#|https:\/\/|mailto:)/;
    const elements = new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*');
    return [...elements].flatMap(({ localName, attributes }) =>
      [...attributes].flatMap(({ name, value }) =>
        knownAttributes.test(name) && (!/^(href|src)$/.test(name) || leads.test(value))
          ? []
          : [`${localName} ${name}=${value}`],
      ),
    );
  }, body);

test('pasted content never runs in the editor or the preview, and is stored clean', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  test.setTimeout(amount(120_000, 1_200_000));
  const id = await aDraft(shop);
  const seen = await watch(page, shop.origin);
  await atConsole(page, shop, 'content', `/content/posts/${id}`);
  for (let from = 0; from < vectors.length; from += together) {
    await page.goto(`${shop.origin}/admin/content/posts/${id}`);
    await textOf(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    for (const vector of vectors.slice(from, from + together)) {
      await paste(page, 'text/html', vector);
      await paste(page, 'text/plain', vector);
    }
    const end = `end ${from}`;
    await page.keyboard.press('Control+End');
    await page.keyboard.type(end);
    expect(await activeElements(page), `in the editor, from ${from}`).toEqual([]);
    await expect.poll(() => bodyOf(shop, id), { message: 'it is saved' }).toContain(end);
    const body = await bodyOf(shop, id);
    expect(isCleanBody(body), body).toBe(true);
    expect(await otherAttributes(page, body), body).toEqual([]);
    await page.goto(`${shop.origin}/admin/content/posts/${id}/preview`);
    await expect(page.getByText(end)).toBeVisible();
    expect(await activeElements(page), `in the preview, from ${from}`).toEqual([]);
    expect(seen, `from ${from}`).toEqual([]);
  }
});
