/** A link that leaves the page alone, for reading something in the middle of a form. It says that it opens a new tab. */
import { addressFor, addressIn } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';

export function NewTabLink({ to, children }: { to: string; children: string }) {
  const { code, say } = useLanguage();
  const isEnglish = code !== 'en' && addressIn(code, to) === null;
  return (
    <a
      href={addressFor(code, to)}
      hrefLang={isEnglish ? 'en' : undefined}
      title={isEnglish ? say('In English') : undefined}
      target="_blank"
      rel="noopener"
      className="underline underline-offset-4 hover:text-accent"
    >
      {children}
      <span className="sr-only"> {say('(opens in a new tab)')}</span>
    </a>
  );
}
