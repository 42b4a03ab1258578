/**
 * The shop's languages, each read from files that map English texts to translations. Two pseudo-languages
 * exist for tests: accented and longer English, and the same from right to left. The build makes them from
 * the texts in the code.
 */
import { readdir, readFile } from 'node:fs/promises';
import { refusalTexts } from '#kernel/errors.ts';
import { createLanguage, english, type Language, type Texts } from '#kernel/language.ts';
import { pageLanguages } from '#kernel/page-languages.ts';
import type { PageLanguage } from '#contract/pages.ts';
import { IntlMessageFormat } from 'intl-messageformat';

export type Languages = {
  /** Returns English for a language that the shop does not have. */
  find(code: string | null | undefined): Language;
  /** By the page's address, without its query. Null in English, whose texts are in the code. */
  ofPage(code: string, path: string): PageLanguage | null;
  /** Returns the translations of these English texts; unknown ones are left out. */
  pick(code: string, english: readonly string[]): Texts;
  /**
   * The text of each error by its code, and the texts of details. Null for English, and for a language that
   * the shop does not have.
   */
  refusals(code: string): { codes: Record<string, string>; texts: Texts } | null;
};

const accented = new URL('../../../build/languages/en-XA.json', import.meta.url);
/**
 * Each in a folder: a file for each part of the shop, and `catalog.json` with the texts of our products, by
 * product id.
 */
export const spokenLanguages: Readonly<Record<string, URL>> = Object.fromEntries(
  pageLanguages.map(({ code }) => [code, new URL(`./${code}/`, import.meta.url)]),
);
/** Their names are those of CLDR's own pseudo-languages. Both have the same texts. */
export const pseudoLanguages: Readonly<Record<string, URL>> = { 'en-XA': accented, 'ar-XB': accented };

/** The texts and errors that each page may show: written by the build (`tools/texts.ts`). */
export type TextsByPlace = { pages: { page: string; texts: string[] }[]; refusals: string[] };

type Spoken = { language: Language; texts: Texts };

export const onlyEnglish: Languages = {
  find: () => english,
  ofPage: () => null,
  pick: () => ({}),
  refusals: () => null,
};

/** `files`: the file or the folder of each language that is offered besides English. */
export async function readLanguages(files: Readonly<Record<string, URL>>): Promise<Languages> {
  if (Object.keys(files).length === 0) return onlyEnglish;
  const places = await readPlaces();
  const spoken = new Map<string, Spoken>();
  for (const [code, file] of Object.entries(files)) {
    const texts = await readTexts(code, file);
    spoken.set(code, { language: createLanguage(code, texts), texts });
  }
  return {
    find: (code) => spoken.get(code ?? '')?.language ?? english,
    ofPage: (code, path) => {
      const texts = spoken.get(code)?.texts;
      if (texts === undefined) return null;
      const place =
        places?.pages.find(({ page }) => matches(page, path)) ??
        places?.pages.find(({ page }) => page === '/*');
      return { code, texts: place === undefined ? texts : pick(texts, place.texts) };
    },
    pick: (code, keys) => pick(spoken.get(code)?.texts ?? {}, keys),
    refusals: (code) => {
      const one = spoken.get(code);
      if (one === undefined) return null;
      const { language, texts } = one;
      const codes = Object.entries(refusalTexts).map(([name, text]): [string, string] => [
        name,
        language.translate(text),
      ]);
      return {
        codes: Object.fromEntries(codes),
        texts: places === null ? texts : pick(texts, places.refusals),
      };
    },
  };
}

/** Null without a build: then all texts are sent. */
async function readPlaces(): Promise<TextsByPlace | null> {
  const text = await readFile(new URL('../../../build/texts.json', import.meta.url), 'utf8').catch(
    () => null,
  );
  return text === null ? null : (JSON.parse(text) as TextsByPlace);
}

const readTexts = async (code: string, place: URL): Promise<Texts> =>
  compileTexts(code, await readWords(place));

/** Reads a language's translations, merging the files of a folder. */
export async function readWords(place: URL): Promise<Record<string, string>> {
  const files = place.pathname.endsWith('/')
    ? (await readdir(place)).map((name) => new URL(name, place))
    : [place];
  const words = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Words),
  );
  return Object.assign(
    {},
    ...words.map((word) => Object.assign({}, ...Object.entries(word).map(flat)) as Record<string, string>),
  );
}

type Words = Record<string, string | Record<string, string>>;

const flat = ([key, value]: [string, Words[string]]): Record<string, string> =>
  typeof value === 'string' ? { [key]: value } : value;

/** Compiles translations for `createLanguage`. */
export const compileTexts = (code: string, sources: Readonly<Record<string, string>>): Texts =>
  Object.fromEntries(Object.entries(sources).map(([text, words]) => [text, compiled(words, code)]));

/** Parsed here, so that browsers need no parser. */
const compiled = (source: string, code: string): Texts[string] =>
  source.includes('{') ? (new IntlMessageFormat(source, code).getAst() as unknown as Texts[string]) : source;

const pick = (texts: Texts, keys: readonly string[]): Texts =>
  Object.fromEntries(
    keys.flatMap((text): [string, Texts[string]][] => {
      const translation = Object.hasOwn(texts, text) ? texts[text] : undefined;
      return translation === undefined ? [] : [[text, translation]];
    }),
  );

/** `/blogs/:slug` is the page of `/blogs/ein-without-ssn`. */
const matches = (page: string, path: string): boolean =>
  new RegExp(`^${page.replace(/[.]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`).test(path);
