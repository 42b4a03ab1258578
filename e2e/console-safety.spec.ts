/** What anybody has typed is a text for staff, on every screen and in every file of the console: it runs nowhere and is no formula. */
import { contract } from '#contract/contract.ts';
import {
  aCustomerWithAll,
  type Field,
  fields,
  type Places,
  screensFor,
  takeAway,
  type Texts,
  write,
  writtenByStaff,
} from '#e2e/console-fields.ts';
import { storedTokens } from '#e2e/people.ts';
import { atConsole, userIdOf } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { foreignParts, watch } from '#e2e/what-runs.ts';
import { amount } from '#test/amount.ts';
import { certainVectors, xssVectors } from '#test/xss-vectors.ts';
import type { Page } from '@playwright/test';

/** What a field of a browser, or a column of the database, does not hold is left out on both sides. */
const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cs}]/gu, '');

/** Each round puts the next texts of the corpus into the fields, so that all of it has been on the screens of orders, customers, carts and companies. */
const vectors = amount(certainVectors, [...certainVectors, ...xssVectors]);
const step = 5;
const rounds = Math.ceil(vectors.length / step);

/** The search finds its people by a word of theirs; an address is one person's, and a coupon's code has no small letters. */
const also: Partial<Record<Field, (vector: string, mark: string) => string>> = {
  userLast: (vector, mark) => `${vector} ${mark}`,
  orderLast: (vector, mark) => `${vector} ${mark}`,
  cartLast: (vector, mark) => `${vector} ${mark}`,
  userEmail: (vector, mark) => `${vector}${mark}@example.com`.toLowerCase(),
  coupon: (vector, mark) => `${vector} ${mark}`.toUpperCase(),
};

function textsOf(round: number, mark: string): Texts {
  const texts = fields.map((field, at) => {
    const vector = (vectors[(round * step + at) % vectors.length] ?? '').replaceAll(/[\0\p{Cs}]/gu, '');
    // Each text is of one field, so that no other can stand for it.
    return [field, (also[field] ?? ((text) => text))(`${vector}${field}`, mark)] as const;
  });
  return Object.fromEntries(texts) as Texts;
}

/** All that is to be read, with what stands in fields. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return [document.body.textContent, ...inputs.map(({ value }) => value)].join('\n');
  });

async function expectAsTyped(page: Page, shown: string[]): Promise<void> {
  const missing = async (): Promise<string[]> => {
    const text = plain(await readable(page));
    return shown.filter((part) => !text.includes(plain(part)));
  };
  await expect.poll(missing, { message: `typed, and not on ${page.url()}` }).toEqual([]);
  expect(await foreignParts(page), page.url()).toEqual([]);
}

/** The list of messages shows how each begins. */
const beginningCharacters = 160;

async function checkEverywhere(page: Page, shop: Shop, at: Places, texts: Texts, mark: string): Promise<void> {
  for (const [path, shows] of screensFor(at)) {
    await page.goto(`${shop.origin}/admin${path}`);
    await expectAsTyped(
      page,
      shows.map((field) => (path === '/messages' ? texts[field].slice(0, beginningCharacters) : texts[field])),
    );
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(mark);
  await expectAsTyped(page, [texts.userLast, texts.orderLast, texts.cartLast]);
  await expectOnPages(page, shop, texts);
}

/** What is written for visitors is a text for them too. Pages that are kept hear of it a moment later. */
async function expectOnPages(page: Page, shop: Shop, texts: Texts): Promise<void> {
  const onPages: [path: string, shows: Field[]][] = [
    ['/faq', ['faqQuestion', 'faqAnswer', 'faqLink']],
    ['/', ['testimonialWords', 'testimonialName', 'testimonialRole', 'assuranceTitle', 'assuranceText', 'timelineTitle', 'timelineText']],
  ];
  for (const [path, shows] of onPages) {
    const isThere = async (): Promise<boolean> => {
      await page.goto(shop.origin + path);
      return plain(await readable(page)).includes(plain(texts[shows[0] ?? 'faqQuestion']));
    };
    await expect.poll(isThere, { message: `typed, and not on ${path}` }).toBe(true);
    await expectAsTyped(
      page,
      shows.map((field) => texts[field]),
    );
  }
}

/** Among our people, with rows of somebody else for all fields. */
async function begun(page: Page, shop: Shop): Promise<Places> {
  const theirs = await aCustomerWithAll(page, shop);
  await atConsole(page, shop, 'owner');
  return { ...theirs, ...(await writtenByStaff(shop, await userIdOf(shop), theirs)) };
}

test('what anybody types is read by staff as it was typed, and runs on no screen', { tag: '@long' }, async ({ page, shop }) => {
  test.setTimeout(amount(300_000, 3_600_000));
  const at = await begun(page, shop);
  const seen = await watch(page, shop.origin);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const mark = `mark${round}x${at.user.replaceAll(/\W|_/g, '').slice(3, 13)}`;
      const texts = textsOf(round, mark);
      await write(shop, at, texts);
      await checkEverywhere(page, shop, at, texts, mark);
      expect(seen, `round ${round}`).toEqual([]);
    }
    // The policy takes no markup at all from scripts; what is put there piece by piece would be noticed in each of these ways.
    await page.evaluate(() => {
      const picture = Object.assign(document.createElement('img'), { src: 'https://evil.example/x.png' });
      document.body.append(picture, document.createElement('iframe'));
    });
    expect(await foreignParts(page)).toEqual(['iframe']);
    await expect.poll(() => seen.length).toBeGreaterThan(0);
  } finally {
    await takeAway(shop, at);
  }
});

const formulas = ["=cmd|' /C calc'!A0", '+1+1', '@SUM(A1)', '-2+3', '\t=1+1', '＝1+1'];

test('what anybody types is no formula in any file that staff take', { tag: '@long' }, async ({ page, shop }) => {
  const at = await begun(page, shop);
  const { accessToken } = await storedTokens(page);
  // A file that came by email holds what these rows write.
  const files = Object.values(contract).filter(
    (row) => row.access === 'staff' && 'answers' in row && row.answers === 'csv' && !row.path.includes('{'),
  );
  expect(files.length).toBeGreaterThan(3);
  try {
    for (const formula of formulas) {
      const texts = fields.map(
        (field) =>
          [
            field,
            field === 'userEmail' ? `${formula}${at.user}`.toLowerCase() : field === 'coupon' ? formula.toUpperCase() : formula,
          ] as const,
      );
      await write(shop, at, Object.fromEntries(texts) as Texts);
      for (const { path } of files) {
        const query = path === contract.staffExportMonth.path ? `?month=${new Date().toISOString().slice(0, 7)}&fees=left_out` : '';
        const answer = await fetch(`${shop.origin}${path}${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
        expect(answer.status, path).toBe(200);
        const text = await answer.text();
        expect(text, `${formula} in ${path}`).not.toMatch(/(^|,|\n)"?([=+@\t＝＋－＠]|\r(?!\n)|-(?!\d+(\.\d+)?(,|"|\r)))/);
        if (path === contract.staffExportOrders.path) expect(text).toContain(`'${formula}`);
      }
    }
  } finally {
    await takeAway(shop, at);
  }
});
