/** The language that a page speaks. Its texts come with the data of the page, so that nothing else has to be loaded before it is alive. */
import { createContext, createElement, Fragment, type ReactElement, type ReactNode, use, useMemo } from 'react';
import { useMatches } from 'react-router';
import { createLanguage, english, type Language } from '#kernel/language.ts';
import type { PageLanguage } from '#kernel/pages.ts';

const LanguageContext = createContext<Language>(english);

export const useLanguage = (): Language => use(LanguageContext);

const languageOf = (spoken: PageLanguage | null | undefined): Language => (spoken ? createLanguage(spoken.code, spoken.texts) : english);

type Spoken = { language?: PageLanguage | null } | undefined;

/** A page that says nothing of its language speaks English. */
export function usePageLanguage(): Language {
  const spoken = useMatches()
    .map(({ loaderData }) => (loaderData as Spoken)?.language)
    .findLast(Boolean);
  return useMemo(() => languageOf(spoken), [spoken]);
}

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <LanguageContext value={language}>{children}</LanguageContext>
);

/** Words with nodes among them: `withNodes(language.sayWith('Write to {mail}.', { mail: <MailLink /> }))`. */
export const withNodes = (pieces: (string | ReactElement)[]): ReactElement => createElement(Fragment, null, ...pieces);
