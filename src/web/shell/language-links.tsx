/** This page in the other languages. Plain links to a new document, so they work without scripts. */
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { codeOfPath } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';
import { IconOf } from '#web/ui/icon.tsx';
import { passLinkToken, useSamePage } from './same-page.ts';

type LanguageLinksProps = { className?: string; style: string };

export function LanguageLinks({ className, style }: LanguageLinksProps) {
  const now = codeOfPath(useLocation().pathname);
  return (
    <ul className={className}>
      {useSamePage().map(({ code, name, to }) => (
        <li key={code}>
          <Link
            to={to}
            reloadDocument
            onClick={passLinkToken}
            lang={code}
            hrefLang={code}
            aria-current={code === now ? 'true' : undefined}
            className={style}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const globe =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18';

/** In the header on wide screens: a native disclosure. */
export function LanguageMenu() {
  const { say } = useLanguage();
  const place = useRef<HTMLDetailsElement>(null);
  const close = (): void => place.current?.removeAttribute('open');
  return (
    <details
      ref={place}
      className="relative hidden noscript:block @min-[40rem]:block"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        close();
        place.current?.querySelector('summary')?.focus();
      }}
    >
      <summary className="flex size-11 cursor-pointer list-none items-center justify-center rounded-full hover:bg-sunk sm:size-12 [&::-webkit-details-marker]:hidden">
        <IconOf path={globe} className="size-6" />
        <span className="sr-only">{say('Language')}</span>
      </summary>
      <LanguageLinks
        className="absolute end-0 top-full mt-2 w-40 rounded-md border border-line bg-surface p-1.5 shadow-lift"
        style="block rounded-sm px-3 py-2.5 font-medium hover:bg-sunk aria-[current]:text-accent"
      />
    </details>
  );
}
