/**
 * Spanish and Arabic: the covered pages are fully translated, no translation is unused, and placeholders
 * match.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { detailsOfServices } from '#db/seeds/details.ts';
import { services } from '#db/seeds/services.ts';
import { pageLanguages } from '#kernel/page-languages.ts';
import { readWords, spokenLanguages } from '#platform/languages/languages.ts';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { allTexts, missingIn, textsByPlace } from './texts.ts';

const codes = pageLanguages.map(({ code }) => code);
const wordsOf = (code: string): Promise<Record<string, string>> => readWords(spokenLanguages[code] as URL);

/** The texts of the initial services on pages, by their ids. */
const catalogTexts = (id: string): string[] => {
  const service = services.find((candidate) => candidate.id === id);
  const details = detailsOfServices[id];
  if (service === undefined || details === undefined) throw new Error(`no service ${id}`);
  const { summary, time, gets, needs, steps, documents, excludes, questions, alongside } = details;
  return [
    ...[service.name, ...service.benefits, summary, time, ...gets, ...needs, ...documents, ...excludes],
    ...steps.flatMap((step) => [step.title, step.time, step.text]),
    ...questions.flatMap(({ question, answer }) => [question, answer]),
    ...alongside.map(({ note }) => note),
  ].filter((text) => text !== '');
};

type Element = { type: number; value?: string; options?: Record<string, { value: Element[] }> };
const read = (text: string, code: string): Element[] =>
  new IntlMessageFormat(text, code).getAst() as unknown as Element[];
/** Placeholder names in a text, without their count, because a plural case may omit its number. */
const namesIn = (elements: Element[]): string[] =>
  elements.flatMap(({ type, value = '', options = {} }) => [
    ...(type === 1 || type === 6 ? [value] : []),
    ...Object.values(options).flatMap((option) => namesIn(option.value)),
  ]);
const pluralsIn = (elements: Element[]): string[][] =>
  elements.flatMap(({ type, options = {} }) => (type === 6 ? [Object.keys(options)] : []));
const unique = (names: string[]): string[] => [...new Set(names)].sort();

describe.each(codes)('%s', (code) => {
  test('translates every text of its pages, and of the not-found page', async () => {
    const words = await wordsOf(code);
    const { pages: promised } = pageLanguages.find(
      (language) => language.code === code,
    ) as (typeof pageLanguages)[number];
    const { pages } = await textsByPlace();
    const spoken = pages.filter(
      ({ page }) => page === '/*' || promised.test(page.replace(':slug', 'a-product')),
    );
    expect(spoken.length).toBeGreaterThan(2);
    for (const { page, texts } of spoken) expect([page, missingIn(words, texts)]).toEqual([page, []]);
  });

  test('translates every text of every service', async () => {
    const words = await wordsOf(code);
    for (const { id } of services) expect([id, missingIn(words, catalogTexts(id))]).toEqual([id, []]);
  });

  test('has no unused translations, and no duplicates', () => {
    const folder = spokenLanguages[code] as URL;
    const allSources = new Set([...allTexts(), ...services.flatMap(({ id }) => catalogTexts(id))]);
    const found: string[] = [];
    for (const file of readdirSync(folder)) {
      const parts = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<
        string,
        string | Record<string, string>
      >;
      for (const [text, words] of Object.entries(parts))
        found.push(...(typeof words === 'string' ? [text] : Object.keys(words)));
    }
    expect(found.filter((text) => !allSources.has(text))).toEqual([]);
    expect(found.filter((text, at) => found.indexOf(text) !== at)).toEqual([]);
  });

  test('has the placeholders of the English text, with every plural of its language', async () => {
    const categories = unique(new Intl.PluralRules(code).resolvedOptions().pluralCategories);
    for (const [text, words] of Object.entries(await wordsOf(code))) {
      if (!text.includes('{')) {
        expect([text, words.includes('{')]).toEqual([text, false]);
        continue;
      }
      expect([text, unique(namesIn(read(words, code)))]).toEqual([text, unique(namesIn(read(text, 'en')))]);
      for (const cases of pluralsIn(read(words, code)))
        expect([
          text,
          categories.filter((name) => name !== 'many' || code === 'ar').every((name) => cases.includes(name)),
        ]).toEqual([text, true]);
    }
  });

  test('preserves each amount, number, and abbreviation of the services', async () => {
    const words = await wordsOf(code);
    const facts = (text: string): string[] =>
      text.match(/\$[\d,.]*\d|\d[\d,.]*%|\b(?:EIN|ITIN|IRS|USPS|USPTO|LLC|SS-4|W-7|5472|1120|1583)\b/g) ?? [];
    for (const { id } of services)
      for (const text of catalogTexts(id))
        expect([text, facts(text).filter((fact) => !words[text]?.includes(fact))]).toEqual([text, []]);
  });
});
