/**
 * Text from the database, such as a product's. It is shown in the page's language if that exact text is
 * translated. Otherwise it is English and marked as such.
 */
import { english, type Language } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';

export function StoredText({ children: text }: { children: string }) {
  const { translate, hasTranslation } = useLanguage();
  if (hasTranslation(text)) return translate(text);
  return (
    <span lang="en" dir="ltr">
      {text}
    </span>
  );
}

/** For a block that is entirely English. */
export function useEnglishMark(): { lang: 'en'; dir: 'ltr' } | undefined {
  return useLanguage().code === 'en' ? undefined : { lang: 'en', dir: 'ltr' };
}

/**
 * For texts shown together, such as those of a card. They are in the page's language if all are translated.
 * Otherwise all are English and marked as such. Use the returned language for adjacent text.
 */
export function useTogether(): (texts: readonly string[]) => {
  spoken: Language;
  mark: ReturnType<typeof useEnglishMark>;
} {
  const language = useLanguage();
  const mark = useEnglishMark();
  return (texts) =>
    texts.every(language.hasTranslation) ? { spoken: language, mark: undefined } : { spoken: english, mark };
}
