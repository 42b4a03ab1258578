/**
 * Posts at the console: written, previewed, published, and read. No text is lost when the connection or the
 * tab fails.
 */
import sharp from 'sharp';
import { expectAccessible } from '#e2e/accessible.ts';
import { fromGoogleDocs, fromWord } from '#e2e/pasted.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';
import type { Page } from '@playwright/test';

const fresh = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`;
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const isSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
const stored = async ({ db }: Shop, page: Page) =>
  await db
    .selectFrom('post')
    .selectAll()
    .where('id', '=', new URL(page.url()).pathname.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();

async function newPost(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('dialog', { name: 'New post' }).getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(textOf(page)).toBeVisible();
}

const aPicture = () =>
  sharp({ create: { width: 800, height: 420, channels: 3, background: '#1f5c52' } })
    .png()
    .toBuffer();

async function insertPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await dialog
    .getByLabel('Picture file')
    .setInputFiles({ name: 'form.png', mimeType: 'image/png', buffer: await aPicture() });
  await expect(dialog.locator('img')).toHaveAttribute('src', /^\/media\/[\w-]{22}$/, { timeout: 30_000 });
  await dialog.getByLabel('Alt text').fill('The form with its nine boxes');
  await dialog.getByLabel('Caption').fill('Form SS-4');
  await dialog.getByRole('button', { name: 'Insert picture' }).click();
}

async function fillAround(page: Page): Promise<void> {
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await aPicture() });
  await expect(page.getByRole('group', { name: 'Post settings' }).locator('img')).toHaveAttribute(
    'src',
    /^\/media\//,
    {
      timeout: 30_000,
    },
  );
  await page.getByLabel('Alt text').fill('A form and a pen');
  await page.getByLabel('Tags').fill('EIN, Forms');
  await page
    .getByLabel('Description', { exact: true })
    .fill('Which boxes of the form matter, and which stay empty.');
}

/** Types a heading, a paragraph with a bold word, and a list. */
async function writeByKeys(page: Page): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+Alt+2');
  await page.keyboard.type('What it asks');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nine boxes are ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('yours');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

test('a post with a picture is written, previewed, scheduled, and published to page, feed, and sitemap', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await atConsole(page, shop, 'content', '/content');
  const title = fresh('The form');
  await newPost(page, title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Enter the text of the post').first()).toBeVisible();
  await writeByKeys(page);
  await insertPicture(page);
  await fillAround(page);
  await isSaved(page);
  expect((await stored(shop, page)).body).toMatch(
    /^<h2>What it asks<\/h2>\n<p>Nine boxes are <strong>yours<\/strong>\.<\/p>\n<ul>\n<li>One<\/li>\n<li>Two<\/li>\n<\/ul>\n<figure><img src="\/media\/[\w-]{22}" alt="The form with its nine boxes" width="800" height="420" \/><figcaption>Form SS-4<\/figcaption><\/figure>$/,
  );

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(preview.getByText('This is a preview')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'The form with its nine boxes' })).toHaveJSProperty(
    'naturalWidth',
    640,
  );
  await preview.close();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Schedule publishing' }).click();
  await page
    .getByRole('dialog', { name: 'Schedule publishing' })
    .getByRole('button', { name: /^Publish .+ at / })
    .click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Publishes on \w+ \d+, 9:00 AM$/)).toBeVisible();
  const visitor = await browser.newContext();
  const live = await visitor.newPage();
  const { slug } = await stored(shop, page);
  expect((await live.goto(`${shop.origin}/blogs/${slug}`))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  expect((await live.goto(`${shop.origin}/blogs/${slug}`))?.status()).toBe(200);
  await expect(live.getByRole('heading', { level: 2, name: 'What it asks' })).toBeVisible();
  await expect(live.getByRole('img', { name: 'A form and a pen' })).toHaveJSProperty('naturalWidth', 640);
  await reloadUntil(
    () => live.goto(`${shop.origin}/blogs`),
    (within) => expect(live.getByRole('heading', { name: title })).toBeVisible(within),
  );
  const textOf = async (path: string) => (await fetch(shop.origin + path)).text();
  await expect.poll(() => textOf('/blogs/feed.xml')).toContain(`<id>${shop.origin}/blogs/${slug}</id>`);
  await expect.poll(() => textOf('/sitemap.xml')).toContain(`/blogs/${slug}</loc>`);

  await page.getByLabel('Address').fill(`${slug}-new`);
  await isSaved(page);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText(`Redirects here: /blogs/${slug}`)).toBeVisible();
  const answerNow = async () => {
    const { status, headers } = await fetch(`${shop.origin}/blogs/${slug}`, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  await expect.poll(answerNow).toEqual([301, `/blogs/${slug}-new`]);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Show version history' }).click();
  const history = page.getByRole('dialog', { name: 'Version history' });
  await expect(history.getByText('Published', { exact: true })).toHaveCount(2);
  await expectAccessible(page, 'the versions of a post');
  await history.getByRole('button', { name: /^Restore version \d+$/ }).click();
  await expectMessage(page, 'Version restored. Publish it to show it to visitors');
  await expect(page.getByLabel('Address')).toHaveValue(slug);
  await visitor.close();
  await shop.db.deleteFrom('blog_post').where('slug', '=', `${slug}-new`).execute();
});

test('a draft is found from any screen, gets a previously uploaded picture, and is deleted', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/content');
  const title = fresh('Never to be read');
  await newPost(page, title);
  const cover = page.getByRole('group', { name: 'Post settings' });
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await aPicture() });
  await expect(cover.locator('img').first()).toHaveAttribute('src', /^\/media\//, { timeout: 30_000 });
  const address = await cover.locator('img').first().getAttribute('src');
  await isSaved(page);
  await page.goto(`${shop.origin}/admin/content`);
  const other = fresh('With the same cover');
  await newPost(page, other);
  await page.getByRole('button', { name: 'Choose from uploads' }).click();
  const uploads = page.getByRole('dialog', { name: 'Uploaded pictures' });
  await expect(uploads.getByRole('button', { name: title })).toBeVisible();
  await expectAccessible(page, 'the uploaded pictures');
  await uploads.getByRole('button', { name: title }).click();
  await isSaved(page);
  expect((await stored(shop, page)).banner_image).toBe(address);

  await page.getByRole('heading', { level: 1, name: other }).click();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: /^Search/ }).fill(title.toLowerCase());
  await page.getByRole('option', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const { id } = await stored(shop, page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expectAccessible(page, 'the question before a draft is deleted');
  await page.getByRole('button', { name: `Delete “${title}”` }).click();
  await expectMessage(page, 'Draft deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  expect(
    await shop.db.selectFrom('post').select('id').where('id', '=', id).executeTakeFirst(),
  ).toBeUndefined();
});

test('text written without a connection is not lost, even when the tab closes', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'content', '/content');
  await newPost(page, fresh('In a train'));
  const address = page.url();
  await textOf(page).click();
  await page.context().setOffline(true);
  await page.keyboard.type('Written in a tunnel');
  await expect(page.getByText('No connection. Changes are stored in this browser')).toBeVisible();
  await page.close();
  await page.context().setOffline(false);
  const secondPage = await page.context().newPage();
  await secondPage.goto(address);
  const offer = secondPage.getByRole('dialog', { name: 'Restore unsaved changes?' });
  await expect(offer).toContainText('Written in a tunnel');
  await offer.getByRole('button', { name: 'Restore changes' }).click();
  await expect(textOf(secondPage)).toHaveText('Written in a tunnel');
  await isSaved(secondPage);
  expect((await stored(shop, secondPage)).body).toBe('<p>Written in a tunnel</p>');
});

for (const [program, { html, body }] of Object.entries({ Word: fromWord, 'Google Docs': fromGoogleDocs }))
  test(`content pasted from ${program} is as clean as text written in the editor`, { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    await atConsole(page, shop, 'content', '/content');
    await newPost(page, fresh('Pasted'));
    const refused: string[] = [];
    await page.exposeFunction('refused', (what: string) => refused.push(what));
    await page.evaluate(() => {
      const { refused: reportRefusal } = window as unknown as { refused(what: string): void };
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        reportRefusal(violatedDirective),
      );
    });
    await textOf(page).click();
    await paste(page, html);
    await isSaved(page);
    expect((await stored(shop, page)).body).toBe(body);
    expect(refused).toEqual([]);
  });

const paste = (page: Page, html: string): Promise<void> =>
  textOf(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

test('two people edit one post: the second gets a conflict prompt, and no edit is lost', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/content');
  await newPost(page, fresh('By two'));
  const { id, version } = await stored(shop, page);
  await shop.db
    .updateTable('post')
    .set({ version: version + 1, title: 'Theirs', body: '<p>Words of theirs</p>' })
    .where('id', '=', id)
    .execute();
  await textOf(page).click();
  await page.keyboard.type('Words of mine');
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
  await expect(dialog).toContainText('Words of theirs');
  await expectAccessible(page, 'a conflict over a post');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByText('Not saved: someone else has changed this post')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve conflict' }).click();
  await dialog.getByRole('radio', { name: /^Yours: Words of mine/ }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await isSaved(page);
  expect(await stored(shop, page)).toMatchObject({ title: 'Theirs', body: '<p>Words of mine</p>' });
});
