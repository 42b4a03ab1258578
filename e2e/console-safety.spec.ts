/**
 * User input appears as plain text on every console screen and in every console file. It never runs and is
 * never a formula.
 */
import { contract } from '#contract/contract.ts';
import { aCustomerWithAll, deleteRows, insertRows, insertStaffContent } from '#e2e/console-field-rows.ts';
import { type Field, fields, type Places, screensFor, type Texts } from '#e2e/console-fields.ts';
import { storedTokens } from '#e2e/people.ts';
import { atConsole, userIdOf } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { activeElements, watch } from '#e2e/what-runs.ts';
import { amount } from '#test/amount.ts';
import { certainVectors, xssVectors } from '#test/xss-vectors.ts';
import type { Page } from '@playwright/test';

/**
 * Removes characters that a browser field or a database column does not preserve. Applied to both sides of a
 * comparison.
 */
const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cs}]/gu, '');

/**
 * Each round puts the next texts of the corpus into the fields. Together the rounds cover the screens of
 * orders, customers, carts, and companies.
 */
const vectors = amount(certainVectors, [...certainVectors, ...xssVectors]);
const step = 5;
const rounds = Math.ceil(vectors.length / step);

/**
 * The search finds records by the mark. An email address must be unique, and a coupon code has no lowercase
 * letters.
 */
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
    // Each text names its field, so no other field can match instead.
    return [field, (also[field] ?? ((text) => text))(`${vector}${field}`, mark)] as const;
  });
  return Object.fromEntries(texts) as Texts;
}

/** All visible text, including the values of input fields. */
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
  expect(await activeElements(page), page.url()).toEqual([]);
}

/** The message list shows the beginning of each message, up to this length. */
const beginningCharacters = 160;

async function checkEverywhere(
  page: Page,
  shop: Shop,
  at: Places,
  texts: Texts,
  mark: string,
): Promise<void> {
  for (const [path, shows] of screensFor(at)) {
    await page.goto(`${shop.origin}/admin${path}`);
    await expectAsTyped(
      page,
      shows.map((field) =>
        path === '/messages' ? texts[field].slice(0, beginningCharacters) : texts[field],
      ),
    );
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(mark);
  await expectAsTyped(page, [texts.userLast, texts.orderLast, texts.cartLast]);
  await expectOnPages(page, shop, texts);
}

/** Content for visitors is plain text on public pages too. Cached pages update a moment later. */
async function expectOnPages(page: Page, shop: Shop, texts: Texts): Promise<void> {
  const onPages: [path: string, shows: Field[]][] = [
    ['/faq', ['faqQuestion', 'faqAnswer', 'faqLink']],
    [
      '/',
      [
        'testimonialWords',
        'testimonialName',
        'testimonialRole',
        'assuranceTitle',
        'assuranceText',
        'timelineTitle',
        'timelineText',
      ],
    ],
  ];
  for (const [path, shows] of onPages) {
    const isShown = async (): Promise<boolean> => {
      await page.goto(shop.origin + path);
      return plain(await readable(page)).includes(plain(texts[shows[0] ?? 'faqQuestion']));
    };
    await expect.poll(isShown, { message: `typed, and not on ${path}` }).toBe(true);
    await expectAsTyped(
      page,
      shows.map((field) => texts[field]),
    );
  }
}

/** Logs in as staff, with another customer's rows for all fields. */
async function begun(page: Page, shop: Shop): Promise<Places> {
  const customerShop = await aCustomerWithAll(page, shop);
  await atConsole(page, shop, 'owner');
  return { ...customerShop, ...(await insertStaffContent(shop, await userIdOf(shop), customerShop)) };
}

test('user input is shown to staff exactly as typed, and runs on no screen', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  test.setTimeout(amount(300_000, 3_600_000));
  const at = await begun(page, shop);
  const seen = await watch(page, shop.origin);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const mark = `mark${round}x${at.user.replaceAll(/\W|_/g, '').slice(3, 13)}`;
      const texts = textsOf(round, mark);
      await insertRows(shop, at, texts);
      await checkEverywhere(page, shop, at, texts, mark);
      expect(seen, `round ${round}`).toEqual([]);
    }
    // The policy blocks markup set by scripts. Elements added one by one would be detected in each of these
    // ways.
    await page.evaluate(() => {
      const picture = Object.assign(document.createElement('img'), { src: 'https://evil.example/x.png' });
      document.body.append(picture, document.createElement('iframe'));
    });
    expect(await activeElements(page)).toEqual(['iframe']);
    await expect.poll(() => seen.length).toBeGreaterThan(0);
  } finally {
    await deleteRows(shop, at);
  }
});

const formulas = ["=cmd|' /C calc'!A0", '+1+1', '@SUM(A1)', '-2+3', '\t=1+1', '＝1+1'];

test('user input is never a formula in a staff export', { tag: '@long' }, async ({ page, shop }) => {
  const at = await begun(page, shop);
  const { accessToken } = await storedTokens(page);
  // A file sent by email has the same content as these endpoints.
  const files = Object.values(contract).filter(
    (endpoint) =>
      endpoint.access === 'staff' &&
      'answers' in endpoint &&
      endpoint.answers === 'csv' &&
      !endpoint.path.includes('{'),
  );
  expect(files.length).toBeGreaterThan(3);
  try {
    for (const formula of formulas) {
      const texts = fields.map(
        (field) =>
          [
            field,
            field === 'userEmail'
              ? `${formula}${at.user}`.toLowerCase()
              : field === 'coupon'
                ? formula.toUpperCase()
                : formula,
          ] as const,
      );
      await insertRows(shop, at, Object.fromEntries(texts) as Texts);
      for (const { path } of files) {
        const query =
          path === contract.staffExportMonth.path
            ? `?month=${new Date().toISOString().slice(0, 7)}&fees=left_out`
            : '';
        const answer = await fetch(`${shop.origin}${path}${query}`, {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        expect(answer.status, path).toBe(200);
        const text = await answer.text();
        expect(text, `${formula} in ${path}`).not.toMatch(
          /(^|,|\n)"?([=+@\t＝＋－＠]|\r(?!\n)|-(?!\d+(\.\d+)?(,|"|\r)))/,
        );
        if (path === contract.staffExportOrders.path) expect(text).toContain(`'${formula}`);
      }
    }
  } finally {
    await deleteRows(shop, at);
  }
});
