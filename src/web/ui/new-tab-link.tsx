/** A link that leaves the page alone, for reading something in the middle of a form. It says that it opens a new tab. */
import { useLanguage } from '#web/language.tsx';

export function NewTabLink({ to, children }: { to: string; children: string }) {
  const { say } = useLanguage();
  return (
    <a href={to} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-accent">
      {children}
      <span className="sr-only"> {say('(opens in a new tab)')}</span>
    </a>
  );
}
