/**
 * Covers the page during an operation that must not be interrupted, such as a payment. The page is inert, and
 * the focus returns afterwards. After a while it says what it is waiting for. Not a modal dialog: that would
 * cover and freeze the bank's confirmation window.
 */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLanguage } from '#web/language.tsx';
import { Spinner } from './spinner.tsx';

/** After 8 s users start to doubt that it still works. */
const longMs = 8_000;

/** `whenLong`: what is happening, shown after 8 s. */
export function FullScreenSpinner({ label, whenLong }: { label: string; whenLong: string }) {
  const { translate } = useLanguage();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  const cover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focusedBefore = document.activeElement;
    // Only elements present now: the bank's window is added later and stays active.
    const covered = [...document.body.children].filter(
      (part) =>
        part instanceof HTMLElement &&
        part !== cover.current &&
        !part.inert &&
        !part.matches('script, style, link, iframe'),
    ) as HTMLElement[];
    for (const part of covered) part.inert = true;
    cover.current?.focus();
    return () => {
      for (const part of covered) part.inert = false;
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
    };
  }, []);
  return createPortal(
    <div
      ref={cover}
      tabIndex={-1}
      className="fixed inset-0 z-40 grid place-content-center bg-paper/80 p-4 select-none"
    >
      <div className="flex animate-arrive flex-col items-center gap-4 rounded-lg border border-line bg-surface px-10 py-8 text-ink shadow-lift">
        <Spinner className="size-12 text-accent" />
        <div role="status" className="grid max-w-line gap-3 text-center">
          <p className="text-lg font-medium">{translate(label)}</p>
          {isLong && <p>{translate(whenLong)}</p>}
        </div>
      </div>
    </div>,
    document.body,
  );
}
