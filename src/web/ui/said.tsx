/**
 * Words that stand in the database, such as those of a product: in the language of the page as long as they are the words that somebody has
 * translated, and else in English, marked as such.
 */
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
