/** What a page exports as its `loader` and `clientLoader` to speak the language that it is asked for in. */
import type { RouterContextProvider } from 'react-router';
import { english } from '#kernel/language.ts';
import type { PageLanguage } from '#kernel/pages.ts';
import { moreTexts, pageLanguage } from '#web/server-context.ts';

type Context = Readonly<RouterContextProvider>;

/** For a page with data of its own: `texts` are the English ones that it shows out of the database. */
export function spokenLanguage(context: Context, texts: readonly string[] = []): PageLanguage | null {
  const language = context.get(pageLanguage);
  return language && { ...language, texts: { ...language.texts, ...context.get(moreTexts)(texts) } };
}

type Loaded = { language: PageLanguage | null };

export const loadLanguage = ({ context }: { context: Context }): Loaded => ({ language: spokenLanguage(context) });

/** In English there is nothing to ask for. */
export const keepLanguage = async ({ serverLoader }: { serverLoader: () => Promise<unknown> }): Promise<Loaded> =>
  document.documentElement.lang === english.code ? { language: null } : ((await serverLoader()) as Loaded);

const reachedWithinMs = 3_000;

/** For the page after a payment, which is shown also where the line is gone or hangs: in English then, rather than not at all. */
export const keepLanguageIfReached = (from: Parameters<typeof keepLanguage>[0]): Promise<Loaded> => {
  const without: Loaded = { language: null };
  const tooLate = new Promise<Loaded>((resolve) => setTimeout(() => resolve(without), reachedWithinMs));
  return Promise.race([keepLanguage(from).catch(() => without), tooLate]);
};
