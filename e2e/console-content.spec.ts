/** Changes to the FAQ and the testimonials at the console reach visitors and search engines immediately. */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';
import { defaultFaq } from '#content/default-faq.ts';
import type { Page } from '@playwright/test';

test.afterEach(({ shop }) =>
  shop.db
    .deleteFrom('setting')
    .where('key', 'in', ['faq', 'testimonials', 'assurances', 'timeline'])
    .execute(),
);

const entry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, expanded: true }) });

/** The structured data for search engines in the shop's current response. */
async function structuredQuestions(
  shop: Shop,
): Promise<{ name: string; acceptedAnswer: { text: string } }[]> {
  const text = await (await fetch(`${shop.origin}/faq`)).text();
  const entities = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json),
  );
  return entities.find((thing) => thing['@type'] === 'FAQPage').mainEntity;
}

test('a question is changed, moved, added, published immediately, and restored', { tag: '@long' }, async ({
  page,
  shop,
  browser,
}) => {
  await atConsole(page, shop, 'content', '/catalog');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${shop.origin}/faq`);
  await expect(visitor.locator('main details')).toHaveCount(7);

  const contact = 'How can I contact Stateside?';
  await page.getByRole('button', { name: contact, exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(
    page.getByRole('status').filter({ hasText: `${contact} moved to position 5 of 7` }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: contact, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const answer = entry(page, contact).getByLabel('Answer');
  await answer.fill('Write to {mail}.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('{mail} is not a placeholder. Use {email}, {phone}, or {hours}')).toBeVisible();
  await expect(answer).toBeFocused();
  await answer.fill('Write to {email}.\n\nWe answer <b>soon</b>.');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await expect(page.getByLabel('Question', { exact: true }).last()).toBeFocused();
  await page.keyboard.type('Do I have to visit the US?');
  const added = entry(page, 'Do I have to visit the US?');
  await added.getByLabel('Answer').fill('No, a bank may ask you to.');
  await added.getByRole('button', { name: 'Add link' }).click();
  await added.getByLabel('Text of link 1').fill('See all services');
  await added.getByLabel('Address of link 1').fill('/products');
  await expectAccessible(page, 'the questions of the FAQ');
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Testimonials' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Saved and published');

  await reloadUntil(
    () => visitor.reload(),
    (within) => expect(visitor.locator('main details')).toHaveCount(8, within),
  );
  await expect(visitor.locator('main details').nth(4)).toContainText(contact);
  await visitor.getByText(contact).click();
  await expect(visitor.getByText('We answer <b>soon</b>.')).toBeVisible();
  await visitor.goto(`${shop.origin}/faq#do-i-have-to-visit-the-us`);
  await expect(visitor.getByRole('link', { name: 'See all services' })).toHaveAttribute('href', '/products');
  const questions = await structuredQuestions(shop);
  expect(questions.map(({ name }) => name)).toContain('Do I have to visit the US?');
  expect(questions[4]?.acceptedAnswer.text).toMatch(/^Write to \S+@\S+\.\n\nWe answer <b>soon<\/b>\.$/);

  await page.getByRole('button', { name: 'Restore version 0' }).click();
  await expect(page.getByRole('dialog')).toContainText('Removed: Do I have to visit the US?');
  await expectAccessible(page, 'what the FAQ will say again');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expectMessage(page, 'Version restored. It takes effect immediately');
  await expect(page.getByRole('button', { name: 'Do I have to visit the US?', exact: true })).toHaveCount(0);
  await reloadUntil(
    () => visitor.goto(`${shop.origin}/faq`),
    (within) => expect(visitor.locator('main details')).toHaveCount(7, within),
  );
  expect((await structuredQuestions(shop)).map(({ name }) => name)).toEqual(
    defaultFaq.map(({ question }) => question),
  );
  await context.close();
});

test('concurrent FAQ changes by two people are both preserved', { tag: '@long' }, async ({ page, shop }) => {
  const { email } = await atConsole(page, shop, 'manager', '/content/faq');
  const [first, second] = defaultFaq;
  if (first === undefined || second === undefined) throw new Error('There is no FAQ');
  await page.getByRole('button', { name: first.question, exact: true }).click();
  await entry(page, first.question).getByLabel('Question').fill('What is this?');
  const theirQuestion = { id: 'theirs', question: 'Theirs?', answer: ['Yes.'], links: [] };
  const changed = [
    ...defaultFaq.map((entry) => (entry === second ? { ...entry, question: 'And visas?' } : entry)),
    theirQuestion,
  ];
  const { id } = await shop.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('setting')
    .values({
      key: 'faq',
      version: 1,
      value: JSON.stringify({ entries: changed }),
      changed_at: new Date(),
      changed_by: id,
    })
    .execute();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
  await expect(dialog).toContainText('Both changes can be kept');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectMessage(page, 'Saved and published');
  await expect
    .poll(async () => (await structuredQuestions(shop)).map(({ name }) => name))
    .toEqual([
      'What is this?',
      'And visas?',
      ...defaultFaq.slice(2).map(({ question }) => question),
      'Theirs?',
    ]);
});

