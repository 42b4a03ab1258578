/** A link that opens a new tab, for reading something while filling in a form. It says so. */
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
