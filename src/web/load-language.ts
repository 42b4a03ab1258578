/** What a page exports as its `loader` and `clientLoader` to speak the language that it is asked for in. */
import type { RouterContextProvider } from 'react-router';
import { english } from '#kernel/language.ts';
import type { PageLanguage } from '#kernel/pages.ts';
import { pageLanguage } from '#web/server-context.ts';

type Loaded = { language: PageLanguage | null };

export const loadLanguage = ({ context }: { context: Readonly<RouterContextProvider> }): Loaded => ({
  language: context.get(pageLanguage),
});

/** In English there is nothing to ask for. */
export const keepLanguage = async ({ serverLoader }: { serverLoader: () => Promise<unknown> }): Promise<Loaded> =>
  document.documentElement.lang === english.code ? { language: null } : ((await serverLoader()) as Loaded);
