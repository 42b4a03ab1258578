/** The page's language. Its texts are part of the page's data, so hydration needs no other request. */
import {
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  use,
  useMemo,
} from 'react';
import {
  isRouteErrorResponse,
  UNSAFE_DataRouterDataContext as RouterDataContext,
  useMatches,
} from 'react-router';
import { createLanguage, english, type Language } from '#kernel/language.ts';
import type { PageLanguage } from '#contract/pages.ts';

const LanguageContext = createContext<Language>(english);

export const useLanguage = (): Language => use(LanguageContext);

const languageOf = (spoken: PageLanguage | null | undefined): Language =>
  spoken ? createLanguage(spoken.code, spoken.texts) : english;

type Spoken = { language?: PageLanguage | null } | null | undefined;

/**
 * A page without language data is in English. The error of a page whose data is unavailable carries the
 * language.
 */
export function usePageLanguage(): Language {
  const { errors } = use(RouterDataContext) ?? {};
  const failed = Object.values(errors ?? {}).map((error) =>
    isRouteErrorResponse(error) ? error.data : null,
  );
  const loaded = useMatches().map(({ loaderData }) => loaderData);
  const spoken = [...failed, ...loaded].map((data) => (data as Spoken)?.language).findLast(Boolean);
  return useMemo(() => languageOf(spoken), [spoken]);
}

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <LanguageContext value={language}>{children}</LanguageContext>
);

/**
 * Text with React nodes inside: `withNodes(language.sayWith('Write to {mail}.', { mail: <MailLink /> }))`.
 */
export const withNodes = (pieces: (string | ReactElement)[]): ReactElement =>
  createElement(Fragment, null, ...pieces);
