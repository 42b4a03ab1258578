/** Every public page, and the account and purchase pages, pass HTML validation. */
import { publicPaths } from '#contract/pages.ts';
import { apiFetch, origin, post } from '#test/builders/written-site.ts';
import { codeOfPath, translationsOf } from '#kernel/page-languages.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { amount } from '#test/amount.ts';
import { buildIfStale } from '#tools/build.ts';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { createPages, type Pages } from './pages.ts';

let pages: Pages;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  pages = await createPages({
    mode: 'production',
    apiFetch,
    sandboxOrigin: null,
    publicOrigin: origin,
    shopSettings: defaultSettings.current,
    languages: await readLanguages(spokenLanguages),
  });
});
afterAll(() => pages.stop());

const others = [
  '/checkout',
  '/login',
  '/register',
  '/register-success',
  '/forgot-password-email',
  '/contact-submit-successful',
  '/no/such/page',
];

const judge = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React uses a different spelling with the same meaning.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'valid-id': ['error', { relaxed: true }],
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // The standard allows `autocapitalize` everywhere; this rule is older.
    'input-attributes': 'off',
    // Title length is style, not validity, and is tested elsewhere.
    'long-title': 'off',
    // Files come from our own origin and have a hash in their names.
    'require-sri': 'off',
    'no-inline-style': 'error',
    // Safari drops the role of lists without markers, so the role is repeated.
    'no-redundant-role': 'off',
    // Inline scripts of the router and ours are allowed by hash in the policy.
    'require-csp-nonce': 'off',
    // Every phone number is a link that never breaks.
    'tel-non-breaking': 'off',
  },
});

const translated = [...publicPaths, '/products/wyoming-llc', '/checkout']
  .flatMap((path) => translationsOf(path).slice(1))
  .map(({ path }) => path);

test.each([
  ...publicPaths,
  `/blogs/${post.slug}`,
  ...others,
  ...amount(translated.slice(0, 3), translated),
  '/es/no/such/page',
])('%s is valid HTML', async (path) => {
  const answer = await pages.fetch(new Request(origin + path));
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${codeOfPath(path)}"(?: dir="rtl")?>`));
  const { results } = await judge.validateString(html.replace(/<noscript>[\s\S]*?<\/noscript>/g, ''));
  const faults = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) =>
        `${ruleId}: ${message} … ${html.slice(Math.max(0, offset - 60), offset + 100)}`,
    ),
  );
  expect([...new Set(faults)].slice(0, 12)).toEqual([]);
});
