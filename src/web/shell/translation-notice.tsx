/** On every page that is not in English: how its words came about, and the way to those that count. */
import { useLocation } from 'react-router';
import { sameIn } from '#kernel/page-languages.ts';
import { useLanguage, withNodes } from '#web/language.tsx';

export function TranslationNotice() {
  const { code, say, sayWith } = useLanguage();
  const { pathname } = useLocation();
  if (code === 'en') return null;
  return (
    <aside aria-label={say('About this translation')} data-print="no" className="bg-credit-soft">
      <p className="page py-2 text-sm">
        {withNodes(
          sayWith('Machine-assisted translation, under review. Where it differs, the {link} applies.', {
            link: (
              <a href={sameIn('en', pathname)} hrefLang="en" className="underline underline-offset-4">
                {say('English text')}
              </a>
            ),
          }),
        )}
      </p>
    </aside>
  );
}
