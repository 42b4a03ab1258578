/** The `loader` and `clientLoader` of a page in the requested language. */
import type { RouterContextProvider } from 'react-router';
import { english } from '#kernel/language.ts';
import type { PageLanguage } from '#contract/pages.ts';
import { moreTexts, pageLanguage } from '#web/server-context.ts';

type Context = Readonly<RouterContextProvider>;

/** For a page with its own data: `texts` are the English texts from the database that it shows. */
export function spokenLanguage(context: Context, texts: readonly string[] = []): PageLanguage | null {
  const language = context.get(pageLanguage);
  return language && { ...language, texts: { ...language.texts, ...context.get(moreTexts)(texts) } };
}

type Loaded = { language: PageLanguage | null };

export const loadLanguage = ({ context }: { context: Context }): Loaded => ({
  language: spokenLanguage(context),
});

/** In English there is nothing to load. */
export const keepLanguage = async ({
  serverLoader,
}: {
  serverLoader: () => Promise<unknown>;
}): Promise<Loaded> =>
  document.documentElement.lang === english.code ? { language: null } : ((await serverLoader()) as Loaded);

const reachedWithinMs = 3_000;

/**
 * For the page after a payment, which must also render if the connection is lost or hangs: in English then.
 */
export const keepLanguageIfReached = (from: Parameters<typeof keepLanguage>[0]): Promise<Loaded> => {
  const without: Loaded = { language: null };
  const tooLate = new Promise<Loaded>((resolve) => setTimeout(() => resolve(without), reachedWithinMs));
  return Promise.race([keepLanguage(from).catch(() => without), tooLate]);
};
