/**
 * The header of a screen: its title, which is also the document's, and its actions. Takes the focus after
 * navigation.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { site } from '#content/site.ts';

type PageHeadProps = {
  title: string;
  /** Beside the title, such as a state. */
  mark?: ReactNode;
  /** Above the title, such as a Back link. */
  above?: ReactNode;
  below?: ReactNode;
  actions?: ReactNode;
};

export function PageHead({ title, mark, above, below, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    document.title = `${title} | Console | ${site.name}`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only navigation moves the focus, not changes on the screen.
  useEffect(() => {
    // On initial load the browser already starts at the top of the document.
    if (key === 'default') return;
    const { activeElement } = document;
    const isInside = activeElement !== document.body && activeElement?.closest('main, dialog') != null;
    if (!isInside) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="grid gap-1">
      {above}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:gap-x-6">
        {/* Leaves room for the menu of actions beside a long title. */}
        <div
          className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 ${actions ? 'max-sm:max-w-4/5' : ''}`}
        >
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere">
            {title}
          </h1>
          {mark}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {below}
    </header>
  );
}
