/** The page's language. Its texts are part of the page's data, so hydration needs no other request. */
import { createContext, createElement, Fragment, type ReactElement, type ReactNode, use, useMemo } from 'react';
import { useMatches } from 'react-router';
import { createLanguage, english, type Language } from '#kernel/language.ts';
import type { PageLanguage } from '#kernel/pages.ts';

const LanguageContext = createContext<Language>(english);

export const useLanguage = (): Language => use(LanguageContext);

const languageOf = (spoken: PageLanguage | null | undefined): Language => (spoken ? createLanguage(spoken.code, spoken.texts) : english);

type Spoken = { language?: PageLanguage | null } | undefined;

/** A page without language data is in English. */
export function usePageLanguage(): Language {
  const spoken = useMatches()
    .map(({ loaderData }) => (loaderData as Spoken)?.language)
    .findLast(Boolean);
  return useMemo(() => languageOf(spoken), [spoken]);
}

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <LanguageContext value={language}>{children}</LanguageContext>
);

/** Text with React nodes inside: `withNodes(language.sayWith('Write to {mail}.', { mail: <MailLink /> }))`. */
export const withNodes = (pieces: (string | ReactElement)[]): ReactElement => createElement(Fragment, null, ...pieces);
