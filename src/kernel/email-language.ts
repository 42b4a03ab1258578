/** The language of a person's emails, as accounts and orders store it. */
import { phrase } from './language.ts';
import { languageNames, type PageCode, pageLanguages } from './page-languages.ts';

/** English when no language is given, or one that the shop does not have. */
export const emailLanguage = (code: string | null | undefined): PageCode =>
  pageLanguages.find((language) => language.code === code)?.code ?? 'en';

/** The language of a page; null for English, because the reader's profile then decides. */
export function pageLanguage(code: string | null | undefined): Exclude<PageCode, 'en'> | null {
  const language = emailLanguage(code);
  return language === 'en' ? null : language;
}

/** Languages with translated emails, by their native names. */
export const emailLanguages = languageNames.filter(({ code }) => code === 'en' || code === 'es');

/** The name of the stored language; English when it has no translated emails. */
export const nameOfEmailLanguage = (code: PageCode): string =>
  (emailLanguages.find(({ code: one }) => one === code) ?? { name: 'English' }).name;

/** At the end of every email that is not in English. */
export const translatedEmailNotice = phrase(
  'This email is a machine-assisted translation, under review. If you would rather read it in English, reply and tell us.',
);
