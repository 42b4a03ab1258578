/**
 * Words that stand in the database, such as those of a product: in the language of the page as long as they are the words that somebody has
 * translated, and else in English, marked as such.
 */
import { english, type Language } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';

export function Said({ children: text }: { children: string }) {
  const { known, knows } = useLanguage();
  if (knows(text)) return known(text);
  return (
    <span lang="en" dir="ltr">
      {text}
    </span>
  );
}

/** For a block of which every word is English. */
export function useEnglishMark(): { lang: 'en'; dir: 'ltr' } | undefined {
  return useLanguage().code === 'en' ? undefined : { lang: 'en', dir: 'ltr' };
}

/**
 * For texts that stand together, such as those of a card: they speak the language of the page where it has words for all of them, and else
 * English, marked as such. What stands beside them speaks as they do.
 */
export function useTogether(): (texts: readonly string[]) => { spoken: Language; mark: ReturnType<typeof useEnglishMark> } {
  const language = useLanguage();
  const mark = useEnglishMark();
  return (texts) => (texts.every(language.knows) ? { spoken: language, mark: undefined } : { spoken: english, mark });
}