test('two people who move different questions get a conflict prompt that quotes the questions', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { email } = await atConsole(page, shop, 'manager', '/content/faq');
  const [first, second, third] = defaultFaq.map(({ question }) => question);
  await page.getByRole('button', { name: `Move down: ${first}` }).click();
  const { id } = await shop.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('setting')
    .values({
      key: 'faq',
      version: 1,
      value: JSON.stringify({ entries: defaultFaq.toReversed() }),
      changed_at: new Date(),
      changed_by: id,
    })
    .execute();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
  await expect(dialog).toContainText(`Before: ${first} · ${second} · ${third}`);
  await dialog.getByRole('radio', { name: `Yours: ${second} · ${first} · ${third}` }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectMessage(page, 'Saved and published');
  const { value } = await shop.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'faq')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  const saved = (value as { entries: { question: string }[] }).entries;
  expect(saved.map(({ question }) => question).slice(0, 3)).toEqual([second, first, third]);
});

test("a customer's testimonial replaces a sample on the home page, and samples are labeled as such", {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await atConsole(page, shop, 'content', '/content/testimonials');
  const [sample] = ['The page said one price with the state fee in it, and that was what I paid.'];
  await page.getByRole('button', { name: `Remove: ${sample}` }).click();
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await expect(page.getByLabel('Quote')).toBeFocused();
  await page.keyboard.type('They did what they said.');
  const added = entry(page, 'They did what they said.');
  await page.keyboard.press('Control+Enter');
  await expect(added.getByText('Enter the name, or mark the quote as a sample')).toBeVisible();
  await added.getByLabel('Name').fill('Ama Mensah');
  await added.getByLabel('Role').fill('shop owner');
  await expectAccessible(page, 'the testimonials');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Saved and published');
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const part = visitor.getByRole('region', { name: 'What customers say' });
  await reloadUntil(
    () => visitor.goto(shop.origin),
    (within) =>
      expect(part.getByRole('figure').filter({ hasText: 'Ama Mensah, shop owner' })).not.toContainText(
        'Sample',
        within,
      ),
  );
  await expect(part.getByText('Sample', { exact: true })).toHaveCount(2);
  await expect(part).toContainText('We wrote the ones marked as samples.');
  await context.close();
  await page.getByRole('button', { name: 'Restore version 0' }).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expectMessage(page, 'Version restored. It takes effect immediately');
});

test('a role that only reads content cannot change it', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'auditor', '/content/faq');
  await expect(page.getByText('Your role can view this but not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a question' })).toHaveCount(0);
  await expect(page.getByLabel('Question')).toHaveCount(7);
  await expect(page.getByLabel('Question').first()).toBeDisabled();
});

test('the guarantees and the days of the sample order are changed in the console', { tag: '@long' }, async ({
  page,
  shop,
  browser,
}) => {
  await atConsole(page, shop, 'content', '/content/assurances');
  await page.getByRole('button', { name: 'What stays yours', exact: true }).click();
  await entry(page, 'What stays yours').getByLabel('Text').fill('Every paper, from the first day.');
  await expect(entry(page, 'What stays yours').getByText('Not translated')).toBeVisible();
  await expect(page.getByRole('main').getByText('Not translated', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'what one can count on');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Saved and published');
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Sample order' }).click();
  await page.getByRole('button', { name: 'The EIN arrives', exact: true }).click();
  const last = entry(page, 'The EIN arrives');
  await last.getByLabel('Day').fill('2026-05-01');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Put the days in chronological order')).toBeVisible();
  await last.getByLabel('Day').fill('2026-07-13');
  await expectAccessible(page, 'the days of the sample order');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Saved and published');
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await reloadUntil(
    () => visitor.goto(shop.origin),
    async (within) => {
      const promises = visitor.getByRole('region', { name: 'What you can count on' });
      await expect(promises).toContainText('Every paper, from the first day.', within);
      await expect(visitor.getByRole('region', { name: /^Essential services/ })).toContainText(
        '13th July 2026',
        within,
      );
    },
  );
  await context.close();
});
