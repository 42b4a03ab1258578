/** On every translated page: how it was translated, and a link to the authoritative English version. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { passLinkToken, useEnglishPage } from './same-page.ts';

export function TranslationNotice() {
  const { code, say, sayWith } = useLanguage();
  const englishPage = useEnglishPage();
  if (code === 'en') return null;
  return (
    <aside aria-label={say('About this translation')} data-print="no" className="bg-credit-soft">
      <p className="page py-2 text-sm">
        {withNodes(
          sayWith('Machine-assisted translation, under review. Where it differs, the {link} applies.', {
            link: (
              <a
                href={englishPage}
                onClick={passLinkToken}
                hrefLang="en"
                className="underline underline-offset-4"
              >
                {say('English text')}
              </a>
            ),
          }),
        )}
      </p>
    </aside>
  );
}
