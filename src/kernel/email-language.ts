/** The language that somebody's emails are in, as accounts and orders keep it. */
import { phrase } from './language.ts';
import { languageNames, type PageCode, pageLanguages } from './page-languages.ts';

/** Of a page that was left out, or in a language that the shop does not have: English. */
export const emailLanguage = (code: string | null | undefined): PageCode => pageLanguages.find((one) => one.code === code)?.code ?? 'en';

/** Of a page that says which: null for an English one, as then that of the reader's profile counts. */
export function pageLanguage(code: string | null | undefined): Exclude<PageCode, 'en'> | null {
  const language = emailLanguage(code);
  return language === 'en' ? null : language;
}

/** Those that there are emails in, by the names that their readers call them. */
export const emailLanguages = languageNames.filter(({ code }) => code === 'en' || code === 'es');

/** Of what is kept: English where there are no emails in it. */
export const nameOfEmailLanguage = (code: PageCode): string =>
  (emailLanguages.find(({ code: one }) => one === code) ?? { name: 'English' }).name;

/** At the end of every email that is not in English. */
export const translatedEmailNotice = phrase(
  'This email is a machine-assisted translation, under review. If you would rather read it in English, reply and tell us.',
);
